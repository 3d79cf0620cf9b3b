-- A table that was small when it was last analyzed, and has grown to more than four times of that: its plans are those of an empty one. Autovacuum
-- comes once a minute. A few rows are looked at, since they are to tell a large table from a small one. Every connection makes its plans of the table
-- anew each time, which takes more than the analysis: so it is done twice for a table, and no more.
create function analyze_grown() returns int language plpgsql security definer
  set search_path = pg_catalog set default_statistics_target = 10 as $$
declare
  grown regclass;
  count int := 0;
begin
  for grown in
    select oid from pg_class
    where relkind = 'r' and relowner = current_user::regrole and reltuples < 1000 and pg_stat_get_mod_since_analyze(oid) > greatest(4 * reltuples, 200)
  loop
    execute format('analyze (skip_locked) %s', grown);
    count := count + 1;
  end loop;
  return count;
end $$;
revoke all on function analyze_grown() from public;
grant execute on function analyze_grown() to banksia_system;
