-- Sealed content is bound to its client and grant as well. What was sealed before would not open: people sign in again, apps ask for new tokens.
delete from issuer_state;
