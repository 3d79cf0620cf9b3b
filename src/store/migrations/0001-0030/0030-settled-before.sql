-- The clock was read after the look at who is writing: what began between the two was neither seen nor there to be read, and yet before the instant.
create or replace function settled_at() returns timestamptz language sql security definer set search_path = pg_catalog as $$
  select least(min(xact_start), statement_timestamp()) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
$$;
