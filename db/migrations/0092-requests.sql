-- Requests of collaborators and of customers, their threads and who read them (1 §3, §4; area K).

-- Forms pick the types like any record. A collaborator's type says what an accepted request becomes.
alter table agency_request_types
  add column nature text not null default 'OTHER' check (nature in ('OTHER', 'LEAVE', 'ADVANCE')),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
alter table agency_customer_request_types
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
create function usual_request_natures(agency uuid) returns void language sql as $$
  update agency_request_types set nature = case when name ilike 'cong%' then 'LEAVE' else 'ADVANCE' end
    where agency_id = agency and (name ilike 'cong%' or name ilike 'acompte%')
$$;
alter table agency_request_types no force row level security;
select usual_request_natures(id) from agencies;
alter table agency_request_types force row level security;
create or replace function agency_lists_of_new() returns trigger language plpgsql as $$
  begin
    perform agency_lists(new.id);
    perform usual_pay_effects(new.id);
    perform usual_request_natures(new.id);
    return null;
  end $$;

create table agent_requests (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  request_type_id uuid not null,
  nature text not null default 'OTHER' check (nature in ('OTHER', 'LEAVE', 'ADVANCE')),
  agent_id uuid not null,
  subject text not null,
  content text,
  start_at timestamptz,
  end_at timestamptz,
  reason_id uuid,
  amount numeric(15, 2) check (amount > 0),
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  sent boolean not null default false,
  -- What it became, once.
  unavailability_id uuid,
  -- False: he had declared it himself.
  unavailability_made boolean not null default false,
  salary_element_id uuid,
  answered_by text,
  -- When each side wrote last.
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  awaited boolean not null generated always as (status = 100 or answered_at is null or asked_at > answered_at) stored,
  author text,
  user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (end_at >= start_at),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  -- A type in use can be disabled, not removed.
  foreign key (agency_id, request_type_id) references agency_request_types (agency_id, id),
  foreign key (agency_id, reason_id) references agency_unavailability_types (agency_id, id),
  foreign key (agency_id, unavailability_id) references unavailabilities (agency_id, id) on delete set null (unavailability_id),
  foreign key (agency_id, salary_element_id) references salary_elements (agency_id, id) on delete set null (salary_element_id)
);
create index agent_requests_by_creation on agent_requests (agency_id, created_at, id);
create index agent_requests_agent on agent_requests (agency_id, agent_id, created_at);
create index agent_requests_type on agent_requests (agency_id, request_type_id);
create index agent_requests_reason on agent_requests (agency_id, reason_id) where reason_id is not null;
create unique index agent_requests_unavailability on agent_requests (agency_id, unavailability_id) where unavailability_id is not null;
create unique index agent_requests_element on agent_requests (agency_id, salary_element_id) where salary_element_id is not null;
create index agent_requests_awaited on agent_requests (agency_id, asked_at) where awaited;
create index agent_requests_user on agent_requests (user_id);

create table customer_requests (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  request_type_id uuid not null,
  customer_id uuid not null,
  agent_id uuid,
  subject text not null,
  content text,
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  sent boolean not null default false,
  answered_by text,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  awaited boolean not null generated always as (status = 100 or answered_at is null or asked_at > answered_at) stored,
  -- Of the customer; null: the agency entered it.
  creator_name text,
  creator_email text,
  author text,
  user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete set null (agent_id),
  foreign key (agency_id, request_type_id) references agency_customer_request_types (agency_id, id)
);
create index customer_requests_by_creation on customer_requests (agency_id, created_at, id);
create index customer_requests_customer on customer_requests (agency_id, customer_id, created_at);
create index customer_requests_agent on customer_requests (agency_id, agent_id) where agent_id is not null;
create index customer_requests_type on customer_requests (agency_id, request_type_id);
create index customer_requests_awaited on customer_requests (agency_id, asked_at) where awaited;
create index customer_requests_user on customer_requests (user_id);

-- On his own path an agent reads his own, and writes those that nobody answered yet.
select agency_table('agent_requests', reads => own, writes => own || ' and status = 100', removes => own || ' and status = 100')
  from (values ('app_customer() is null and agent_id = app_agent()')) o (own);
