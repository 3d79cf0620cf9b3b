-- Systems that send messages to us. Their settings are sealed resources; this row says of which tenant a sender is, for the process that receives a
-- message before it knows a tenant, and shows by its version that something has changed.
create table sender (
  tenant  int not null references tenant (number),
  id      uuid not null,
  state   text not null check (state in ('active', 'disabled')),
  version int not null,
  primary key (tenant, id)
);
create unique index sender_by_id on sender (id);
select protect_table('sender', 'select, insert, update', 'select', true);

-- What was tolerated in the messages of a sender: the rule and the place, never a value.
create table sender_quality (
  tenant    int not null references tenant (number),
  sender_id uuid not null,
  rule      text not null,
  place     text not null,
  count     bigint not null,
  messages  bigint not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (tenant, sender_id, rule, place)
);
select protect_table('sender_quality', 'select, insert, update', '');

-- Signatures that have come, until their time is over: each counts once.
create table sender_signature (
  tenant    int not null references tenant (number),
  sender_id uuid not null,
  signature bytea not null,
  at        timestamptz not null default now(),
  primary key (tenant, sender_id, signature)
);
create index sender_signature_by_time on sender_signature (tenant, at);
select protect_table('sender_signature', 'select, insert, delete', '');
