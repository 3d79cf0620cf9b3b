-- Whom a copy of a document is addressed to, once for each, sealed; `hash` is keyed, and '' elsewhere means nobody.
create table recipient (
  tenant     int not null references tenant (number),
  hash       text not null,
  blob_id    uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant, hash)
);
select protect_table('recipient', 'select, insert', 'select, insert');

-- A rendering is that of one recipient. What is here already is addressed to nobody.
alter table rendering add column recipient text not null default '';
alter table rendering drop constraint rendering_pkey;
alter table rendering add primary key (tenant, artifact_id, kind, format, preset, recipient);

alter table artifact_export add column recipient text not null default '';
alter table artifact_export drop constraint artifact_export_tenant_artifact_id_format_preset_key;
alter table artifact_export add unique (tenant, artifact_id, format, preset, recipient);

-- Null until the first attempt: its repetitions and its recall go to the same recipient.
alter table delivery add column recipient text;
update delivery set recipient = '' where attempts > 0;
