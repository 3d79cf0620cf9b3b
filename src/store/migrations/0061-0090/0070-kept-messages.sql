-- How many days after its end the content of a message is kept. Null: for good. D250.
alter table tenant add column message_days int check (message_days >= 30);

-- Milliseconds from the arrival of the message until it was settled; null for one that a person ran again first.
alter table received_message add column took_ms int;

-- When the content was removed.
alter table received_message add column pruned_at timestamptz;
alter table attempt add column pruned_at timestamptz;

-- What may be pruned, the oldest first, however much was pruned before.
create index received_message_settled on received_message (tenant, settled_at)
  where blob_id is not null and not legal_hold and outcome in ('stored', 'unchanged', 'older', 'refused', 'answered');
