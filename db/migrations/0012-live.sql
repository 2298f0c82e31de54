-- Every write leaves an audit line, so that is where what watches is told: at the commit, and of nothing that was rolled back.
-- Ids only: each process shows them to nobody but those who may list the entity.
create function tell_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', agency_id || ' ' || entity || ' ' || case when count(*) > 50 then '*' else string_agg(entity_id::text, ',') end)
    from (select distinct agency_id, entity, entity_id from lines) told
    group by agency_id, entity;
  return null;
end $$;
create trigger audit_told after insert on audit referencing new table as lines for each statement execute function tell_changes();
