-- Shares: which delivery carries one, and what decides who may open a link. Identifiers, states and times; what a share says is a sealed resource.

alter table delivery add column share_id uuid;
-- It has arrived before: when it arrives again, that is no other share.
alter table delivery add column arrived_at timestamptz;

create table share_link (
  tenant      int not null references tenant (number),
  share_id    uuid not null,
  -- SHA-256: the secret itself is kept nowhere.
  secret      bytea not null,
  -- Wrong second factors.
  failures    int not null default 0,
  redemptions int not null default 0,
  redeemed_at timestamptz,
  created_at  timestamptz not null default now(),
  primary key (tenant, share_id)
);
create index share_link_by_id on share_link (share_id);

-- Wrong second factors by network address, of which there is a keyed hash alone.
create table link_failure (
  tenant   int not null references tenant (number),
  address  bytea not null,
  failures int not null,
  since    timestamptz not null,
  primary key (tenant, address)
);

select protect_table('share_link',   'select, insert, update',         'select', true);
select protect_table('link_failure', 'select, insert, update, delete', '');
