-- Publication: agents and customers see the published copy of a service. Only the agency sees a change or a removal
-- until it is published. Columns that are not part of a publication (the state of the work, the instructions) are
-- copied at once.

-- Whether the published values are current ----------------------------------------------------------------------------

-- The values of a service that a publication includes: if they differ from services.published, the service has changed.
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

-- Triggers maintain services.publication: computing it at each read took half the time of a month of planning.
create function keep_publication() returns trigger language plpgsql as $$
begin
  new.publication := service_publication(new);
  return new;
end $$;
create trigger service_published before insert on services for each row execute function keep_publication();
-- Runs only when a published value changes. An agent's action in the field changes none, and the comparison would be
-- wrong on his path, because he does not see the other agents of the service.
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

-- It has every column of services: align_published_services() adds the columns of later migrations.
create table published_services (
  like services including defaults,
  -- Removed by the agency; the removal is not published yet.
  removed boolean not null default false,
  primary key (agency_id, id),
  foreign key (agency_id) references agencies (id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete set null (specialty_id),
  foreign key (agency_id, dog_id) references agent_dogs (agency_id, id) on delete set null (dog_id)
);
create index published_services_by_start on published_services (agency_id, start_at, id);
create index published_services_of_site on published_services (agency_id, site_id, start_at);
create index published_services_specialty on published_services (agency_id, specialty_id) where specialty_id is not null;
create index published_services_dog on published_services (agency_id, dog_id) where dog_id is not null;
create index published_services_of_circuit on published_services (agency_id, circuit_id) where circuit_id is not null;
create index published_services_removed on published_services (agency_id, start_at) where removed;

create table published_service_agents (
  agency_id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, service_id, agent_id),
  foreign key (agency_id, service_id) references published_services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index published_service_agents_agent on published_service_agents (agency_id, agent_id, service_id);

select agency_table('published_service_agents', reads => '(select app_customer()) is null and agent_id = (select app_agent())');
select agency_table('published_services', reads => 'when (select app_customer()) is not null then site_id in (select app_customer_sites())
  else id in (select a.service_id from published_service_agents a where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent()))');

-- The columns of services that the copy has, without the listed ones; quoted, each with the prefix.
create function service_columns(prefix text, but text[] default '{}') returns text language sql stable parallel safe
  as $$ select string_agg(prefix || quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = 'services'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (but)
      and exists (select from pg_attribute b where b.attrelid = 'published_services'::regclass and b.attname = a.attname and not b.attisdropped) $$;

-- Adds missing columns to the copy: the migrator calls each function named align_… at the end of each migration.
create function align_published_services() returns void language plpgsql as $$
declare
  missing record;
  added text[] := '{}';
  name text;
begin
  for missing in select a.attname, format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as usual, a.attnotnull
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'services'::regclass and a.attnum > 0 and not a.attisdropped and not exists (select from pg_attribute b
        where b.attrelid = 'published_services'::regclass and b.attname = a.attname and not b.attisdropped) order by a.attnum loop
    execute format('alter table published_services add column %I %s%s%s', missing.attname, missing.type,
      coalesce(' default ' || missing.usual, ''), case when missing.attnotnull and missing.usual is not null then ' not null' else '' end);
    added := added || missing.attname::text;
  end loop;
  if cardinality(added) = 0 and to_regclass('seen_services') is not null then
    return;
  end if;
  if cardinality(added) > 0 then
    -- Let the owner see every agency while it fills the new columns.
    alter table services no force row level security;
    alter table published_services no force row level security;
    foreach name in array added loop
      execute format('update published_services p set %1$I = s.%1$I from services s where s.agency_id = p.agency_id and s.id = p.id', name);
    end loop;
    alter table services force row level security;
    alter table published_services force row level security;
  end if;
  -- The current rows for the agency, the published copy for other callers: one of the two halves is never executed.
  execute format('create or replace view seen_services with (security_invoker = true) as
    select %s from services s where app_whole() union all select %s from published_services p where not app_whole()',
    service_columns('s.'), service_columns('p.'));
end $$;
select align_published_services();

create view seen_service_agents with (security_invoker = true) as
  select a.* from service_agents a where app_whole()
  union all
  select p.* from published_service_agents p where not app_whole();
grant select on seen_services, seen_service_agents to :platform, :app;

-- Updating the copy ---------------------------------------------------------------------------------------------------

-- Copies services with their published values, or with their current values if none are stored. The values of a
-- publication (service_facts) come from `published`, every other column from the service.
create function publish_services(agency uuid, ids uuid[]) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  decided constant text[] := array['status', 'start_at', 'end_at', 'site_id', 'post_title', 'publication'];
begin
  execute format($copy$insert into published_services (%1$s, status, start_at, end_at, site_id, post_title, publication)
    select %2$s,
      case when coalesce((n.published->>'status')::boolean, n.status = 700) then 700 when n.status = 700 then 100 else n.status end,
      coalesce((n.published->>'startAt')::timestamptz, n.start_at), coalesce((n.published->>'endAt')::timestamptz, n.end_at),
      coalesce((n.published->>'site')::uuid, n.site_id), case when n.published is null then n.post_title else n.published->>'postTitle' end, 'PUBLISHED'
    from services n where n.agency_id = $1 and n.id = any ($2)
    on conflict (agency_id, id) do update set (%3$s, removed) = row (%4$s, false)$copy$,
    service_columns('', decided), service_columns('n.', decided), service_columns('', '{agency_id,id}'), service_columns('excluded.', '{agency_id,id}'))
    using agency, ids;
  delete from published_service_agents a where a.agency_id = agency and a.service_id = any (ids);
  insert into published_service_agents (agency_id, service_id, agent_id)
    select n.agency_id, n.id, a.agent_id from services n join service_agents a on a.agency_id = n.agency_id and a.service_id = n.id
      where n.agency_id = agency and n.id = any (ids) and n.published is null
    union
    select n.agency_id, n.id, a.id from services n cross join lateral jsonb_array_elements_text(n.published->'agents') p (id)
      join agents a on a.agency_id = n.agency_id and a.id = p.id::uuid where n.agency_id = agency and n.id = any (ids);
end $$;

-- Copies the services that the statement publishes; for other services, copies the columns outside the publication.
create function keep_published() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  awaits constant text[] := array['agency_id', 'id', 'status', 'start_at', 'end_at', 'site_id', 'post_title', 'publication', 'published', 'published_at', 'is_circuit', 'circuit_id'];
begin
  if tg_op = 'INSERT' then
    ids := array(select n.id from fresh n where n.published_at is not null);
  else
    ids := array(select e.id from (select n.id, n.published_at, n.published from fresh n where n.published_at is not null
      except select o.id, o.published_at, o.published from past o) e);
    execute format($follow$update published_services t set (%s, status) = row (%s,
        -- A cancellation, or its undo, waits for a publication; the other states are copied at once.
        case when (n.status = 700) = (t.status = 700) then n.status else t.status end)
      from fresh n where t.agency_id = n.agency_id and t.id = n.id and n.id <> all ($1)$follow$,
      service_columns('', awaits), service_columns('n.', awaits)) using ids;
  end if;
  if cardinality(ids) > 0 then
    perform publish_services(g.agency_id, ids) from (select distinct n.agency_id from fresh n) g;
  end if;
  return null;
end $$;
create trigger services_published_new after insert on services referencing new table as fresh for each statement execute function keep_published();
create trigger services_published after update on services referencing old table as past new table as fresh for each statement execute function keep_published();

-- A removed service stays in the copy, marked, until the removal is published; a service published as cancelled is
-- removed at once. This trigger also marks the stops of a circuit: the foreign key removes them as the owner of the
-- tables, who sees no agency.
create function keep_removed() returns trigger language plpgsql as $$
begin
  delete from published_services t where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id) and t.status = 700;
  update published_services t set removed = true where t.agency_id = old.agency_id and (t.id = old.id or t.circuit_id = old.id);
  return null;
end $$;
create trigger service_removed after delete on services for each row when (old.published_at is not null) execute function keep_removed();
