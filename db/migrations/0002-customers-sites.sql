-- Customers, their contacts, and sites.

create table customers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  type integer not null default 100 check (type in (100, 200, 300, 400)),
  status integer not null default 100 check (status in (100, 200, 300)),
  customer_number_id text,
  generate_customer_number_id boolean not null default true,
  prospect boolean not null default false,
  settlement_period integer default 1 check (settlement_period in (0, 1, 2)),
  settlement_period_days integer default 30,
  email text,
  phone text[] not null default '{}',
  street text, zipcode text, city text, country text,
  latitude double precision, longitude double precision,
  comments text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint customers_customer_number_id_key unique (agency_id, customer_number_id)
);
create index customers_by_name on customers (agency_id, name collate "fr-x-icu", id);
create index customers_by_status on customers (agency_id, status, name collate "fr-x-icu", id);
create index customers_by_created on customers (agency_id, created_at, id);

create table customer_specialties (
  agency_id uuid not null,
  customer_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, customer_id, specialty_id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index customer_specialties_of on customer_specialties (agency_id, specialty_id);

-- A customer's people. `rank` orders the lines of the form; `job` is the wire's position.
create table contacts (
  agency_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  rank integer not null default 0,
  user_id uuid references users (id) on delete set null,
  firstname text not null,
  lastname text not null,
  fullname text not null generated always as (firstname || ' ' || lastname) stored,
  job text,
  email text,
  phone text[] not null default '{}',
  invoice_recipient boolean not null default false,
  estimate_recipient boolean not null default false,
  planning_recipient boolean not null default false,
  send_customer_intervention_report boolean not null default false,
  send_customer_service_event_report boolean not null default false,
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  rights text[] not null default '{}',
  last_login timestamptz,
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade
);
create index contacts_of on contacts (agency_id, customer_id, rank);
create unique index contacts_user on contacts (agency_id, customer_id, user_id) where user_id is not null;
create index contacts_of_user on contacts (user_id) where user_id is not null;

create table sites (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  name text not null,
  status integer not null default 100 check (status in (100, 200, 300)),
  slug text,
  street text, zipcode text, city text, country text,
  latitude double precision, longitude double precision,
  radius integer not null default 100,
  rights_agent text[] not null default '{}',
  rights_customer text[] not null default '{}',
  notify_site_instruction_agents boolean not null default false,
  notify_site_instruction_admins boolean not null default false,
  notify_site_instruction_customers boolean not null default false,
  event_report_enabled boolean not null default false,
  intervention_report_after_service_enabled boolean not null default false,
  use_agency_service_event_types boolean not null default true,
  comments text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint sites_slug_key unique (agency_id, slug),
  -- No cascade: a customer who has sites is archived, not deleted.
  foreign key (agency_id, customer_id) references customers (agency_id, id)
);
-- The policy reads customer_id: with it in the index a count touches no row.
create index sites_by_name on sites (agency_id, name collate "fr-x-icu", id) include (customer_id);
create index sites_by_status on sites (agency_id, status, name collate "fr-x-icu", id) include (customer_id);
create index sites_by_customer on sites (agency_id, customer_id, name collate "fr-x-icu", id);
create index sites_by_created on sites (agency_id, created_at, id);

create table site_specialties (
  agency_id uuid not null,
  site_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, site_id, specialty_id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index site_specialties_of on site_specialties (agency_id, specialty_id);

create table site_keys (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  label text not null,
  code text,
  comment text,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_keys_of on site_keys (agency_id, site_id, rank);

create table site_alarms (like site_keys including all);
alter table site_alarms add foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade;

-- The agents who may not work on the site (decision 37).
create table site_users (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  agent_id uuid not null,
  primary key (agency_id, id),
  constraint site_users_agent_key unique (agency_id, site_id, agent_id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index site_users_of on site_users (agency_id, site_id, rank);
create index site_users_agent on site_users (agency_id, agent_id);

create trigger contacts_session after insert or delete or update of user_id, rights, status, firstname, lastname on contacts
  for each row execute function notify_session();

-- The wire's userCompany: a collaborator of an agency or a customer's contact. It obeys the policies of whoever asks.
create view user_companies with (security_invoker = true) as
  select a.agency_id, a.id, a.user_id, 'AGENCY' as kind, null::uuid as customer_id, null::text as customer_name,
    a.firstname, a.lastname, a.fullname, a.position, a.email, a.status, a.plannable, a.rights, a.version,
    g.manager_id is not null and g.manager_id is not distinct from a.user_id as is_owner,
    g.name as agency_name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending
  from agents a join agencies g on g.id = a.agency_id
  union all
  select c.agency_id, c.id, c.user_id, 'CUSTOMER', c.customer_id, o.name,
    c.firstname, c.lastname, c.fullname, c.job, c.email, c.status, false, c.rights, c.version,
    false,
    g.name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending
  from contacts c
    join customers o on o.agency_id = c.agency_id and o.id = c.customer_id
    join agencies g on g.id = c.agency_id;
