-- A subscription names the patient to whom its subscriber is kept. One who is not here was any text of a token, which no column in the clear keeps;
-- such a subscriber is told of nothing, before and after.
update subscription s set patient_id = null
where patient_id is not null
  and not exists (select from resource p where p.tenant = s.tenant and p.space = 'fhir' and p.type = 'Patient' and p.id = s.patient_id);
