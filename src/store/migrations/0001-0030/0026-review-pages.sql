-- Every page of a gate's queue is walked by an index that has its filters in front and its order behind, the outcome of the verification always
-- among them: what is asked of any outcome is the pages of each, merged. No other index has that order, so that none is taken which has to pass
-- over a long queue to find a rare outcome.
drop index review_by_gate;
drop index review_by_spoke;
drop index review_by_template;
drop index review_by_verification;
create index review_by_gate on review (tenant, gate, verification, seq);
create index review_by_spoke on review (tenant, gate, spoke, verification, seq);
create index review_by_template on review (tenant, gate, template_id, verification, seq);
create index review_by_both on review (tenant, gate, spoke, template_id, verification, seq);
