-- Services and circuits: what is planned, for whom, and what its agents were told of it (2 §3, §4).

create function app_zone() returns text language sql stable parallel safe
  as $$ select coalesce((select a.time_zone from agencies a where a.id = app_agency()), 'Europe/Paris') $$;

-- Picked as any record is.
alter table agent_dogs add column version integer not null default 1, add column updated_at timestamptz not null default now();

create table service_series (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  recurrence jsonb not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);

create table services (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  reference text not null,
  status integer not null default 100 check (status in (100, 110, 120, 200, 250, 300, 400, 500, 600, 700, 800)),
  start_at timestamptz not null,
  end_at timestamptz not null,
  activity_type integer not null default 1 check (activity_type in (1, 2, 3, 4, 5, 6, 7, 8)),
  site_id uuid not null,
  specialty_id uuid,
  post_title text,
  nb_agents integer not null default 1 check (nb_agents between 1 and 50),
  comment text,
  dog_id uuid,
  is_circuit boolean not null default false,
  circuit_id uuid,
  series_id uuid,
  published_at timestamptz,
  published jsonb,
  real_start_at timestamptz,
  real_end_at timestamptz,
  confirmed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  -- Every question on a period looks back that far.
  constraint services_span check (end_at > start_at and end_at <= start_at + interval '72 hours'),
  check (circuit_id is null or not is_circuit),
  constraint services_reference_key unique (agency_id, reference),
  constraint services_site_fkey foreign key (agency_id, site_id) references sites (agency_id, id),
  constraint services_specialty_fkey foreign key (agency_id, specialty_id) references specialties (agency_id, id),
  foreign key (agency_id, circuit_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, series_id) references service_series (agency_id, id) on delete set null (series_id),
  foreign key (agency_id, dog_id) references agent_dogs (agency_id, id) on delete set null (dog_id)
);
create index services_by_start on services (agency_id, start_at, id);
create index services_of_site on services (agency_id, site_id, start_at);
create index services_of_series on services (agency_id, series_id, start_at) where series_id is not null;
create index services_of_circuit on services (agency_id, circuit_id) where circuit_id is not null;
create index services_specialty on services (agency_id, specialty_id) where specialty_id is not null;
create index services_dog on services (agency_id, dog_id) where dog_id is not null;
-- What the clock looks for.
create index services_open on services (agency_id, end_at) where status in (100, 110, 200, 250, 500);

-- One number after the other, as the planner reads them out on the telephone.
create function service_reference() returns trigger language plpgsql as $$
declare
  n bigint;
begin
  insert into counters (agency_id, name, value) values (new.agency_id, 'service', 1)
    on conflict (agency_id, name) do update set value = counters.value + 1 returning value into n;
  new.reference := case when new.is_circuit then 'T' else 'S' end || lpad(n::text, greatest(6, length(n::text)), '0');
  return new;
end $$;
create trigger service_reference before insert on services for each row when (new.reference is null) execute function service_reference();

create table service_agents (
  agency_id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, service_id, agent_id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index service_agents_agent on service_agents (agency_id, agent_id, service_id);

-- Breaks and time gaps (Q): planned with the service, noted in the field, or written by the agency afterwards.
create table service_breaks (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  rank integer not null default 0,
  agent_id uuid,
  type integer not null default 0 check (type in (0, 1, 2, 3, 4)),
  start_at timestamptz not null,
  end_at timestamptz not null,
  real_start_at timestamptz,
  real_end_at timestamptz,
  status integer not null default 100 check (status in (100, 200, 300)),
  comment text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (end_at > start_at),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index service_breaks_of on service_breaks (agency_id, service_id, rank);
create index service_breaks_by_start on service_breaks (agency_id, start_at, id);
create index service_breaks_agent on service_breaks (agency_id, agent_id) where agent_id is not null;

-- Stops of a circuit; each is a sub-service of the same id, so that its site's people see it.
create table service_stops (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  rank integer not null default 0,
  site_id uuid not null,
  arrival time not null,
  minutes integer not null check (minutes between 1 and 1440),
  activity_type integer not null default 6 check (activity_type in (1, 2, 3, 4, 5, 6, 7, 8)),
  comment text,
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  constraint service_stops_site_fkey foreign key (agency_id, site_id) references sites (agency_id, id)
);
create index service_stops_of on service_stops (agency_id, service_id, rank);
create index service_stops_site on service_stops (agency_id, site_id);

-- Art. 7.07.3: a change on short notice wants the agent's consent, which is kept.
create table service_consents (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  means text not null check (means in ('PHONE', 'SMS', 'EMAIL', 'WRITTEN', 'ORAL')),
  obtained_at timestamptz not null,
  comment text,
  author text not null,
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index service_consents_of on service_consents (agency_id, service_id);
create index service_consents_agent on service_consents (agency_id, agent_id);

-- What its agents are told: a service that differs from it has changed since.
create function service_facts(s services) returns jsonb language plpgsql stable parallel safe
  as $$ begin
    -- As text of one clock: JSON would write them in the session's own.
    return jsonb_build_object('startAt', to_char(s.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'endAt', to_char(s.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'site', s.site_id, 'postTitle', s.post_title, 'status', s.status = 700,
      'agents', (select coalesce(jsonb_agg(a.agent_id order by a.agent_id), '[]') from service_agents a
        where a.agency_id = s.agency_id and a.service_id = s.id));
  end $$;

-- An agent's services are those he was told of.
create function app_agent_service(service uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from service_agents a where a.agency_id = app_agency() and a.service_id = service and a.agent_id = app_agent());
  end $$;
create function app_customer_site(site uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from sites s where s.agency_id = app_agency() and s.id = site and s.customer_id = app_customer()); end $$;
create function app_service_seen(service uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from services s where s.agency_id = app_agency() and s.id = service); end $$;

do $$
declare
  t text;
begin
  foreach t in array array['service_series', 'services', 'service_agents', 'service_breaks', 'service_stops', 'service_consents'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to :app', t);
    execute format('create policy removal on %I as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
  -- How a series is made and who agreed to what is the agency's affair.
  foreach t in array array['service_series', 'service_consents'] loop
    execute format('create policy agency on %I to :app
      using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
end $$;

create policy agency on services to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when published_at is null then false
    when app_customer() is not null then app_customer_site(site_id) else app_agent_service(id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on service_agents to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on service_breaks to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    else app_customer() is null and (agent_id is null or agent_id = app_agent()) and app_service_seen(service_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on service_stops to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and app_service_seen(service_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

-- The sites of an agent's services, from a month ago on.
create or replace function app_agent_site(site uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from service_agents a join services s on s.agency_id = a.agency_id and s.id = a.service_id
      where a.agency_id = app_agency() and a.agent_id = app_agent() and s.site_id = site and s.published_at is not null
        and s.end_at > now() - interval '30 days');
  end $$;
