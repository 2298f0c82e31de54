-- Planning: services and circuits, their agents, breaks, stops, rounds, consents and events (2 §3, §4). These tables
-- hold the current planning, which only the agency sees; 0014-publication.sql holds the copy that agents and customers
-- see.

-- Services ------------------------------------------------------------------------------------------------------------

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
  -- When it was last published, and the published values (service_facts).
  published_at timestamptz,
  published jsonb,
  -- Whether the published values are current; written by triggers (0014-publication.sql).
  publication text not null default 'DRAFT' check (publication in ('DRAFT', 'PUBLISHED', 'CHANGED')),
  real_start_at timestamptz,
  real_end_at timestamptz,
  confirmed boolean not null default false,
  -- Started by an agent without a plan (N-067); its end is unknown until it ends.
  unplanned boolean not null default false,
  open_ended boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  -- Longest service: each query on a period looks back that far.
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
-- For the scheduled jobs.
create index services_open on services (agency_id, end_at) where status in (100, 110, 200, 250, 500);

-- Consecutive numbers, easy to read out on the telephone.
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

-- Stops of a circuit. Each is also a sub-service with the same id, so that the people of its site see it.
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

-- Art. 7.07.3: a change on short notice requires the agent's consent, which is stored.
create table service_consents (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  means text not null check (means in ('PHONE', 'SMS', 'EMAIL', 'WRITTEN', 'ORAL')),
  obtained_at timestamptz not null,
  comment text,
  -- The name is copied; the account identifies the person for erasure.
  author text not null,
  user_id uuid default app_user(),
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index service_consents_of on service_consents (agency_id, service_id);
create index service_consents_agent on service_consents (agency_id, agent_id);

-- Only the agency sees the current planning, the series and the consents.
select agency_table(t) from unnest(array['service_series', 'services', 'service_agents', 'service_consents']) t;

-- True if the service was published to the caller; used only on the paths of agents and customers.
create function app_service_seen(service uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from published_services s where s.agency_id = app_agency() and s.id = service); end $$;

select agency_table('service_stops', reads => 'app_customer() is null and app_service_seen(service_id)');

-- The agents of a site: from its services of the last month and its future services, without the agents barred from it.
create function app_people_of_site(site uuid) returns setof uuid language plpgsql stable parallel safe rows 20
  as $$ begin
    -- The stops of a circuit have the agents of the circuit.
    return query select distinct h.agent_id from services s
        join service_agents h on h.agency_id = s.agency_id and h.service_id = coalesce(s.circuit_id, s.id)
      where s.agency_id = app_agency() and s.site_id = site and s.status <> 700 and s.start_at > now() - interval '33 days' and s.end_at > now() - interval '30 days'
        and not exists (select from site_users b where b.agency_id = s.agency_id and b.site_id = site and b.agent_id = h.agent_id);
  end $$;

-- Breaks and time gaps (area Q) ---------------------------------------------------------------------------------------

-- Planned with the service, recorded in the field, or entered by the agency afterwards.
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
  -- Taken in the field without a plan: its end is unknown until it ends.
  unplanned boolean not null default false,
  -- Q-003: the state of the service that a running break interrupted.
  paused_from integer check (paused_from in (200, 250)),
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

-- A late arrival or an early departure is recorded afterwards; a break is planned, started, ended (Q-002).
create function settle_gap() returns trigger language plpgsql as $$
begin
  new.status := 300;
  return new;
end $$;
create trigger settle_gap before insert on service_breaks for each row when (new.type <> 0 and new.status = 100) execute function settle_gap();

select agency_table('service_breaks',
  reads => 'app_customer() is null and (agent_id is null or agent_id = app_agent()) and app_service_seen(service_id)');

-- The breaks that a service's form edits: planned for all agents. Breaks and delays of one agent are recorded in the
-- same table, and must not disappear when the form is saved.
create view planned_breaks with (security_invoker = true) as
  select * from service_breaks where agent_id is null and not unplanned;
grant select, insert, update, delete on planned_breaks to :platform, :app;

-- Rounds of a service (O-030) -----------------------------------------------------------------------------------------

-- Each round has a number of repetitions. A line stores the site of its round: the policy of rounds reads these lines,
-- so reading the site from rounds would recurse without end.
create table service_rounds (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  rank integer not null default 0,
  round_id uuid not null,
  site_id uuid,
  number_of_executions integer not null default 1 check (number_of_executions between 1 and 100),
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  -- MATCH FULL: refuses a line without a site as well as a line without a round. When a round changes its site, its
  -- lines follow.
  constraint service_rounds_round_fkey
    foreign key (agency_id, round_id, site_id) references rounds (agency_id, id, site_id) match full on update cascade
);
create index service_rounds_of on service_rounds (agency_id, service_id, rank);
create index service_rounds_round on service_rounds (agency_id, round_id, site_id);

create function round_of_service() returns trigger language plpgsql as $$
begin
  select r.site_id into new.site_id from rounds r where r.agency_id = new.agency_id and r.id = new.round_id;
  return new;
end $$;
create trigger round_of_service before insert or update of round_id on service_rounds for each row execute function round_of_service();

select agency_table('service_rounds', reads => 'app_customer() is null and app_service_seen(service_id)');

-- A customer reads the rounds of the services published to him (O-012), with their checkpoints. A circuit visits sites
-- of several customers: each customer reads only the rounds on his own sites.
create policy customer on service_rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites()) and app_service_seen(service_id));
create policy customer on rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites())
    and exists (select from service_rounds r where r.agency_id = rounds.agency_id and r.round_id = rounds.id));
