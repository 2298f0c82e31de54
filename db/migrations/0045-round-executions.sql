-- Rounds as they were walked (O-007, O-017 to O-021): executions, and the facts of each.

create table round_executions (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- Chosen by the phone.
  id uuid not null,
  service_id uuid not null,
  -- Without foreign keys: an execution outlives the line of the service and the round.
  service_round_id uuid not null,
  round_id uuid not null,
  site_id uuid not null,
  agent_id uuid,
  -- The round as it was at the start (core/rounds/execution.ts, RoundPlan).
  plan jsonb not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index round_executions_line on round_executions (agency_id, service_round_id, started_at);
create index round_executions_service on round_executions (agency_id, service_id);
create index round_executions_site on round_executions (agency_id, site_id);
create index round_executions_agent on round_executions (agency_id, agent_id) where agent_id is not null;
-- An agent sees those of his services. A customer sees those of his sites, where the site opens its daily log to him.
select agency_table('round_executions', grants => 'select, insert, update', reads => 'when (select app_customer()) is not null then
    site_id in (select app_customer_sites()) and app_site_opens(site_id, ''readDailyLogs'') and app_service_seen(service_id)
  else app_service_seen(service_id)');

create function app_round_execution_seen(execution uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from round_executions e where e.agency_id = app_agency() and e.id = execution); end $$;

-- What happened in an execution. The state follows from these rows alone (core/rounds/execution.ts).
create table round_events (
  agency_id uuid not null,
  -- That of the field's event.
  id uuid not null,
  execution_id uuid not null,
  agent_id uuid,
  kind text not null check (kind in ('start', 'read', 'virtual', 'jump', 'observation', 'stop')),
  at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Without foreign keys: a fact outlives the point.
  line_id uuid,
  checkpoint_id uuid,
  way text check (way in ('NFC', 'QR', 'POSITION')),
  content text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  primary key (agency_id, id),
  foreign key (agency_id, execution_id) references round_executions (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index round_events_of on round_events (agency_id, execution_id, at);
create index round_events_agent on round_events (agency_id, agent_id) where agent_id is not null;
-- For the retention of positions.
create index round_events_placed on round_events (at) where latitude is not null;
select agency_table('round_events', grants => 'select, insert', reads => 'app_round_execution_seen(execution_id)');

-- No position is stored during an agent's break (CNIL, NS-51), even if his telephone sends one.
create function no_round_place_on_break() returns trigger language plpgsql as $$
begin
  if exists (select from round_executions e join service_breaks b on b.agency_id = e.agency_id and b.service_id = e.service_id
      where e.agency_id = new.agency_id and e.id = new.execution_id and (b.agent_id is null or b.agent_id = new.agent_id)
        and b.real_start_at <= new.at and coalesce(b.real_end_at > new.at, true) and b.type = 0) then
    new.latitude := null;
    new.longitude := null;
    new.accuracy := null;
  end if;
  return new;
end $$;
create trigger no_place_on_break before insert on round_events for each row when (new.latitude is not null) execute function no_round_place_on_break();
