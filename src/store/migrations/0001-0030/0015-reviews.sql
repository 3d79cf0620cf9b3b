-- The queues of the release gates: what is in review, and who has claimed it. Identifiers, states and times; written with each move of an artifact.

create table review (
  tenant        int not null references tenant (number),
  artifact_id   uuid not null,
  seq           bigint generated always as identity,
  gate          text not null,
  spoke         text not null,
  encounter_id  uuid not null,
  template_id   uuid not null,
  artifact_type text not null,
  version       int not null,
  verification  text not null,
  findings      int not null,
  -- Subject of the first of two approvals.
  approved_by   text,
  waiting_since timestamptz not null default now(),
  -- The claim: subject and PractitionerRole of who is at it, and until when.
  holder        text,
  practitioner  text,
  held_until    timestamptz,
  primary key (tenant, artifact_id)
) with (fillfactor = 80);
-- Pages are in the order of seq, which is the order of arrival; each filter has its own.
create index review_by_gate on review (tenant, gate, seq);
create index review_by_spoke on review (tenant, gate, spoke, seq);
create index review_by_template on review (tenant, gate, template_id, seq);
create index review_by_verification on review (tenant, gate, verification, seq);
select protect_table('review', 'select, insert, update, delete', '');

-- How many wait, by gate and verification: counting a long queue takes longer than a page may. Every session adds to its own slot, so that
-- none waits for another; the sum of the slots is exact.
create table review_count (
  tenant       int not null,
  gate         text not null,
  verification text not null,
  slot         int not null,
  waiting      bigint not null,
  primary key (tenant, gate, verification, slot)
) with (fillfactor = 50);
select protect_table('review_count', 'select, insert, update', '');

create function count_reviews() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.gate = old.gate and new.verification = old.verification then
    return null;
  end if;
  insert into review_count as c (tenant, gate, verification, slot, waiting)
  select tenant, gate, verification, pg_backend_pid() % 32, change from (
    select new.tenant, new.gate, new.verification, 1 as change where tg_op <> 'DELETE'
    union all
    select old.tenant, old.gate, old.verification, -1 where tg_op <> 'INSERT'
  ) changes order by gate, verification
  on conflict (tenant, gate, verification, slot) do update set waiting = c.waiting + excluded.waiting;
  return null;
end $$;
create trigger review_counted after insert or delete or update of gate, verification on review
for each row execute function count_reviews();
