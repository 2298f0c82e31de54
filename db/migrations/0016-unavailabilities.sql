-- Unavailabilities: when collaborators cannot be planned (2 §3; area U).

create function hours_total(hours jsonb) returns numeric language sql immutable parallel safe
  as $$ select coalesce(sum(value::numeric), 0) from jsonb_each_text(hours) $$;

create table unavailabilities (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  agent_id uuid not null,
  type_id uuid not null,
  -- The end is included (U-010).
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
  -- A reason in use can be disabled, not removed.
  foreign key (agency_id, type_id) references agency_unavailability_types (agency_id, id)
);
create index unavailabilities_by_start on unavailabilities (agency_id, start_at, id);
create index unavailabilities_of on unavailabilities (agency_id, agent_id, start_at);
create index unavailabilities_type on unavailabilities (agency_id, type_id);

-- Staff see all unavailabilities; an agent on his own path sees only his own (U-008); a customer none.
select agency_table('unavailabilities', own, own, own) from (values ('app_customer() is null and agent_id = app_agent()')) as o (own);
