-- Which edition of a document the record holds, and how old the newest news of a patient or a visit is. `source` is empty for a document, which is
-- its assigner's, and otherwise the sender that the news came from. `digest` is keyed.
create table applied_edition (
  tenant        int not null references tenant (number),
  resource_type text not null,
  resource_id   text not null,
  source        text not null,
  -- Null: the message did not say when it was made.
  edition_from  timestamptz,
  edition_to    timestamptz,
  digest        bytea,
  primary key (tenant, resource_type, resource_id, source)
);
select protect_table('applied_edition', 'select, insert, update', 'select');

-- Two records of one patient that a sender has merged. While it is open, no document of either leaves.
create table patient_merge (
  tenant        int not null references tenant (number),
  id            uuid not null,
  seq           bigint generated always as identity,
  survivor_id   text not null,
  merged_id     text not null,
  state         text not null check (state in ('open', 'confirmed', 'undone')),
  -- What Patient.active of the merged record was before; null: it had none.
  was_active    boolean,
  sender_id     text not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (tenant, id)
);
select protect_table('patient_merge', 'select, insert, update', 'select');
create unique index patient_merge_of_record on patient_merge (tenant, merged_id) where state <> 'undone';
create index patient_merge_open on patient_merge (tenant, survivor_id) where state = 'open';
create index patient_merge_pages on patient_merge (tenant, seq);
