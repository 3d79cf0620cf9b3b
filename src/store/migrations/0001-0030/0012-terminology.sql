-- Code systems that the operator has loaded, for all tenants: published content under licence, and no record of anybody.

create table code_system (
  number            int generated always as identity primary key,
  url               text not null,
  -- Empty where its publisher names none.
  version           text not null,
  name              text,
  is_complete       boolean not null,
  is_case_sensitive boolean not null,
  -- What is being loaded is not there for anyone until all of it is.
  state             text not null check (state in ('loading', 'ready')),
  concepts          int not null default 0,
  loaded_at         timestamptz not null default now()
);
create unique index code_system_ready on code_system (url, version) where state = 'ready';

create table concept (
  system     int not null,
  code       text not null,
  display    text,
  is_active  boolean not null default true,
  -- Each as code, value and type.
  properties jsonb not null default '[]',
  primary key (system, code)
);

create table concept_parent (
  system int not null,
  code   text not null,
  parent text not null,
  primary key (system, code, parent)
);
create index concept_child on concept_parent (system, parent, code);

create table concept_name (
  system   int not null,
  code     text not null,
  -- Of the name among those of its concept, or of all.
  id       text not null,
  language text,
  use      text,
  value    text not null,
  primary key (system, code, id)
);
create index concept_name_exact on concept_name (system, left(lower(value), 200));
create index concept_name_words on concept_name using gin (to_tsvector('simple', value));
create index concept_name_id on concept_name (system, id);

-- Members of the reference sets of SNOMED CT.
create table concept_refset (
  system int not null,
  refset text not null,
  code   text not null,
  primary key (system, refset, code)
);
create index concept_refset_of on concept_refset (system, code, refset);

-- Value sets and concept maps that came with them.
create table loaded_definition (
  type      text not null check (type in ('ValueSet', 'ConceptMap')),
  url       text not null,
  version   text not null,
  content   text not null,
  loaded_at timestamptz not null default now(),
  primary key (type, url, version)
);

grant select on code_system, concept, concept_parent, concept_name, concept_refset, loaded_definition to banksia_app, banksia_system;
