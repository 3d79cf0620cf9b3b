-- Messages that senders have sent to us, each kept once: its bytes sealed as a blob, what it is found by as keyed hashes. D219.
create table received_message (
  tenant      int not null,
  id          uuid not null,
  sender_id   uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  -- `ADT^A08`; null if the message names none of that form.
  type        text,
  -- Keyed hash of MSH-10; null for a message that is kept apart and equals no other.
  control     bytea,
  -- Keyed hash of the bytes.
  digest      bytea not null,
  bytes       int not null,
  -- Null once the content is pruned. Messages of equal bytes may share it.
  blob_id     uuid,
  -- Null inside the transaction that applies the message.
  outcome     text check (outcome in ('stored', 'unchanged', 'older', 'held', 'apart', 'refused', 'answered')),
  reason      text,
  answer      text,
  -- `Patient/<id>`: what it has written.
  resources   text[] not null default '{}',
  settled_at  timestamptz,
  legal_hold  boolean not null default false,
  primary key (tenant, id),
  unique (tenant, sender_id, control)
);
create index received_message_by_sender on received_message (tenant, sender_id, id);
create index received_message_by_time on received_message (tenant, received_at);
create index received_message_by_digest on received_message (tenant, digest) where blob_id is not null;
-- What waits for a person.
create index received_message_open on received_message (tenant, id) where outcome in ('held', 'apart');

-- What a received message is found by: control ids, document ids, numbers of patients.
create table message_identifier (
  tenant     int not null,
  hash       bytea not null,
  message_id uuid not null,
  primary key (tenant, hash, message_id),
  foreign key (tenant, message_id) references received_message (tenant, id)
);
create index message_identifier_by_message on message_identifier (tenant, message_id);

-- A sweep finds the tenants with old rows, and metrics count by type and outcome.
select protect_table('received_message',   'select, insert, update, delete', 'select', true);
select protect_table('message_identifier', 'select, insert, delete',         '');

-- What an attempt needs to build its bytes again: the rendering, and the fields of the header that the attempt changed.
alter table attempt add column blob_id uuid;
alter table attempt add column header jsonb;
-- Of the bytes that went out.
alter table attempt add column bytes int;
alter table attempt add column sha256 text;
-- Sealed: the bytes that the receiver answered, first and later.
alter table attempt add column reply bytea;
alter table attempt add column answer_reply bytea;
create index attempt_with_content on attempt (tenant, started_at) where blob_id is not null;

-- While it is set, nothing of the delivery is pruned.
alter table delivery add column legal_hold boolean not null default false;
create index document_by_id on document (tenant, document_id);
