-- The field: devices, and the events they send (decisions 77, 83, 87).

create table field_devices (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- Chosen by the device.
  id uuid not null,
  -- Null: the account is gone. Its events stay.
  user_id uuid references users (id) on delete set null,
  -- Null: a device of the agency's staff.
  agent_id uuid,
  name text not null,
  enrolled_at timestamptz not null,
  seen_at timestamptz not null,
  -- The last event received.
  last_rank integer not null default 0,
  -- Events that wait on the device, at `seen_at`.
  waiting integer not null default 0,
  -- The agent declared it lost.
  lost_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index field_devices_user on field_devices (user_id) where user_id is not null;
create index field_devices_agent on field_devices (agency_id, agent_id);
select agency_table('field_devices',
  reads => 'app_customer() is null and agent_id = app_agent()', writes => 'app_customer() is null and agent_id = app_agent()');

-- Every event once, as it arrived. What it changed is elsewhere (service_events, …).
create table field_events (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  device_id uuid not null,
  rank integer not null,
  agent_id uuid,
  type text not null,
  -- Without a foreign key: an event outlives the service that it is about.
  service_id uuid,
  -- The device's clock, and the time after its correction.
  device_at timestamptz not null,
  at timestamptz not null,
  clock_offset bigint,
  received_at timestamptz not null default now(),
  outcome text not null check (outcome in ('applied', 'kept')),
  -- Only of an event that is kept: what is needed to apply it later. An applied one has them where it is recorded.
  reason text,
  payload jsonb,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  settlement text check (settlement in ('applied', 'closed')),
  settled_at timestamptz,
  settled_by text,
  settled_user uuid,
  comment text,
  primary key (agency_id, id),
  foreign key (agency_id, device_id) references field_devices (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  check ((outcome = 'kept') = (reason is not null)),
  check ((settlement is null) = (settled_at is null))
);
create index field_events_device on field_events (agency_id, device_id, rank);
create index field_events_agent on field_events (agency_id, agent_id);
create index field_events_kept on field_events (agency_id, received_at desc, id) where outcome = 'kept';
-- For the retention of positions.
create index field_events_placed on field_events (at) where latitude is not null;
-- An agent adds his events and reads them; only the agency settles them.
select platform_table('field_events');
grant select, insert, update, delete on field_events to :app;
create policy seen on field_events for select to :app using (agency_id = (select app_agency())
  and case when (select app_whole()) then true else (select app_customer()) is null and agent_id = (select app_agent()) end);
create policy added on field_events for insert to :app with check (agency_id = (select app_agency())
  and case when (select app_whole()) then true else (select app_customer()) is null and agent_id = (select app_agent()) end);
create policy settled on field_events for update to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));
create policy removed on field_events for delete to :app using (agency_id = (select app_agency()) and (select app_whole()));
