-- People who sign in at the authorisation server, and by what they do. Rows of the installation, since a person may work for several tenants. D168.

-- `account_key` is the one of issuer_state: a token of somebody who is not active counts for nothing.
create table issuer_user (
  id          uuid primary key,
  state       text not null default 'invited' check (state in ('invited', 'active', 'disabled')),
  account_key bytea not null unique,
  -- Sealed: name, roles, spokes, fhirUser, patient.
  content     bytea not null,
  created_at  timestamptz not null default now(),
  changed_at  timestamptz not null default now(),
  -- Of their rights: another one with each change that ends what was issued to them.
  generation  int not null default 0
);
create index issuer_user_active on issuer_user (id) where state = 'active';

-- The one under which it was stored; null for accounts that are no rows. What was stored under an earlier one counts for nothing.
alter table issuer_state add column generation int;

create table issuer_user_tenant (
  "user" uuid not null references issuer_user (id) on delete cascade,
  tenant int not null references tenant (number),
  primary key ("user", tenant)
);
create index issuer_user_tenant_by_tenant on issuer_user_tenant (tenant);

-- `key` is a keyed hash of a passkey's identifier, or of an upstream issuer and its subject.
create table issuer_credential (
  kind       text not null check (kind in ('passkey', 'upstream')),
  key        bytea not null,
  "user"     uuid not null references issuer_user (id) on delete cascade,
  content    bytea not null,
  -- Web Authentication 6.1.1: of a passkey, as it was signed last.
  counter    bigint not null default 0,
  created_at timestamptz not null default now(),
  used_at    timestamptz,
  primary key (kind, key)
);
create index issuer_credential_by_user on issuer_credential ("user");

-- A person goes with the last of their tenants.
create function drop_lone_user() returns trigger language plpgsql as $$
begin
  delete from issuer_user u where u.id = old."user" and not exists (select from issuer_user_tenant where "user" = old."user");
  return null;
end $$;
create trigger drop_lone_user after delete on issuer_user_tenant for each row execute function drop_lone_user();

select protect_table('issuer_user', '', 'select, insert, update, delete', true);
select protect_table('issuer_user_tenant', '', 'select, insert, update, delete', true);
select protect_table('issuer_credential', '', 'select, insert, update, delete', true);
