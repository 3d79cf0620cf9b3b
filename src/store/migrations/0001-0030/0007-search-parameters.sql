-- Search parameters of a tenant's own, and the resources that are to be indexed again. STORE.md "Search".

-- Counts the changes of what processes keep of a tenant in memory.
alter table tenant add column if not exists generation bigint not null default 0;
-- Of the release by whose tables its resources are indexed.
alter table tenant add column index_version int not null default 1;

-- The active ones: each code of a type once.
create table search_parameter (
  tenant  int not null references tenant (number),
  type    text not null,
  code    text not null,
  -- Of the SearchParameter resource.
  id      text not null,
  -- SHA-256 of what decides its index rows.
  meaning bytea not null,
  -- Every resource of the type is indexed by it.
  ready   boolean not null default false,
  primary key (tenant, type, code)
);
create index search_parameter_by_id on search_parameter (tenant, id);

-- A row for each type that is being indexed again; it goes when that is done.
create table reindex (
  tenant    int not null references tenant (number),
  space     text not null check (space in ('hub', 'fhir')),
  type      text not null,
  -- Whatever was begun before is not told of the change: the work waits until it has ended.
  fenced_at timestamptz,
  after_id  text not null default '',
  done      int not null default 0,
  -- Resources that there were at the start.
  total     int,
  primary key (tenant, space, type)
);
