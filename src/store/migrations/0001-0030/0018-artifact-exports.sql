-- Exports of artifacts: which form of which document was asked for. Their bytes are renderings, and their state follows from these and their jobs.

create table artifact_export (
  tenant      int not null references tenant (number),
  id          uuid not null,
  seq         bigint generated always as identity,
  artifact_id uuid not null,
  document_id uuid not null,
  format      text not null,
  preset      text not null,
  -- Null where it was rendered already.
  job_id      uuid,
  spoke       text not null,
  created_at  timestamptz not null default now(),
  primary key (tenant, id),
  -- One of a kind, however often it is asked for.
  unique (tenant, artifact_id, format, preset)
);
create index artifact_export_listed on artifact_export (tenant, artifact_id, seq);
select protect_table('artifact_export', 'select, insert, update', '');
