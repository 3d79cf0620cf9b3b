-- FHIR Consents in force that deny something: what of them is kept in memory is read by their ids.
create table consent_denial (
  tenant int not null references tenant (number),
  id     text not null,
  primary key (tenant, id)
);
select protect_table('consent_denial', 'select, insert, delete', '');
