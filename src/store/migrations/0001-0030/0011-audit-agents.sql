-- Who did it is a user, the client that was used, or a practitioner.
create index audit_by_client on audit (tenant, client, at, seq);
create index audit_by_practitioner on audit (tenant, practitioner, at, seq) where practitioner is not null;
