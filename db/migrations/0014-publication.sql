-- Publication: what agents and customers see of a service is its row as it was published. A change is the agency's alone
-- until it is published, and so is a removal. What is not part of a publication (the state at work, the instructions)
-- follows at once.

-- Whether a service is known as it stands -----------------------------------------------------------------------------

-- What is published of a service: if it differs from services.published, the service has changed since.
create function service_facts(s services) returns jsonb language plpgsql stable parallel safe
  as $$ begin
    -- Times as UTC text: JSON would write them in the session's time zone.
    return jsonb_build_object('startAt', to_char(s.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'endAt', to_char(s.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'site', s.site_id, 'postTitle', s.post_title, 'status', s.status = 700,
      'agents', (select coalesce(jsonb_agg(a.agent_id order by a.agent_id), '[]') from service_agents a
        where a.agency_id = s.agency_id and a.service_id = s.id));
  end $$;

create function service_publication(s services) returns text language plpgsql stable parallel safe
  as $$ begin
    return case when s.published_at is null then 'DRAFT' when s.published = service_facts(s) then 'PUBLISHED' else 'CHANGED' end;
  end $$;

-- services.publication is kept by triggers: computed at each read, it took half the time of a month of planning.
create function keep_publication() returns trigger language plpgsql as $$
begin
  new.publication := service_publication(new);
  return new;
end $$;
create trigger service_published before insert on services for each row execute function keep_publication();
-- Only when what is published changes: what an agent does in the field changes none of it, and he does not see the
-- other agents of the service.
create trigger service_changed before update on services for each row
  when ((old.start_at, old.end_at, old.site_id, old.post_title, old.status = 700, old.published_at, old.published)
    is distinct from (new.start_at, new.end_at, new.site_id, new.post_title, new.status = 700, new.published_at, new.published))
  execute function keep_publication();

create function keep_publications() returns trigger language plpgsql as $$
begin
  update services s set publication = service_publication(s) from (select distinct agency_id, service_id from lines) l
    where s.agency_id = l.agency_id and s.id = l.service_id and s.published_at is not null and s.publication <> service_publication(s);
  return null;
end $$;
create trigger service_agents_put after insert on service_agents referencing new table as lines for each statement execute function keep_publications();
create trigger service_agents_taken after delete on service_agents referencing old table as lines for each statement execute function keep_publications();

-- The published copy --------------------------------------------------------------------------------------------------

create table told_services (
  like services including defaults,
  -- Removed by the agency, and the removal is not published yet.
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

select agency_table('told_service_agents', reads => '(select app_customer()) is null and agent_id = (select app_agent())');
select agency_table('told_services', reads => 'when (select app_customer()) is not null then site_id in (select app_customer_sites())
  else id in (select a.service_id from told_service_agents a where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent()))');

-- As it stands for the agency, as published for everybody else: one of the two halves is never executed.
create view seen_services with (security_invoker = true) as
  select s.* from services s where app_whole()
  union all
  select t.agency_id, t.id, t.reference, t.status, t.start_at, t.end_at, t.activity_type, t.site_id, t.specialty_id, t.post_title, t.nb_agents, t.comment,
    t.dog_id, t.is_circuit, t.circuit_id, t.series_id, t.published_at, t.published, t.publication, t.real_start_at, t.real_end_at, t.confirmed,
    t.unplanned, t.open_ended, t.created_at, t.updated_at, t.version
    from told_services t where not app_whole();
create view seen_service_agents with (security_invoker = true) as
  select a.* from service_agents a where app_whole()
  union all
  select t.* from told_service_agents t where not app_whole();
grant select on seen_services, seen_service_agents to :platform, :app;

-- Keeping the copy ----------------------------------------------------------------------------------------------------

-- Copies services as they were published, or as they stand where nothing says how they were. Planned for each call: a
-- plan made while the table was empty scans it once for each row.
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
        -- That it is given up, or no longer, waits for a publication; that somebody is at work does not.
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

-- A removed service stays in the copy, marked, until the removal is published; one that was published as given up goes at
-- once. The stops of a circuit are marked here with it: those that a foreign key removes, it removes as the owner of the
-- tables, who sees no agency.
create function keep_told() returns trigger language plpgsql as $$
begin
  delete from told_services t where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id) and t.status = 700;
  update told_services t set gone = true where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id);
  return null;
end $$;
create trigger service_gone after delete on services for each row when (old.published_at is not null) execute function keep_told();
