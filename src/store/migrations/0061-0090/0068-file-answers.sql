-- Deliveries into folders that got no answer in time: one that comes later is looked for for a week.
create index delivery_unanswered_file on delivery (updated_at)
  where state = 'dead' and reason = 'no-application-answer' and transport in ('file', 'sftp');
