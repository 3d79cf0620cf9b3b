-- What an operator sets for a spoke, every version of it. The newest counts; nobody changes or deletes one.
create table platform_config (
  tenant     int not null references tenant (number),
  spoke      text not null,
  version    int not null,
  settings   json not null,
  created_at timestamptz not null default now(),
  primary key (tenant, spoke, version)
);
select protect_table('platform_config', 'select, insert', '');

-- What became of a request, for seven days: by template, state and time. A client may use an identifier twice.
create table request (
  tenant      int not null,
  id          uuid not null,
  at          timestamptz not null,
  duration_ms real not null,
  method      text not null,
  route       text not null,
  status      smallint not null,
  problem     text,
  subject     text not null,
  client      text not null,
  spoke       text not null,
  roles       text[] not null,
  trace       text
);
create index request_by_id on request (tenant, id);
create index request_by_time on request (tenant, at);
select protect_table('request', 'select, insert', 'select, delete', true);

-- What clients measured, summed up by the hour.
create table telemetry (
  tenant int not null,
  hour   timestamptz not null,
  spoke  text not null,
  name   text not null,
  labels text not null,
  count  bigint not null,
  total  float8 not null,
  lowest float8 not null,
  highest float8 not null,
  primary key (tenant, hour, spoke, name, labels)
);
select protect_table('telemetry', 'select, insert, update', 'select, delete', true);

-- What a request has brought about is found by it, and carries its place in the trace. W3C Trace Context.
alter table job add column trace text;
alter table delivery add column trace text;
alter table bulk_export add column trace text;
create index job_by_request on job (tenant, request_id);
create index delivery_by_request on delivery (tenant, request_id);
create index bulk_export_by_request on bulk_export (tenant, request_id);

-- Which processes there are, of the installation and of no tenant.
create table process (
  id         uuid primary key,
  role       text not null,
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);
alter table process enable row level security;
grant select, insert, update, delete on process to banksia_system;
create policy system on process to banksia_system using (true) with check (true);
