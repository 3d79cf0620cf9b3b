-- Another one with each change of a client: a request that has seen an earlier one answers no token. D189.
alter table issuer_client add column generation uuid not null default gen_random_uuid();

create function renew_client_generation() returns trigger language plpgsql as $$
begin
  new.generation := gen_random_uuid();
  return new;
end $$;
create trigger renew_client_generation before update on issuer_client for each row execute function renew_client_generation();
