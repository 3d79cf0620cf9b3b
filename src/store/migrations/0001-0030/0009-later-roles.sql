-- Rights on what came after the roles. A later migration does this where it makes its tables.

-- Batches are sealed tenant by tenant, and the sealer finds which of them has records in none.
select protect_table('audit_batch',         '',                               'select, insert', true);
-- Of the installation, not of a tenant.
grant select, insert on audit_key to banksia_system;

-- What is due, of all tenants: identifiers, states and times; what was asked for is sealed.
select protect_table('bulk_export',         'select, insert, update',         'select, update', true);
select protect_table('bulk_export_file',    'select, insert, update, delete', '');
select protect_table('subscription',        'select, insert, update, delete', 'select', true);
select protect_table('subscription_event',  'select, insert, delete',         '');
select protect_table('subscription_cursor', 'select, insert, update',         '');

select protect_table('search_parameter',    'select, insert, update, delete', '');
select protect_table('reindex',             'select, insert, update, delete', 'select', true);
-- What changes of a tenant, or of its keys, is counted.
grant update (generation, index_version) on tenant to banksia_app, banksia_system;
create policy of_all_changed on tenant for update to banksia_system using (true);
create policy of_own on tenant for update to banksia_app using (number = (select current_setting('banksia.tenant')::int));
