-- An entry of the daily log names the pass of a round and the point that it is about (P-001). Both are members of its
-- content in the chain, of new entries only: what was written before has the digest that it had.

-- Without foreign keys: an entry outlives the service, with its passes, and the point.
alter table logbook_events add column round_execution_id uuid, add column round_checkpoint_id uuid;
create index logbook_events_round on logbook_events (agency_id, round_execution_id, at) where round_execution_id is not null;

-- Entries of before: the first entry that a fact of a round gave has its id.
alter table round_events no force row level security;
update logbook_events e set round_execution_id = f.execution_id, round_checkpoint_id = f.checkpoint_id
  from round_events f where f.agency_id = e.agency_id and f.id = e.id;
alter table round_events force row level security;

-- As in 0042, with the pass and the point. A correction changes neither.
create or replace function keep_logbook() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c jsonb := new.content;
  finding uuid := case when new.kind = 'finding' then new.id when new.target_id <> new.event_id then new.target_id end;
begin
  if new.kind = 'entry' then
    insert into logbook_events (agency_id, id, site_id, service_id, agent_id, type, category, label, sub_type, description, at, received_at, position, customer_show,
        round_execution_id, round_checkpoint_id)
      values (new.agency_id, new.id, new.site_id, (c->>'service')::uuid, new.agent_id, (c->>'type')::integer, c->>'category', c->>'label',
        c->>'subType', c->>'description', (c->>'at')::timestamptz, new.received_at, new.position, (c->>'customerShow')::boolean,
        (c->>'roundExecution')::uuid, (c->>'checkpoint')::uuid);
  elsif new.kind = 'finding' then
    insert into logbook_findings (agency_id, id, event_id, agent_id, content, at)
      values (new.agency_id, new.id, new.event_id, new.agent_id, c->>'text', (c->>'at')::timestamptz);
  elsif new.kind = 'withdrawal' and finding is null then
    update logbook_events set state = 'WITHDRAWN' where agency_id = new.agency_id and id = new.event_id;
  elsif new.kind = 'withdrawal' then
    update logbook_findings set state = 'WITHDRAWN' where agency_id = new.agency_id and id = finding;
  elsif finding is null then
    update logbook_events set state = 'CORRECTED', service_id = (c->>'service')::uuid, type = (c->>'type')::integer, category = c->>'category',
        label = c->>'label', sub_type = c->>'subType', description = c->>'description', at = (c->>'at')::timestamptz, customer_show = (c->>'customerShow')::boolean
      where agency_id = new.agency_id and id = new.event_id;
  else
    update logbook_findings set state = 'CORRECTED', content = c->>'text', at = (c->>'at')::timestamptz where agency_id = new.agency_id and id = finding;
  end if;
  if finding is not null and new.kind <> 'withdrawal' then
    delete from logbook_finding_files where agency_id = new.agency_id and finding_id = finding;
    insert into logbook_finding_files (agency_id, finding_id, file_id, rank)
      select new.agency_id, finding, (f.value->>'id')::uuid, f.ordinality from jsonb_array_elements(c->'files') with ordinality f;
  end if;
  -- An entry has no photos of its own.
  if new.kind <> 'entry' then
    update logbook_events e set version = e.version + 1, updated_at = now(), photo_count = (select count(*) from logbook_findings f
        join logbook_finding_files j on j.agency_id = f.agency_id and j.finding_id = f.id
        where f.agency_id = e.agency_id and f.event_id = e.id and f.state <> 'WITHDRAWN')
      where e.agency_id = new.agency_id and e.id = new.event_id;
  end if;
  return null;
end $$;

-- Why a read has no position any more. Null: it has one, or it never had one.
alter table round_events add column position_gone text check (position_gone is null or (position_gone in ('RETENTION', 'ERASURE') and latitude is null));
-- Points that are validated by the position alone had one; those of before the period have lost it.
alter table round_events no force row level security;
alter table retention_rules no force row level security;
update round_events f set position_gone = 'RETENTION' from retention_rules r
  where r.key = 'geolocationActivity' and f.kind = 'virtual' and f.latitude is null and f.at < now() - (r.period || ' ' || r.unit)::interval;
alter table retention_rules force row level security;
alter table round_events force row level security;

-- A photo of the field is known by its id: the same bytes, sent also as a file of the same name, are another row.
alter table files drop constraint files_content_key;
create unique index files_content_key on files (agency_id, uploaded_by, hash, name) where announced is null;
