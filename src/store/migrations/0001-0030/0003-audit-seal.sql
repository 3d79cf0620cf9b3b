-- The seal of the audit records: keys that sign, and one chain of batches a tenant. STORE.md "Audit".

create table audit_key (
  id         int primary key,
  -- Ed25519: SPKI in the clear; PKCS #8 under the key-encryption key.
  public_key bytea not null,
  wrapped    bytea not null,
  created_at timestamptz not null default now()
);

-- A batch holds every record of its tenant after (from_tx, from_seq) and up to (through_tx, through_seq).
create table audit_batch (
  tenant       int not null references tenant (number),
  number       bigint not null,
  from_tx      xid8 not null,
  from_seq     bigint not null,
  through_tx   xid8 not null,
  through_seq  bigint not null,
  records      int not null,
  -- Records of this batch and all before it.
  total        bigint not null,
  -- RFC 6962 2.1, SHA-256.
  root         bytea not null,
  -- SHA-256 of the batch before; zeros for the first.
  previous     bytea not null,
  sealed_at    timestamptz not null,
  signing_key  int not null references audit_key (id),
  signature    bytea not null,
  -- Eight bytes of each record's hash: they prove nothing, and tell which record it is that no longer fits.
  fingerprints bytea not null,
  primary key (tenant, number)
);
alter table audit_batch alter column fingerprints set storage external;

create index audit_in_order on audit (tenant, tx, seq);
