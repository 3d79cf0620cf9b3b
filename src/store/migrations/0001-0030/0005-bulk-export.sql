-- Bulk exports: what was asked for is sealed, what was written are blobs. The rest is operational.

create table bulk_export (
  tenant      int not null references tenant (number),
  id          uuid not null,
  state       text not null,
  reason      text,
  level       text not null check (level in ('system', 'patient', 'group')),
  types       text[] not null,
  since       timestamptz,
  -- What all its files show: the versions that this snapshot sees, written by `settled_at` at the latest unless a transaction was open.
  snapshot    pg_snapshot not null,
  settled_at  timestamptz not null,
  -- What a replica must have replayed to show it.
  lsn         pg_lsn not null,
  asked       bytea not null,
  -- Where the next part begins.
  at_type     text,
  at_time     timestamptz,
  at_key      bigint,
  at_version  int,
  resources   bigint not null default 0,
  subject     text not null,
  client      text not null,
  spoke       text not null,
  request_id  uuid not null,
  -- Of the one worker that may write.
  turn        int not null default 0,
  failures    int not null default 0,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  -- To be worked on, or, once it has ended, to be cleared away.
  due_at      timestamptz not null default now(),
  primary key (tenant, id)
);
create index bulk_export_due on bulk_export (due_at) where state in ('queued', 'running', 'succeeded', 'failed');

-- A file is the blob of the same id, compressed by gzip.
create table bulk_export_file (
  tenant      int not null,
  id          uuid not null,
  export_id   uuid not null,
  seq         bigint generated always as identity,
  kind        text not null check (kind in ('output', 'deleted')),
  type        text not null,
  count       int not null default 0,
  is_finished boolean not null default false,
  primary key (tenant, id),
  foreign key (tenant, export_id) references bulk_export (tenant, id)
);
create index bulk_export_files on bulk_export_file (tenant, export_id, seq);
