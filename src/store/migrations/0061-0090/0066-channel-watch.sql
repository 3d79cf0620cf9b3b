-- The deliveries of a channel in one state, by their last change: for its figures, and for operations on many.
create index delivery_by_channel on delivery (tenant, channel_id, state, updated_at);
-- What is not finished, or needs a person: figures count these alone, because finished deliveries grow without end.
create index delivery_unfinished on delivery (state, created_at) include (transport, due_at)
  where state in ('held', 'queued', 'sending', 'rejected', 'dead');

-- A destination that a process spares, as this process sees it. A row that is not renewed has ended with its process.
create table spared_destination (
  tenant     int not null,
  channel_id uuid not null,
  -- A process of workers, by a random name.
  holder     uuid not null,
  since      timestamptz not null default now(),
  seen_at    timestamptz not null default now(),
  primary key (tenant, channel_id, holder)
);
select protect_table('spared_destination', 'select, insert, update, delete', 'select', true);

-- What a job is to do, if its other columns do not say it: identifiers, states and times.
alter table job add column request jsonb;

-- An alert that fires, or has fired, about one subject: identifiers, states, counts and times.
create table alert_firing (
  tenant      int not null,
  alert_id    uuid not null,
  -- A channel or a sender; the identifier of the tenant where the alert is about the installation.
  subject     uuid not null,
  -- Of this firing: all messages about it name it.
  id          uuid not null,
  state       text not null check (state in ('firing', 'resolved')),
  since       timestamptz not null,
  resolved_at timestamptz,
  -- The figure that broke the rule, when it was last seen.
  figure      bigint not null,
  -- The last message that the target has taken.
  told        text check (told in ('firing', 'resolved')),
  told_at     timestamptz,
  -- Failed tries of the next message, when it is tried again, and why the last try failed.
  attempts    int not null default 0,
  due_at      timestamptz not null default now(),
  reason      text,
  primary key (tenant, alert_id, subject)
);
select protect_table('alert_firing', 'select, insert, update, delete', 'select', true);
