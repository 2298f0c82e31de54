-- When collaborators cannot be planned (2 §3; area U).

-- The agency's list of reasons, picked as any record is.
alter table agency_unavailability_types
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

create function hours_total(hours jsonb) returns numeric language sql immutable parallel safe
  as $$ select coalesce(sum(value::numeric), 0) from jsonb_each_text(hours) $$;

create table unavailabilities (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  agent_id uuid not null,
  type_id uuid not null,
  -- The end is part of it (U-010).
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- Hours by day, on the agency's clock (core/planning/unavailability.ts).
  duration jsonb not null default '{}',
  comment text,
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (end_at >= start_at),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  -- A reason that was given is no longer offered, but stays.
  foreign key (agency_id, type_id) references agency_unavailability_types (agency_id, id)
);
create index unavailabilities_by_start on unavailabilities (agency_id, start_at, id);
create index unavailabilities_of on unavailabilities (agency_id, agent_id, start_at);
create index unavailabilities_type on unavailabilities (agency_id, type_id);

alter table unavailabilities enable row level security;
alter table unavailabilities force row level security;
grant select, insert, update, delete on unavailabilities to :app, :platform;
create policy platform on unavailabilities to :platform using (true) with check (true);
-- Staff those of all; an agent on his own path his own, and nobody else's (U-008); a customer none.
create policy agency on unavailabilities to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
create policy removal on unavailabilities as restrictive for delete to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
