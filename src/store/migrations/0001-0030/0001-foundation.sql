-- The store's foundation. STORE.md. Tenants are numbers inside, so that every key stays small.

create table tenant (
  number            int generated always as identity primary key,
  id                uuid not null unique,
  required_profiles text not null check (required_profiles in ('au-core', 'base')),
  reference_policy  text not null check (reference_policy in ('enforce', 'allow')),
  time_zone         text not null,
  created_at        timestamptz not null default now()
);

create table data_key (
  tenant     int not null references tenant (number),
  id         int not null,
  purpose    text not null check (purpose in ('content', 'index')),
  wrapped    bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant, id)
);

-- Sealed resources: current versions here, superseded ones in history. What grows with the records is partitioned by tenant (below); no
-- foreign key leads from there to tenant, whose row every writer would lock.
create sequence resource_key;
create table resource (
  tenant     int not null,
  space      text not null check (space in ('hub', 'fhir', 'definitions')),
  type       text not null,
  id         text not null,
  key        bigint not null default nextval('resource_key'),
  self       bigint not null,
  version    int not null,
  deleted    boolean not null default false,
  owner      text not null check (owner in ('hub', 'client')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  d          timestamptz not null,
  d_end      timestamptz,
  -- It lasts more than 31 days.
  is_long    boolean not null default false,
  tokens     bigint[] not null,
  -- So many of them, from the first, have an entry in token.
  drivers    int not null,
  refs       bigint[] not null default '{}',
  -- The row's entries in "range", position by position.
  range_hashes bigint[] not null default '{}',
  range_lows   float8[] not null default '{}',
  range_highs  float8[] not null default '{}',
  content    bytea,
  tx         xid8 not null default pg_current_xact_id(),
  primary key (tenant, space, type, id),
  unique (tenant, key)
) partition by hash (tenant);
alter table resource alter column content set storage external;
alter table resource alter column tokens set storage main;
create index resource_by_date on resource (tenant, space, type, d, key);
create index resource_by_update on resource (tenant, space, type, updated_at, key);
create index resource_by_self on resource (tenant, self);
create index resource_long on resource (tenant, space, type, d, key) where is_long;

create table history (
  key        bigint not null,
  version    int not null,
  tenant     int not null,
  space      text not null,
  type       text not null,
  id         text not null,
  deleted    boolean not null,
  owner      text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  tokens     bigint[] not null,
  content    bytea,
  tx         xid8 not null,
  primary key (tenant, space, type, id, version)
) partition by hash (tenant);
alter table history alter column content set storage external;
create index history_by_update on history (tenant, space, type, updated_at, key, version);

create table token (
  tenant int not null,
  hash   bigint not null,
  d      timestamptz not null,
  key    bigint not null,
  primary key (tenant, hash, d, key)
) partition by hash (tenant);

-- Dates that do not order their type's pages, numbers and quantities: what must keep its order to be found.
create table range (
  tenant int not null,
  hash   bigint not null,
  lo     float8 not null,
  hi     float8 not null,
  key    bigint not null,
  primary key (tenant, hash, lo, hi, key)
) partition by hash (tenant);

create table blob (
  tenant  int not null,
  id      uuid not null,
  seq     int not null,
  content bytea not null,
  primary key (tenant, id, seq)
) partition by hash (tenant);
alter table blob alter column content set storage external;

-- Operational rows: identifiers, states, times and enumerated reasons only.
create sequence audit_seq;
create table audit (
  seq           bigint not null default nextval('audit_seq'),
  tx            xid8 not null default pg_current_xact_id(),
  tenant        int not null,
  id            uuid not null,
  at            timestamptz not null default clock_timestamp(),
  kind          text not null,
  subject       text not null,
  client        text not null,
  spoke         text not null,
  roles         text[] not null,
  practitioner  text,
  request_id    uuid not null,
  resource_type text,
  resource_id   text,
  version       int,
  encounter_id  uuid,
  artifact_id   uuid,
  patient_id    text,
  from_state    text,
  to_state      text,
  reason        text,
  hash          text,
  confidence    real,
  count         int,
  primary key (tenant, seq),
  unique (tenant, id)
) partition by hash (tenant);
create index audit_by_artifact on audit (tenant, artifact_id, seq) where artifact_id is not null;
create index audit_by_kind on audit (tenant, kind, at);

-- Eight parts: a busy tenant may move to a machine of its own with an eighth of the small ones, each tree stays three to four levels deep up to
-- some 100 million resources, and a server with few tenants does not open needless files. Statements of one tenant name the part itself
-- (parts.ts): grants and policies have to be on each of them.
do $$
declare
  name text;
begin
  foreach name in array array['resource', 'history', 'token', 'range', 'blob', 'audit'] loop
    for part in 0..7 loop
      execute format('create table %I partition of %I for values with (modulus 8, remainder %s)', name || '_' || part, name, part);
      if name = 'resource' then
        execute format('alter table %I set (fillfactor = 90)', name || '_' || part);
      end if;
    end loop;
  end loop;
end $$;

create table outbox (
  seq        bigint generated always as identity primary key,
  tx         xid8 not null default pg_current_xact_id(),
  tenant     uuid not null,
  topic      text not null,
  subject    text not null,
  created_at timestamptz not null default now()
);

create table idempotency (
  tenant      int not null references tenant (number),
  scope       bytea not null,
  fingerprint bytea not null,
  status      int not null,
  reply       bytea not null,
  created_at  timestamptz not null default now(),
  primary key (tenant, scope)
);
create index idempotency_by_age on idempotency (created_at);

create table job (
  tenant              int not null references tenant (number),
  id                  uuid not null,
  seq                 bigint generated always as identity,
  kind                text not null,
  state               text not null,
  reason              text,
  encounter_id        uuid not null,
  template_id         uuid not null,
  template_version_id uuid not null,
  transcript_ids      uuid[] not null,
  artifact_id         uuid,
  subject             text not null,
  client              text not null,
  practitioner        text,
  spoke               text not null,
  request_id          uuid not null,
  attempts            int not null default 0,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  due_at              timestamptz not null default now(),
  primary key (tenant, id)
);
create index job_by_tenant on job (tenant, seq);
create index job_open on job (due_at) where state in ('queued', 'running');

-- A released document, and whether its Bundle and PDF stand.
create table document (
  tenant      int not null references tenant (number),
  artifact_id uuid not null,
  document_id uuid not null,
  released_at timestamptz not null default now(),
  rendered_at timestamptz,
  attempts    int not null default 0,
  -- The first wake-up comes with the release.
  due_at      timestamptz not null default now() + interval '3 seconds',
  primary key (tenant, artifact_id)
);
create index document_unrendered on document (due_at) where rendered_at is null;

-- A rendered document: never rendered again, so that every retry sends the same.
create table rendering (
  tenant      int not null references tenant (number),
  artifact_id uuid not null,
  kind        text not null check (kind in ('original', 'recall')),
  format      text not null,
  preset      text not null,
  blob_id     uuid not null,
  bytes       int not null,
  sha256      text not null,
  created_at  timestamptz not null default now(),
  primary key (tenant, artifact_id, kind, format, preset)
);

create table delivery (
  tenant          int not null references tenant (number),
  id              uuid not null,
  seq             bigint generated always as identity,
  artifact_id     uuid not null,
  channel_id      uuid not null,
  document_id     uuid not null,
  kind            text not null check (kind in ('original', 'recall')),
  format          text not null,
  preset          text not null,
  lane            int not null,
  state           text not null,
  reason          text,
  attempts        int not null default 0,
  tries           int not null default 0,
  due_at          timestamptz not null default now(),
  bytes           int,
  sha256          text,
  acknowledgement text,
  control_id      text,
  file_name       text,
  request_id      uuid not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, artifact_id, channel_id, kind)
);
create index delivery_open on delivery (tenant, channel_id, lane, seq) where state in ('queued', 'sending');
create index delivery_by_tenant on delivery (tenant, seq);

create table attempt (
  tenant          int not null,
  delivery_id     uuid not null,
  number          int not null,
  started_at      timestamptz not null,
  finished_at     timestamptz,
  outcome         text,
  reason          text,
  acknowledgement text,
  control_id      text not null,
  primary key (tenant, delivery_id, number),
  foreign key (tenant, delivery_id) references delivery (tenant, id)
);

create table lease (
  tenant int not null,
  name   text not null,
  holder uuid not null,
  until  timestamptz not null,
  primary key (tenant, name)
);
