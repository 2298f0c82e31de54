-- Customers: their records, specialties, discounts, documents and contacts.

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
  logo_id uuid,
  comments text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint customers_customer_number_id_key unique (agency_id, customer_number_id),
  foreign key (agency_id, logo_id) references files (agency_id, id)
);
create index customers_by_name on customers (agency_id, name collate "fr-x-icu", id);
create index customers_by_status on customers (agency_id, status, name collate "fr-x-icu", id);
create index customers_by_created on customers (agency_id, created_at, id);
create index customers_logo on customers (agency_id, logo_id) where logo_id is not null;
-- Search nearby: compares latitudes first, because that comparison can use an index under a policy.
create index customers_by_place on customers (agency_id, latitude, longitude) where latitude is not null;
create trigger customers_address after insert or delete or update of street, zipcode, city on customers
  for each row execute function search_address('customer');
-- agency_table('customers') is in 0011-sites.sql: an agent reads the customers of his sites.

create table customer_specialties (
  agency_id uuid not null,
  customer_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, customer_id, specialty_id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index customer_specialties_of on customer_specialties (agency_id, specialty_id);

-- Data for future estimates and invoices (H-017).
create table customer_discounts (
  agency_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  rank integer not null default 0,
  label text not null,
  rate numeric(6, 3) not null check (rate between 0 and 100),
  start_date date,
  end_date date,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade
);
create index customer_discounts_of on customer_discounts (agency_id, customer_id, rank);

create table customer_documents (
  agency_id uuid not null,
  customer_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, customer_id, file_id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index customer_documents_file on customer_documents (agency_id, file_id);

-- Contacts of a customer. `rank` orders the lines of the form; `job` is `position` in the API.
create table contacts (
  agency_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  rank integer not null default 0,
  user_id uuid references users (id) on delete set null,
  firstname text not null,
  lastname text not null,
  fullname text not null generated always as (firstname || ' ' || lastname) stored,
  profile_picture_id uuid,
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
  -- Same as for agents.
  rights_hash bigint not null generated always as (hash_array_extended(rights, 0)) stored,
  last_login timestamptz,
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, profile_picture_id) references files (agency_id, id)
);
create index contacts_of on contacts (agency_id, customer_id, rank);
create unique index contacts_user on contacts (agency_id, customer_id, user_id) where user_id is not null;
create index contacts_of_user on contacts (user_id) where user_id is not null;
create index contacts_picture on contacts (agency_id, profile_picture_id) where profile_picture_id is not null;
create trigger contacts_session after insert or delete or update of user_id, rights, status, firstname, lastname on contacts
  for each row execute function notify_session();

-- A customer reads the discounts granted to him; only the agency grants them.
select agency_table('customer_discounts', reads => 'coalesce(customer_id = app_customer(), false)');
-- Saving a record replaces its lines; the agency or the customer himself may save it.
select agency_table(t, reads => 'coalesce(customer_id = app_customer(), false)', writes => 'coalesce(customer_id = app_customer(), false)',
  removes => '(select app_agent()) is null') from unnest(array['customer_specialties', 'customer_documents', 'contacts']) t;

-- Profiles of people --------------------------------------------------------------------------------------------------

-- The API's userCompany: a collaborator of an agency or a customer's contact. The caller's policies apply.
create view user_companies with (security_invoker = true) as
  select a.agency_id, a.id, a.user_id, 'AGENCY' as kind, null::uuid as customer_id, null::text as customer_name,
    a.firstname, a.lastname, a.fullname, a.position, a.email, a.status, a.plannable, a.rights, a.version,
    g.manager_id is not null and g.manager_id is not distinct from a.user_id as is_owner,
    g.name as agency_name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(a.agency_id, a.id, null, f.id)) from files f
      where f.agency_id = a.agency_id and f.id = a.profile_picture_id) as profile_picture,
    g.holiday_locale
  from agents a join agencies g on g.id = a.agency_id
  union all
  select c.agency_id, c.id, c.user_id, 'CUSTOMER', c.customer_id, o.name,
    c.firstname, c.lastname, c.fullname, c.job, c.email, c.status, false, c.rights, c.version,
    false,
    g.name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(c.agency_id, null, c.customer_id, f.id)) from files f
      where f.agency_id = c.agency_id and f.id = c.profile_picture_id),
    g.holiday_locale
  from contacts c
    join customers o on o.agency_id = c.agency_id and o.id = c.customer_id
    join agencies g on g.id = c.agency_id;
grant select on user_companies to :app, :platform;

create table invitations (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  -- agents.id or contacts.id
  profile_id uuid not null,
  kind text not null check (kind in ('AGENCY', 'CUSTOMER')),
  email text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (agency_id, id),
  constraint invitations_hash_key unique (agency_id, hash)
);
create index invitations_of on invitations (agency_id, profile_id);
create index invitations_by_hash on invitations (hash);
select agency_table('invitations');
