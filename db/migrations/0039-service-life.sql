-- The life of a service in the field (2 §4): what each step leaves in its log.

alter table services
  -- Begun by an agent whom nobody had planned (N-067), and until when is known once it ends.
  add column unplanned boolean not null default false,
  add column open_ended boolean not null default false;
-- Q-003: the state that a running break interrupted.
alter table service_breaks add column paused_from integer check (paused_from in (200, 250));
alter table agencies add column unplanned_services boolean not null default true;
grant update (unplanned_services) on agencies to :app;

create table service_events (
  agency_id uuid not null,
  -- Given by whoever tells it: told twice, it is one event.
  id uuid not null,
  service_id uuid not null,
  agent_id uuid,
  type integer not null check (type between 1 and 134),
  -- When it happened, and when it arrived.
  at timestamptz not null,
  created_at timestamptz not null default now(),
  author text,
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

alter table service_events enable row level security;
alter table service_events force row level security;
-- What happened is added to, never rewritten; a service that goes takes its log along.
grant select, insert on service_events to :app;
grant select, insert, update, delete on service_events to :platform;
create policy platform on service_events to :platform using (true) with check (true);
create policy agency on service_events for select to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then customer_show and app_service_seen(service_id) else app_service_seen(service_id) end);
create policy writes on service_events for insert to :app with check (agency_id = (select app_agency()) and (select app_whole()));
