-- What every process keeps in memory of a tenant, its settings and its keys, is read again when this number has changed.
alter table tenant add column generation bigint not null default 0;

create function raise_own_generation() returns trigger language plpgsql as $$
begin
  new.generation := old.generation + 1;
  return new;
end $$;

create trigger tenant_changed before update on tenant
  for each row when (new.generation = old.generation) execute function raise_own_generation();

create function raise_generation() returns trigger language plpgsql as $$
begin
  update tenant set generation = generation + 1 where number = new.tenant;
  return null;
end $$;

-- About how often the key has sealed.
alter table data_key add column seals bigint not null default 0;

create trigger data_key_added after insert on data_key for each row execute function raise_generation();
create trigger data_key_changed after update of wrapped on data_key for each row execute function raise_generation();

-- The audit as it is looked through: newest first of all, of a patient, of a resource, of a user. What only usage and billing count stays out of
-- the way of reads, each of which leaves a record.
alter table audit drop constraint audit_pkey;
alter table audit add primary key (tenant, tx, seq);
drop index audit_in_order;
create index audit_by_time on audit (tenant, at, seq);
create index audit_by_patient on audit (tenant, patient_id, at, seq) where patient_id is not null;
create index audit_by_resource on audit (tenant, resource_id, at, seq) where resource_type <> 'Patient';
create index audit_by_subject on audit (tenant, subject, at, seq);
drop index audit_by_kind;
create index audit_by_kind on audit (tenant, kind, at, seq) where kind not like 'fhir.%';
