-- Messages on legal hold, which are few.
create index received_message_on_hold on received_message (tenant, id) where legal_hold;
create index delivery_on_hold on delivery (tenant, id) where legal_hold;
