-- 2 §9: kept as the specification names it, in minutes. Nothing is computed with it: a fixed offset is wrong half of the
-- year, and the zone of the agency decides (decision 22).
alter table agencies add column utc_offset integer not null default 120;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
