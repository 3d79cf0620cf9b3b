-- Who says who somebody is: a subject and a client are names within an issuer. Null, or empty: of a time when that was not kept; whoever
-- starts the server with one issuer alone has it filled in (issuers.ts), and otherwise the row is nobody's.
alter table subscription add column issuer text;
alter table bulk_export  add column issuer text;
alter table job          add column issuer text;
alter table review       add column holder_issuer text;
alter table request      add column issuer text;
-- What is sealed stays as it is: a record without an issuer is hashed as before.
alter table audit        add column issuer text;

alter table idempotency add column issuer text not null default '';
alter table idempotency drop constraint idempotency_pkey;
alter table idempotency add primary key (tenant, scope, issuer);

-- Empty once they are filled in.
create index subscription_without_issuer on subscription (id) where issuer is null;
create index bulk_export_without_issuer  on bulk_export (id)  where issuer is null;
create index job_without_issuer          on job (id)          where issuer is null;
create index idempotency_without_issuer  on idempotency (created_at) where issuer = '';
