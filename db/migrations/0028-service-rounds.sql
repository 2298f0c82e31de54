-- Rounds to be made during a service, each so many times (O-030).

create table service_rounds (
  agency_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  rank integer not null default 0,
  round_id uuid not null,
  number_of_executions integer not null default 1 check (number_of_executions between 1 and 100),
  primary key (agency_id, id),
  foreign key (agency_id, service_id) references services (agency_id, id) on delete cascade,
  constraint service_rounds_round_fkey foreign key (agency_id, round_id) references rounds (agency_id, id)
);
create index service_rounds_of on service_rounds (agency_id, service_id, rank);
create index service_rounds_round on service_rounds (agency_id, round_id);

alter table service_rounds enable row level security;
alter table service_rounds force row level security;
grant select, insert, update, delete on service_rounds to :platform, :app;
create policy platform on service_rounds to :platform using (true) with check (true);
create policy removal on service_rounds as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on service_rounds to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and app_service_seen(service_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
