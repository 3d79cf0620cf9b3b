-- Profiles, value sets and code systems of a tenant's own: which of its resources are used as definitions.

create table own_definition (
  tenant int not null references tenant (number),
  -- Of the resource: StructureDefinition, ValueSet or CodeSystem.
  type   text not null,
  id     text not null,
  primary key (tenant, type, id)
);
select protect_table('own_definition', 'select, insert, delete', '');
