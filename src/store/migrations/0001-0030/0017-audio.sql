-- Jobs of more kinds, which can be cancelled; audio sessions and what of them has come; what outside providers were asked.

alter table job
  alter column encounter_id drop not null,
  alter column template_id drop not null,
  alter column template_version_id drop not null,
  alter column transcript_ids set default '{}',
  -- What it works on, where that is no encounter.
  add column target_id uuid,
  -- The recordings whose transcripts it waits for.
  add column audio_session_ids uuid[] not null default '{}',
  -- Resources of the record, as Type/id, that it may draw on; null: what is active.
  add column evidence text[],
  -- Whoever works on it stops at the next step.
  add column cancel_requested_at timestamptz;
create index job_by_target on job (tenant, target_id) where target_id is not null;

-- A recording. Its content are the blobs of its chunks.
create table audio_session (
  tenant       int not null references tenant (number),
  id           uuid not null,
  seq          bigint generated always as identity,
  version      int not null default 1,
  encounter_id uuid not null,
  patient_id   text not null,
  kind         text not null check (kind in ('consultation', 'dictation')),
  media_type   text not null,
  language     text not null,
  state        text not null,
  reason       text,
  captured_at  timestamptz,
  chunk_count  int not null default 0,
  bytes        bigint not null default 0,
  -- Of the whole recording.
  sha256       text,
  job_id       uuid,
  transcript_id uuid,
  -- Nothing deletes it.
  legal_hold   boolean not null default false,
  spoke        text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- Its audio is gone.
  cleared_at   timestamptz,
  primary key (tenant, id)
);
create index audio_session_by_tenant on audio_session (tenant, seq);
create index audio_session_by_encounter on audio_session (tenant, encounter_id, seq);
create index audio_session_by_patient on audio_session (tenant, patient_id);
create index audio_session_kept on audio_session (updated_at) where cleared_at is null;

create table audio_chunk (
  tenant     int not null,
  session_id uuid not null,
  index      int not null check (index >= 0),
  blob_id    uuid not null,
  bytes      int not null,
  sha256     text not null,
  created_at timestamptz not null default now(),
  primary key (tenant, session_id, index),
  foreign key (tenant, session_id) references audio_session (tenant, id)
);

-- A blob that is being written and belongs to no chunk yet; what an upload leaves behind that was cut off.
create table audio_upload (
  tenant     int not null,
  blob_id    uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant, blob_id)
);
create index audio_upload_by_age on audio_upload (created_at);

-- What a tenant has asked of outside providers on a day (UTC).
create table provider_use (
  tenant   int not null references tenant (number),
  day      date not null,
  purpose  text not null,
  requests int not null default 0,
  tokens   bigint not null default 0,
  primary key (tenant, day, purpose)
);

-- What is due, of all tenants: identifiers, states and times.
select protect_table('audio_session', 'select, insert, update', 'select', true);
select protect_table('audio_upload',  'select, insert, delete', 'select', true);
select protect_table('audio_chunk',   'select, insert, delete', '');
select protect_table('provider_use',  'select, insert, update', '');
