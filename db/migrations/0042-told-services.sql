-- What agents and customers were told of a service: its row as it was published. A change is the agency's own affair until
-- it is published, a removal too. Whatever is not part of what is published (its state at work, its instructions) follows.

create table told_services (
  like services including defaults,
  -- Removed by the agency, which nobody was told yet.
  gone boolean not null default false,
  primary key (agency_id, id),
  foreign key (agency_id) references agencies (id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete set null (specialty_id),
  foreign key (agency_id, dog_id) references agent_dogs (agency_id, id) on delete set null (dog_id)
);
create index told_services_by_start on told_services (agency_id, start_at, id);
create index told_services_of_site on told_services (agency_id, site_id, start_at);
create index told_services_specialty on told_services (agency_id, specialty_id) where specialty_id is not null;
create index told_services_dog on told_services (agency_id, dog_id) where dog_id is not null;
create index told_services_of_circuit on told_services (agency_id, circuit_id) where circuit_id is not null;
create index told_services_gone on told_services (agency_id, start_at) where gone;

create table told_service_agents (
  agency_id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, service_id, agent_id),
  foreign key (agency_id, service_id) references told_services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index told_service_agents_agent on told_service_agents (agency_id, agent_id, service_id);

do $$
declare
  t text;
begin
  foreach t in array array['told_services', 'told_service_agents'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform, :app', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('create policy removal on %I as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
end $$;

create policy agency on told_service_agents to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else (select app_customer()) is null and agent_id = (select app_agent()) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on told_services to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then site_id in (select app_customer_sites())
    else id in (select a.service_id from told_service_agents a where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent())) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

-- The planning as it stands is the agency's alone.
drop policy agency on services;
create policy agency on services to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));
drop policy agency on service_agents;
create policy agency on service_agents to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));

-- On their own paths alone is it asked.
create or replace function app_service_seen(service uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from told_services s where s.agency_id = app_agency() and s.id = service); end $$;
create or replace function app_agent_sites() returns setof uuid language plpgsql stable parallel safe rows 50
  as $$ begin
    return query select distinct s.site_id from told_service_agents a join told_services s on s.agency_id = a.agency_id and s.id = a.service_id
      where a.agency_id = app_agency() and a.agent_id = app_agent() and s.end_at > now() - interval '30 days';
  end $$;

-- As it stands for the agency, as it was told for everybody else: one of the two halves is never begun.
create view seen_services with (security_invoker = true) as
  select s.* from services s where app_whole()
  union all
  select t.agency_id, t.id, t.reference, t.status, t.start_at, t.end_at, t.activity_type, t.site_id, t.specialty_id, t.post_title, t.nb_agents, t.comment,
    t.dog_id, t.is_circuit, t.circuit_id, t.series_id, t.published_at, t.published, t.real_start_at, t.real_end_at, t.confirmed, t.created_at, t.updated_at, t.version,
    t.unplanned, t.open_ended, t.publication
    from told_services t where not app_whole();
create view seen_service_agents with (security_invoker = true) as
  select a.* from service_agents a where app_whole()
  union all
  select t.* from told_service_agents t where not app_whole();
grant select on seen_services, seen_service_agents to :platform, :app;

