-- A foreign key to tenant locks the tenant's row for every row that is written, for all who write at once; tenants are never deleted. What each
-- request of the Hub writes goes without, as what grows with the records does: row security holds the tenant.

alter table idempotency drop constraint idempotency_tenant_fkey;
alter table document    drop constraint document_tenant_fkey;
alter table rendering   drop constraint rendering_tenant_fkey;
alter table delivery    drop constraint delivery_tenant_fkey;
alter table review      drop constraint review_tenant_fkey;
alter table job         drop constraint job_tenant_fkey;
