-- A table that has grown by more than it had when it was last analyzed: its plans are those of a smaller one. Autovacuum comes once a minute.
create function analyze_grown() returns int language plpgsql security definer set search_path = pg_catalog as $$
declare
  grown regclass;
  count int := 0;
begin
  for grown in
    select oid from pg_class
    where relkind = 'r' and relowner = current_user::regrole and pg_stat_get_mod_since_analyze(oid) > greatest(reltuples, 100)
  loop
    execute format('analyze (skip_locked) %s', grown);
    count := count + 1;
  end loop;
  return count;
end $$;
revoke all on function analyze_grown() from public;
grant execute on function analyze_grown() to banksia_system;
