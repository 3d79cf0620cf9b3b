-- Our own FHIR addresses, as references were read when the tenant was indexed. Where the settings say others, what refers by an address is
-- indexed again. D64, D65.
alter table tenant add column addresses text[] not null default '{}';
grant update (addresses) on tenant to banksia_app;
