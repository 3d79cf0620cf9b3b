-- The answer of the receiver's application to an attempt, which may come long after the receiver's commit.
alter table attempt add column answer text;
alter table attempt add column answered_at timestamptz;
-- Hash of the address that the attempt went to: an answer on a connection to this address counts.
alter table attempt add column endpoint text;
create index attempt_by_control_id on attempt (control_id);
-- An answer names the message alone, so its tenant is found by MSH-10: identifiers, states and times, as in delivery.
alter policy system on attempt using (true);

-- Until when a committed delivery waits for the answer of the application. Null: nobody waits.
alter table delivery add column answer_due_at timestamptz;
create index delivery_unanswered on delivery (answer_due_at) where state = 'committed' and answer_due_at is not null;
