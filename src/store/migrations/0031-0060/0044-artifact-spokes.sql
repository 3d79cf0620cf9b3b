-- The spoke of the artifact that a record is about: usage is counted to it, and not to the spoke of the caller. Null: the record is about no
-- artifact, or of a time when that was not kept; it is counted to the caller's spoke. What is sealed stays as it is: a record without it is
-- hashed as before.
alter table audit add column artifact_spoke text;
