-- Which parameters a search named: names that a definition knows, never a value.
alter table audit add column query text[];
