-- Who may do what. The service works as banksia_app, its relay, sealer and sweeps as banksia_system: roles that own nothing and may not log in.
-- Row security stands behind the tenant that every statement names. STORE.md "Tenants".

do $$
declare
  name text;
begin
  foreach name in array array['banksia_app', 'banksia_system'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then
        null; -- another database of this server made it just now
      end;
    end if;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to current_user', name);
      exception when insufficient_privilege then
        null; -- granted before, or the next statement says so
      end;
    end if;
    execute format('set local role %I', name);
    reset role;
    execute format('grant usage on schema %I to %I', current_schema, name);
  end loop;
end $$;

-- Rights on a table and all of its parts, for the rows of one tenant: without a tenant there is an error, not an empty answer. banksia_system may
-- be let into the rows of all tenants, where it has to find which of them has work to do.
create function protect_table(protected regclass, for_app text, for_system text, is_open boolean default false) returns void language plpgsql as $$
declare
  part regclass;
  own text := 'tenant = (select current_setting(''banksia.tenant'')::int)';
  work text := case when is_open then 'true' else own end;
begin
  for part in select protected union select relid from pg_partition_tree(protected) loop
    execute format('alter table %s enable row level security', part);
    if for_app <> '' then
      execute format('grant %s on %s to banksia_app', for_app, part);
      execute format('create policy app on %s to banksia_app using (%s) with check (%s)', part, own, own);
    end if;
    if for_system <> '' then
      execute format('grant %s on %s to banksia_system', for_system, part);
      execute format('create policy system on %s to banksia_system using (%s) with check (%s)', part, work, work);
    end if;
  end loop;
end $$;

select protect_table('resource',    'select, insert, update',         'select, insert, update');
select protect_table('history',     'select, insert',                 'select, insert, update');
select protect_table('token',       'select, insert, delete',         'select, insert, delete');
select protect_table('range',       'select, insert, delete',         'select, insert, delete');
select protect_table('blob',        'select, insert, delete',         'select, insert, delete');
select protect_table('idempotency', 'select, insert, update, delete', 'select, delete');
select protect_table('rendering',   'select, insert',                 'select, insert');
select protect_table('attempt',     'select, insert, update',         'select');
-- Wrapped under the key-encryption key; worn ones are replaced.
select protect_table('data_key',    'select',                         'select, insert, update', true);
-- Append-only. The sealer finds whose records are in no batch.
select protect_table('audit',       'select, insert',                 'select, insert', true);
-- Due rows of all tenants: identifiers, states and times.
select protect_table('job',         'select, insert, update',         'select, update', true);
select protect_table('document',    'select, insert, update',         'select, update', true);
select protect_table('delivery',    'select, insert, update',         'select', true);
select protect_table('lease',       '',                               'select, insert, update, delete', true);

grant usage on sequence resource_key, audit_seq to banksia_app, banksia_system;
-- Numbers and settings, no record of anybody: all may read them.
alter table tenant enable row level security;
grant select on tenant to banksia_app, banksia_system;
create policy of_all on tenant for select to banksia_app, banksia_system using (true);

-- Its tenant is the public identifier.
alter table outbox enable row level security;
grant insert on outbox to banksia_app;
create policy app on outbox for insert to banksia_app
  with check (tenant = (select id from tenant where number = (select current_setting('banksia.tenant')::int)));
grant select, update, delete on outbox to banksia_system;
create policy system on outbox to banksia_system using (true);

-- Every version written before this instant is there to be read. The owner's sessions are ours, and only the owner sees when they began.
create function settled_at() returns timestamptz language sql security definer set search_path = pg_catalog as $$
  select least(min(xact_start), clock_timestamp()) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
$$;
revoke all on function settled_at() from public;
grant execute on function settled_at() to banksia_app, banksia_system;
