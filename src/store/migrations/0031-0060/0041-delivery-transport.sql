-- By which transport a delivery goes, to be counted by: a channel's is sealed. Of those that are here already it is told where their outcome tells it.
alter table delivery add column transport text;
update delivery set transport = case when file_name is not null then 'file' when control_id is not null then 'mllp' end
  where file_name is not null or control_id is not null;