-- As it was published, or as it stands where nothing says how it was. Planned for as many as there are: a plan that was made
-- while the table was empty walks it once for each.
create function tell_services_of(agency uuid, ids uuid[]) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into told_services (agency_id, id, reference, status, start_at, end_at, activity_type, site_id, specialty_id, post_title, nb_agents, comment, dog_id,
      is_circuit, circuit_id, series_id, published_at, published, real_start_at, real_end_at, confirmed, created_at, updated_at, version, unplanned, open_ended, publication)
    select n.agency_id, n.id, n.reference,
      case when coalesce((n.published->>'status')::boolean, n.status = 700) then 700 when n.status = 700 then 100 else n.status end,
      coalesce((n.published->>'startAt')::timestamptz, n.start_at), coalesce((n.published->>'endAt')::timestamptz, n.end_at), n.activity_type,
      coalesce((n.published->>'site')::uuid, n.site_id), n.specialty_id, case when n.published is null then n.post_title else n.published->>'postTitle' end,
      n.nb_agents, n.comment, n.dog_id, n.is_circuit, n.circuit_id, n.series_id, n.published_at, n.published, n.real_start_at, n.real_end_at, n.confirmed,
      n.created_at, n.updated_at, n.version, n.unplanned, n.open_ended, 'PUBLISHED'
    from services n where n.agency_id = agency and n.id = any (ids)
    on conflict (agency_id, id) do update set reference = excluded.reference, status = excluded.status, start_at = excluded.start_at, end_at = excluded.end_at,
      activity_type = excluded.activity_type, site_id = excluded.site_id, specialty_id = excluded.specialty_id, post_title = excluded.post_title,
      nb_agents = excluded.nb_agents, comment = excluded.comment, dog_id = excluded.dog_id, is_circuit = excluded.is_circuit, circuit_id = excluded.circuit_id,
      series_id = excluded.series_id, published_at = excluded.published_at, published = excluded.published, real_start_at = excluded.real_start_at,
      real_end_at = excluded.real_end_at, confirmed = excluded.confirmed, open_ended = excluded.open_ended, updated_at = excluded.updated_at, version = excluded.version, gone = false;
  delete from told_service_agents a where a.agency_id = agency and a.service_id = any (ids);
  insert into told_service_agents (agency_id, service_id, agent_id)
    select n.agency_id, n.id, a.agent_id from services n join service_agents a on a.agency_id = n.agency_id and a.service_id = n.id
      where n.agency_id = agency and n.id = any (ids) and n.published is null
    union
    select n.agency_id, n.id, a.id from services n cross join lateral jsonb_array_elements_text(n.published->'agents') p (id)
      join agents a on a.agency_id = n.agency_id and a.id = p.id::uuid where n.agency_id = agency and n.id = any (ids);
end $$;

create function tell_services() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select n.id from fresh n where n.published_at is not null);
  else
    ids := array(select e.id from (select n.id, n.published_at, n.published from fresh n where n.published_at is not null
      except select o.id, o.published_at, o.published from past o) e);
    update told_services t set reference = n.reference, activity_type = n.activity_type, specialty_id = n.specialty_id, nb_agents = n.nb_agents,
        comment = n.comment, dog_id = n.dog_id, real_start_at = n.real_start_at, real_end_at = n.real_end_at, updated_at = n.updated_at, version = n.version, open_ended = n.open_ended,
        -- That it is given up, or no longer, is told when it is published; that somebody is at work, at once.
        status = case when (n.status = 700) = (t.status = 700) then n.status else t.status end
      from fresh n where t.agency_id = n.agency_id and t.id = n.id and n.id not in (select unnest(ids));
  end if;
  if cardinality(ids) > 0 then
    perform tell_services_of(g.agency_id, ids) from (select distinct n.agency_id from fresh n) g;
  end if;
  return null;
end $$;
create trigger services_told_new after insert on services referencing new table as fresh for each statement execute function tell_services();
create trigger services_told after update on services referencing old table as past new table as fresh for each statement execute function tell_services();

-- Whoever was told to come is told that he need not; what he knew to be given up goes at once. The stops of a circuit go with
-- it here: those that a foreign key removes, it removes as the owner of the tables, who sees no agency.
create function keep_told() returns trigger language plpgsql as $$
begin
  delete from told_services t where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id) and t.status = 700;
  update told_services t set gone = true where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id);
  return null;
end $$;
create trigger service_gone after delete on services for each row when (old.published_at is not null) execute function keep_told();

-- Those of before; the owner sees every agency's for as long as that takes.
do $$
declare
  t text;
begin
  foreach t in array array['services', 'service_agents', 'told_services', 'told_service_agents', 'agents'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
end $$;
-- Stops were published without what was told of them: it was told as they stand.
update services s set published = service_facts(s) where s.published_at is not null and s.published is null;
select tell_services_of(s.agency_id, array_agg(s.id)) from services s where s.published_at is not null group by s.agency_id;
do $$
declare
  t text;
begin
  foreach t in array array['services', 'service_agents', 'told_services', 'told_service_agents', 'agents'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
