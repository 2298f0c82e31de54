-- Lived times: when each person really began and ended a service, and what the agency decided about the difference from
-- the plan (decisions 83 and 97; core/planning/lived.ts).

create table service_times (
  agency_id uuid not null,
  service_id uuid not null,
  agent_id uuid not null,
  -- His own state, with the codes of a service; 120: the service ended without him.
  status integer not null check (status in (120, 200, 250, 300, 400, 500)),
  started_at timestamptz,
  ended_at timestamptz,
  -- Effective minutes more than planned, known at the end.
  difference integer,
  -- The agency is asked about the difference.
  waiting boolean not null default false,
  decision text check (decision in ('ACCEPTED', 'ROUNDED', 'REFUSED')),
  -- The times that count after the decision; null: the plan, or nothing worked.
  counted_start_at timestamptz,
  counted_end_at timestamptz,
  settled_at timestamptz,
  -- The name is copied; the account identifies the person for erasure.
  author text,
  user_id uuid,
  comment text,
  updated_at timestamptz not null default now(),
  primary key (agency_id, service_id, agent_id),
  check (ended_at is null or ended_at >= started_at),
  check ((counted_start_at is null) = (counted_end_at is null) and (counted_end_at is null or counted_end_at >= counted_start_at)),
  check ((decision is null) = (settled_at is null)),
  check (not (waiting and decision is not null)),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index service_times_agent on service_times (agency_id, agent_id, service_id);
create index service_times_waiting on service_times (agency_id, service_id) where waiting;
create index service_times_settled on service_times (agency_id, settled_at) where settled_at is not null;

select agency_table('service_times', reads => 'app_customer() is null and agent_id = app_agent()');

-- The state that the caller on an agent's own path sees: his own, not that of the colleagues who began before him.
-- `begun`: the service has a real start, so the times of its people are known.
create function app_own_status(service uuid, status integer, begun boolean) returns integer language plpgsql stable parallel safe
  as $$ begin
    if app_agent() is null or not begun or status not in (200, 250, 300, 400, 500) then
      return status;
    end if;
    return coalesce((select t.status from service_times t where t.agency_id = app_agency() and t.service_id = service and t.agent_id = app_agent() and t.status <> 120), 100);
  end $$;

-- The rule of the agency for differences from the plan.
alter table agencies add column gap_tolerance integer not null default 5 check (gap_tolerance between 0 and 60),
  add column gap_rounding integer not null default 15 check (gap_rounding in (5, 10, 15, 30)),
  add column gap_rounding_way text not null default 'NEAREST' check (gap_rounding_way in ('NEAREST', 'AGENT'));

-- Services that began before this version: everybody on them has the times of the service.
alter table services no force row level security;
alter table service_agents no force row level security;
alter table service_times no force row level security;
insert into service_times (agency_id, service_id, agent_id, status, started_at, ended_at)
  select s.agency_id, s.id, a.agent_id, case when s.status in (600, 800) then case when s.real_end_at is null then 200 else 300 end else s.status end,
    s.real_start_at, greatest(s.real_end_at, s.real_start_at)
  from services s join service_agents a on a.agency_id = s.agency_id and a.service_id = s.id
  where s.real_start_at is not null and s.circuit_id is null and s.status in (200, 250, 300, 400, 500, 600, 800);
alter table services force row level security;
alter table service_agents force row level security;
alter table service_times force row level security;
