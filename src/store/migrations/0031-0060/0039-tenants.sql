-- Tenants that an operator makes, disables and erases. Whoever is `creating` is not served yet; of an erased tenant this row and the audit remain.
alter table tenant
  add column name text not null default '',
  add column state text not null default 'active' check (state in ('creating', 'active', 'disabled', 'erasing', 'erased'));
