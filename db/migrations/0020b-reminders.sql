-- What was told of an end, once: another end of the same paper is another matter.
create table expiration_reminders (
  agency_id uuid not null references agencies (id) on delete cascade,
  object_id uuid not null,
  expires_at date not null,
  step text not null check (step in ('0', '30', '60', '90', 'renewal')),
  agent_id uuid not null,
  kind text not null check (kind in ('paper', 'contract', 'item')),
  sent_at timestamptz not null default now(),
  primary key (agency_id, object_id, expires_at, step),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index expiration_reminders_of on expiration_reminders (agency_id, agent_id);

alter table expiration_reminders enable row level security;
alter table expiration_reminders force row level security;
grant select, insert on expiration_reminders to :app;
grant select, insert, update, delete on expiration_reminders to :platform;
create policy platform on expiration_reminders to :platform using (true) with check (true);
-- Written by the clock and looked at by the agency; taken back by nobody.
create policy agency on expiration_reminders to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));
create policy removal on expiration_reminders as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_whole()));
