#!/usr/bin/env bash
# The store and queue tests against an external PostgreSQL of the machine, where it has one.
set -uo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo 'skipped: no PostgreSQL is installed'; exit 0; }
dir=$(mktemp -d)
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$dir"
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
stop() { "${as[@]}" "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null 2>&1; rm -rf "$dir"; }
trap stop EXIT
"${as[@]}" "$bin/initdb" -D "$dir/data" --encoding=UTF8 --locale=C --auth=trust --username=banksia >/dev/null &&
  "${as[@]}" "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" -o "-c listen_addresses='' -k $dir -c fsync=off -c max_connections=400" start >/dev/null || exit 1
DATABASE_URL="postgresql://banksia@localhost/postgres?host=$dir" npm run -s jest -- "$@"
