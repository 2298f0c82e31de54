-- The planning outside the screen: the agents' calendar feeds, and the log of planning mails.

-- One address for each agent; renewing it disables the old one. No unique constraint on the hash: it would reveal to
-- one agency an address of another.
create table agent_calendars (
  agency_id uuid not null references agencies (id) on delete cascade,
  agent_id uuid not null,
  hash text not null,
  -- Who created it: the name is copied; the account identifies the person for erasure.
  author text not null,
  user_id uuid default app_user(),
  created_at timestamptz not null default now(),
  primary key (agency_id, agent_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_calendars_hash on agent_calendars (hash);

-- A renewed address belongs to the user who renewed it.
create function calendar_author() returns trigger language plpgsql as $$
begin
  new.user_id := app_user();
  return new;
end $$;
create trigger calendar_author before update of author on agent_calendars for each row execute function calendar_author();

-- The planning last sent: an unchanged planning is not sent again (decision 65).
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

-- Staff see all feeds, an agent on his own path sees his own.
select agency_table('agent_calendars', own, own, own) from (values ('app_customer() is null and agent_id = app_agent()')) as o (own);
select agency_table(t, grants => 'select, insert, update') from unnest(array['agent_planning_mails', 'customer_planning_mails']) t;
