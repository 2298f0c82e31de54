-- The planning outside the screen: an agent's calendar feed, and what was mailed to whom.

-- One address for each agent; made anew, the old one opens nothing. No unique hash: it would tell one agency of another's.
create table agent_calendars (
  agency_id uuid not null references agencies (id) on delete cascade,
  agent_id uuid not null,
  hash text not null,
  author text not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, agent_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_calendars_hash on agent_calendars (hash);

-- The planning as it was last sent, so that one that is unchanged does not leave again (decision 65).
create table agent_planning_mails (
  agency_id uuid not null references agencies (id) on delete cascade,
  agent_id uuid not null,
  start_date date not null,
  end_date date not null,
  hash text not null,
  sent_at timestamptz not null,
  primary key (agency_id, agent_id, start_date, end_date),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create table customer_planning_mails (
  agency_id uuid not null references agencies (id) on delete cascade,
  customer_id uuid not null,
  start_date date not null,
  end_date date not null,
  hash text not null,
  sent_at timestamptz not null,
  primary key (agency_id, customer_id, start_date, end_date),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade
);

-- L-018: the last send time.
alter table agencies add column agent_planning_sent_at timestamptz, add column customer_planning_sent_at timestamptz;
grant update (agent_planning_sent_at, customer_planning_sent_at) on agencies to :app;

do $$
declare
  t text;
begin
  foreach t in array array['agent_calendars', 'agent_planning_mails', 'customer_planning_mails'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
  end loop;
  foreach t in array array['agent_planning_mails', 'customer_planning_mails'] loop
    execute format('grant select, insert, update on %I to :app', t);
    execute format('create policy agency on %I to :app
      using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()))', t);
    execute format('create policy removal on %I as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
end $$;

grant select, insert, update, delete on agent_calendars to :app;
-- Staff those of all, an agent on his own path his own.
create policy agency on agent_calendars to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
create policy removal on agent_calendars as restrictive for delete to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
