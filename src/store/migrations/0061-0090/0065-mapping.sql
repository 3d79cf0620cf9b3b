-- Rows of mapping tables: a code of a document, and the code that is sent in its place. A row holds from the version that brought it to the
-- version that replaced or removed it; null: it holds still. The source code `*` has the default of its system. D247.
create table mapping_row (
  tenant         int not null references tenant (number),
  table_id       uuid not null,
  source_system  text not null,
  source_code    text not null,
  from_version   int not null,
  until_version  int,
  target_system  text not null,
  target_code    text not null,
  target_display text,
  primary key (tenant, table_id, source_system, source_code, from_version)
);
select protect_table('mapping_row', 'select, insert, update', 'select, insert, update');

-- The mapping tables, in their versions, by which forms were made: once for each combination. '' elsewhere means none. D248.
create table mapping_choice (
  tenant     int not null references tenant (number),
  hash       text not null,
  choice     jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant, hash)
);
select protect_table('mapping_choice', 'select, insert', 'select, insert');

-- A rendering is that of one combination. What is here already was made without any.
alter table rendering add column mapping text not null default '';
alter table rendering drop constraint rendering_pkey;
alter table rendering add primary key (tenant, artifact_id, kind, format, preset, recipient, mapping);

-- Null until the first attempt: its repetitions and its recall are made by the same tables.
alter table delivery add column mapping text;
update delivery set mapping = '' where attempts > 0;
