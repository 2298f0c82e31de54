-- Lived times: when each person really began and ended a service, and what the agency decided about the difference from
-- the plan (decisions 83 and 97; core/planning/lived.ts).

create table service_times (
  agency_id uuid not null,
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  agent_id uuid not null,
  -- The planned start of the service, to order by; kept by a trigger.
  start_at timestamptz not null,
  -- His own state, with the codes of a service; 120: the service ended without him.
  state integer not null check (state in (120, 200, 250, 300, 400, 500)),
  started_at timestamptz,
  ended_at timestamptz,
  -- Whether the agency is asked about the difference from the plan, and what it decided (core/planning/service-time.ts).
  status integer not null default 100 check (status in (100, 110, 200, 300, 310, 400)),
  -- Effective minutes more than planned, known at the end.
  difference integer,
  -- The times that count after the decision; null: the plan, or nothing worked.
  counted_start_at timestamptz,
  counted_end_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  unique (agency_id, service_id, agent_id),
  check (ended_at is null or ended_at >= started_at),
  check ((counted_start_at is null) = (counted_end_at is null) and (counted_end_at is null or counted_end_at >= counted_start_at)),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index service_times_agent on service_times (agency_id, agent_id, service_id);
create index service_times_by_start on service_times (agency_id, start_at, id);
create index service_times_by_status on service_times (agency_id, status, start_at, id);

create function start_of_times() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'services' then
    update service_times t set start_at = new.start_at where t.agency_id = new.agency_id and t.service_id = new.id;
    return null;
  end if;
  select s.start_at into new.start_at from services s where s.agency_id = new.agency_id and s.id = new.service_id;
  return new;
end $$;
create trigger start_of_times before insert on service_times for each row execute function start_of_times();
create trigger start_of_times after update of start_at on services for each row when (old.start_at is distinct from new.start_at) execute function start_of_times();

select agency_table('service_times', reads => 'app_customer() is null and agent_id = app_agent()');

-- The state that the caller on an agent's own path sees: his own, not that of the colleagues who began before him.
-- `begun`: the service has a real start, so the times of its people are known.
create function app_own_status(service uuid, status integer, begun boolean) returns integer language plpgsql stable parallel safe
  as $$ begin
    if app_agent() is null or not begun or status not in (200, 250, 300, 400, 500) then
      return status;
    end if;
    return coalesce((select t.state from service_times t where t.agency_id = app_agency() and t.service_id = service and t.agent_id = app_agent() and t.state <> 120), 100);
  end $$;

-- A person's own copy of a break planned for everybody: he takes it by himself.
alter table service_breaks add column copy_of uuid,
  add foreign key (agency_id, copy_of) references service_breaks (agency_id, id) on delete set null (copy_of);
create index service_breaks_copies on service_breaks (agency_id, copy_of) where copy_of is not null;

-- The rule of the agency for differences from the plan.
alter table agencies add column gap_tolerance integer not null default 5 check (gap_tolerance between 0 and 60),
  add column gap_rounding integer not null default 15 check (gap_rounding in (5, 10, 15, 30)),
  add column gap_rounding_way text not null default 'NEAREST' check (gap_rounding_way in ('NEAREST', 'AGENT'));
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;

-- Services that began before this version: everybody on them has the times of the service.
alter table services no force row level security;
alter table service_agents no force row level security;
alter table service_times no force row level security;
insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at)
  select s.agency_id, s.id, a.agent_id, case when s.status in (600, 800) then case when s.real_end_at is null then 200 else 300 end else s.status end,
    s.real_start_at, greatest(s.real_end_at, s.real_start_at)
  from services s join service_agents a on a.agency_id = s.agency_id and a.service_id = s.id
  where s.real_start_at is not null and s.circuit_id is null and s.status in (200, 250, 300, 400, 500, 600, 800);
alter table services force row level security;
alter table service_agents force row level security;
alter table service_times force row level security;