-- Decision 14: those of his company, or without the right to list them those that he made himself.
select agency_table('customer_requests', reads => own, writes => own || ' and status = 100', removes => own || ' and status = 100')
  from (values ('customer_id = app_customer() and (app_part() is distinct from ''readOwnCustomerRequest'' or user_id = app_user())')) o (own);
-- What was answered is not taken back by its requester.
create policy unanswered on agent_requests as restrictive for update to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else status = 100 end);
create policy unanswered on customer_requests as restrictive for update to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else status = 100 end);

create function app_agent_request_seen(request uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from agent_requests r where r.agency_id = app_agency() and r.id = request); end $$;
create function app_customer_request_seen(request uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from customer_requests r where r.agency_id = app_agency() and r.id = request); end $$;
create function app_agent_request_open(request uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from agent_requests r where r.agency_id = app_agency() and r.id = request and r.status = 100); end $$;
create function app_customer_request_open(request uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from customer_requests r where r.agency_id = app_agency() and r.id = request and r.status = 100); end $$;

create function request_tables(request text) returns void language plpgsql as $$
declare
  record text := request || 's';
  key text := request || '_id';
begin
  execute format('create table %1$I (agency_id uuid not null, %3$I uuid not null, file_id uuid not null, rank integer not null default 0,
    primary key (agency_id, %3$I, file_id),
    foreign key (agency_id, %3$I) references %2$I (agency_id, id) on delete cascade,
    foreign key (agency_id, file_id) references files (agency_id, id))', request || '_attachments', record, key);
  execute format('create index on %I (agency_id, file_id)', request || '_attachments');
  perform agency_table(request || '_attachments', reads => format('app_%s_seen(%I)', request, key),
    writes => format('app_%s_open(%I)', request, key), removes => format('app_%s_open(%I)', request, key));
  -- Said once: nobody changes a message, not even its author.
  execute format('create table %1$I (agency_id uuid not null, id uuid not null, %3$I uuid not null, rank integer not null default 0,
    at timestamptz not null default now(), author text, side text not null check (side in (''REQUESTER'', ''AGENCY'')), content text not null, user_id uuid,
    primary key (agency_id, id),
    foreign key (agency_id, %3$I) references %2$I (agency_id, id) on delete cascade)', request || '_messages', record, key);
  execute format('create index on %I (agency_id, %I, rank)', request || '_messages', key);
  execute format('create index on %I (user_id)', request || '_messages');
  perform agency_table(request || '_messages', reads => format('app_%s_seen(%I)', request, key),
    writes => format('side = ''REQUESTER'' and user_id = app_user() and app_%s_seen(%I)', request, key), grants => 'select, insert');
  -- Each reader's own line.
  execute format('create table %1$I (agency_id uuid not null, %3$I uuid not null, user_id uuid not null, read_at timestamptz not null default now(),
    primary key (agency_id, %3$I, user_id),
    foreign key (agency_id, %3$I) references %2$I (agency_id, id) on delete cascade)', request || '_readers', record, key);
  execute format('create index on %I (user_id)', request || '_readers');
  perform platform_table(request || '_readers');
  execute format('grant select, insert, update on %I to :app', request || '_readers');
  execute format('create policy agency on %1$I to :app using (agency_id = (select app_agency()) and user_id = (select app_user()))
    with check (agency_id = (select app_agency()) and user_id = (select app_user()) and app_%2$s_seen(%3$I))', request || '_readers', request, key);
end $$;
select request_tables('agent_request'), request_tables('customer_request');
drop function request_tables(text);

-- Answered: frozen (decision 85).
create trigger frozen after update on agent_requests for each row when (old.status in (200, 300, 400))
  execute function refuse_frozen('status', 'sent', 'unavailability_id', 'unavailability_made', 'salary_element_id', 'answered_by', 'asked_at', 'answered_at', 'awaited', 'updated_at', 'version');
create trigger frozen after update on customer_requests for each row when (old.status in (200, 300, 400))
  execute function refuse_frozen('status', 'sent', 'answered_by', 'asked_at', 'answered_at', 'awaited', 'updated_at', 'version');
select freeze_lines('agent_request_attachments', 'agent_requests', 'agent_request_id', 'p.status in (200, 300, 400)');
select freeze_lines('customer_request_attachments', 'customer_requests', 'customer_request_id', 'p.status in (200, 300, 400)');
