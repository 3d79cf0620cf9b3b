-- Subscriptions as the workers see them, beside their sealed resources: on whose behalf, how far, when next. Identifiers, states and times.

create table subscription (
  tenant       int not null references tenant (number),
  id           text not null,
  -- One more with each write of a client: what is sent for an older one changes nothing.
  generation   int not null default 1,
  state        text not null check (state in ('requested', 'active', 'error', 'off')),
  types        text[] not null,
  -- The grant of who wrote it last, asked again at each send.
  subject      text not null,
  client       text not null,
  spoke        text not null,
  roles        text[] not null,
  scopes       text[] not null,
  practitioner text,
  patient_id   text,
  -- Sealed: the values of channel.header.
  headers      bytea,
  ends_at      timestamptz,
  -- At the first activation: what could be seen then is no event. Absent: nothing is collected.
  since        pg_snapshot,
  since_at     timestamptz,
  events       bigint not null default 0,
  sent         bigint not null default 0,
  failures     int not null default 0,
  reason       text,
  due_at       timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (tenant, id)
);
create index subscription_due on subscription (due_at) where due_at is not null;
create index subscription_ends on subscription (ends_at) where ends_at is not null and state <> 'off';
create index subscription_collecting on subscription (tenant) where since is not null;

create table subscription_event (
  tenant          int not null,
  subscription_id text not null,
  number          bigint not null,
  at              timestamptz not null,
  type            text not null,
  resource_id     text not null,
  version         int not null,
  interaction     text not null check (interaction in ('create', 'update', 'delete')),
  primary key (tenant, subscription_id, number),
  foreign key (tenant, subscription_id) references subscription (tenant, id) on delete cascade
);
create index subscription_event_by_age on subscription_event (tenant, at);

-- How far the versions of a tenant have been followed. Versions of transactions from next_tx on were written at floor_at or later;
-- those from mark_tx on at mark_at or later.
create table subscription_cursor (
  tenant   int primary key references tenant (number),
  next_tx  xid8 not null,
  floor_at timestamptz not null,
  mark_tx  xid8 not null,
  mark_at  timestamptz not null
);
