-- Usage, rolled up from the audit behind a horizon, and what the audit is looked through by. STORE.md "Writes", "Audit".

-- Of the catalogue, as the type of a resource is: what usage is counted by.
alter table audit add column artifact_type text;

-- Counts of audit records by the hour, and again by the day, in UTC. What a record does not say is empty.
create table usage_count (
  tenant        int not null references tenant (number),
  unit          text not null check (unit in ('hour', 'day')),
  starts_at     timestamptz not null,
  kind          text not null,
  spoke         text not null,
  artifact_type text not null,
  state         text not null,
  count         bigint not null,
  primary key (tenant, unit, starts_at, kind, spoke, artifact_type, state)
);

-- Every record up to here is in the counts, and none after it.
create table usage_cursor (
  tenant int primary key references tenant (number),
  tx     xid8 not null,
  seq    bigint not null
);

select protect_table('usage_count',  'select', 'select, insert, update', true);
select protect_table('usage_cursor', 'select', 'select, insert, update', true);

-- The chain's heads and the public keys are what an auditor may read.
select protect_table('audit_batch', 'select', '');
grant select (id, public_key) on audit_key to banksia_app;

drop index audit_by_artifact;
create index audit_by_artifact on audit (tenant, artifact_id, at, seq) where artifact_id is not null;
create index audit_by_encounter on audit (tenant, encounter_id, at, seq) where encounter_id is not null;
create index audit_by_request on audit (tenant, request_id, at, seq);
-- Reads and searches, of which nearly every page has some, stay out of it.
drop index audit_by_kind;
create index audit_by_kind on audit (tenant, kind, at, seq) where kind not in ('fhir.read', 'fhir.search');
