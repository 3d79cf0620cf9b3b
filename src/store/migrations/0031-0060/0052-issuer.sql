-- The authorisation server: its keys, its clients, and the state of its sign-ins and tokens. Rows of the installation; a client and the state of its
-- users may belong to one tenant, and go with it. D152.

-- Wrapped under the key-encryption key. A signing or cookie key is known to every process before one uses it, and kept until nothing that it made counts.
create table issuer_key (
  id         int primary key,
  purpose    text not null check (purpose in ('content', 'index', 'signing', 'cookie')),
  wrapped    bytea not null,
  used_from  timestamptz not null,
  created_at timestamptz not null default now()
);

create table issuer_client (
  id         text primary key,
  tenant     int references tenant (number),
  state      text not null default 'active' check (state in ('active', 'disabled')),
  source     text not null check (source in ('command', 'file', 'registration', 'development')),
  settings   json not null,
  -- SHA-256 of a random secret of 256 bits.
  secret     bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index issuer_client_by_tenant on issuer_client (tenant);

-- Sealed payloads: sessions, interactions, grants, codes, tokens, launches, identifiers that count once. `key` and the others are keyed hashes.
create table issuer_state (
  model       text not null,
  key         bytea not null,
  grant_key   bytea,
  uid_key     bytea,
  account_key bytea,
  client      text,
  tenant      int references tenant (number),
  content     bytea not null,
  consumed_at timestamptz,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (model, key)
);
create index issuer_state_by_grant on issuer_state (grant_key) where grant_key is not null;
create index issuer_state_by_uid on issuer_state (model, uid_key) where uid_key is not null;
create index issuer_state_by_account on issuer_state (account_key) where account_key is not null;
create index issuer_state_by_client on issuer_state (client) where client is not null;
create index issuer_state_by_expiry on issuer_state (expires_at);
create index issuer_state_by_tenant on issuer_state (tenant) where tenant is not null;

alter table issuer_key enable row level security;
grant select, insert, update, delete on issuer_key to banksia_system;
create policy system on issuer_key to banksia_system using (true) with check (true);
select protect_table('issuer_client', '', 'select, insert, update, delete', true);
select protect_table('issuer_state', '', 'select, insert, update, delete', true);
