-- Sessions of people at browsers: when each began, and when it ends. D186.

-- `key` is a keyed hash of the session's random id. A row stays after its end, so that a request under way cannot begin the session again.
create table issuer_session (
  key         bytea primary key,
  -- The one of issuer_user.
  account_key bytea not null,
  began_at    timestamptz not null default now(),
  -- Nobody signs in by it after this time, unless its browser comes before.
  idles_at    timestamptz not null,
  -- What was granted for the time of the session counts until then.
  ends_at     timestamptz not null,
  -- The audit has its end.
  closed_at   timestamptz
);
create index issuer_session_by_account on issuer_session (account_key);
create index issuer_session_open on issuer_session (least(idles_at, ends_at)) where closed_at is null;
create index issuer_session_by_end on issuer_session (ends_at);
select protect_table('issuer_session', '', 'select, insert, update, delete', true);

-- Of a grant that ends with the session in which it was given; null: it outlives the session.
alter table issuer_state add column session_key bytea;
create index issuer_state_by_session on issuer_state (session_key) where session_key is not null;