create policy customer on round_checkpoints for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and app_round_seen(round_id));
create policy customer on checkpoints for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites())
    and exists (select from round_checkpoints l where l.agency_id = checkpoints.agency_id and l.checkpoint_id = checkpoints.id));

-- Events of a service (2 §4) ------------------------------------------------------------------------------------------

create table service_events (
  agency_id uuid not null,
  -- Id chosen by the sender: an event sent twice is stored once.
  id uuid not null,
  service_id uuid not null,
  agent_id uuid,
  type integer not null check (type between 1 and 134),
  -- When it happened, and when it arrived.
  at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The name is copied and may differ from the sheet; the account identifies the user. As in the audit, the event
  -- outlives the account.
  author text,
  user_id uuid default app_user(),
  content text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  status_before integer,
  status_after integer,
  customer_show boolean not null default false,
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index service_events_of on service_events (agency_id, service_id, at, id);
create index service_events_agent on service_events (agency_id, agent_id) where agent_id is not null;
-- For the retention of positions.
create index service_events_placed on service_events (at) where latitude is not null;

-- No position is stored during an agent's break (CNIL, NS-51), even if his telephone sends one: 10 to 13 are the events
-- of breaks (Q-006).
create function no_place_on_break() returns trigger language plpgsql as $$
begin
  new.latitude := null;
  new.longitude := null;
  new.accuracy := null;
  return new;
end $$;
create trigger no_place_on_break before insert or update on service_events for each row when (new.type between 10 and 13) execute function no_place_on_break();

-- Insert only; removing a service removes its events.
select platform_table('service_events');
grant select, insert on service_events to :app;
create policy agency on service_events for select to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then customer_show and app_service_seen(service_id) else app_service_seen(service_id) end);
create policy writes on service_events for insert to :app with check (agency_id = (select app_agency()) and (select app_whole()));

-- Frozen states -------------------------------------------------------------------------------------------------------

-- The plan of a finished service is frozen; time gaps and the comment stay writable until it is archived.
create trigger frozen_over after update on services for each row when (old.status in (300, 400, 800))
  execute function refuse_frozen('comment', 'confirmed', 'status', 'real_start_at', 'real_end_at', 'published_at', 'published', 'publication', 'updated_at', 'version');
create trigger frozen_archived after update on services for each row when (old.status = 600)
  execute function refuse_frozen('status', 'real_start_at', 'real_end_at', 'published_at', 'published', 'publication', 'updated_at', 'version');
select freeze_lines('service_agents', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_stops', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_rounds', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_breaks', 'services', 'service_id', 'p.status = 600');
