-- What a job found out, where that is no artifact: of a channel's test, each check with its outcome.
alter table job add column result jsonb;
