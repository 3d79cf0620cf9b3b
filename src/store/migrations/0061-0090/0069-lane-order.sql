-- The first deliveries of a lane in the order in which they go out: a claim reads as many as it takes, however many wait.
create index delivery_next on delivery (tenant, channel_id, lane, (kind = 'recall') desc, seq) where state in ('queued', 'sending');
