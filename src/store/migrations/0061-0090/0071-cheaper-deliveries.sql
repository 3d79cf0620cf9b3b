-- `delivery_next` begins with the same columns: each claim wrote the entry of a row into both.
drop index delivery_open;
-- Attempts are put only in the transaction that has moved their delivery, and deliveries are never deleted: the key looked each one up again, and locked it.
alter table attempt drop constraint attempt_tenant_delivery_id_fkey;
-- An attempt is written twice, with its claim and with its outcome: with room on the page the outcome touches no index.
alter table attempt set (fillfactor = 70);
