-- Sites: their records, specialties, keys, alarms, equipment, barred agents, event types and instructions.

-- The site ------------------------------------------------------------------------------------------------------------

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
  intervention_report_template text not null default 'STANDARD' check (intervention_report_template in ('STANDARD', 'DETAILED', 'PHOTOS')),
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
-- The policy reads customer_id: with this column in the index a count reads no table row.
create index sites_by_name on sites (agency_id, name collate "fr-x-icu", id) include (customer_id);
create index sites_by_status on sites (agency_id, status, name collate "fr-x-icu", id) include (customer_id);
create index sites_by_customer on sites (agency_id, customer_id, name collate "fr-x-icu", id);
create index sites_by_created on sites (agency_id, created_at, id);
create index sites_by_place on sites (agency_id, latitude, longitude) where latitude is not null;
create trigger sites_address after insert or delete or update of street, zipcode, city on sites
  for each row execute function search_address('site');

-- The sites of a customer. The visible ids of an agent or a customer are computed once per statement, not once per row:
-- per row, a list of ten sites took seconds in an agency with some thousand services.
create function app_customer_sites() returns setof uuid language plpgsql stable parallel safe rows 50
  as $$ begin return query select s.id from sites s where s.agency_id = app_agency() and s.customer_id = app_customer(); end $$;

-- The sites of an agent's published services, from a month ago on (0014-publication.sql).
create function app_agent_sites() returns setof uuid language plpgsql stable parallel safe rows 50
  as $$ begin
    return query select distinct s.site_id from published_service_agents a join published_services s on s.agency_id = a.agency_id and s.id = a.service_id
      where a.agency_id = app_agency() and a.agent_id = app_agent() and s.end_at > now() - interval '30 days';
  end $$;

-- True if the caller sees the site and, on an agent's or customer's path, the site's own rights allow this part of it
-- (C-018). Null part: seeing the site is enough.
create function app_site_opens(site uuid, right_name text) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from sites s where s.id = site and (right_name is null
      or right_name = any (case when app_customer() is null then s.rights_agent else s.rights_customer end)));
  end $$;

select agency_table('sites',
  reads => 'when (select app_customer()) is not null then customer_id = (select app_customer()) else id in (select app_agent_sites())',
  writes => 'coalesce(customer_id = (select app_customer()), false)');
-- A contact sees his customer. An agent reads the names of his sites' customers, but no call lets him open their
-- records.
select agency_table('customers',
  reads => 'when (select app_customer()) is not null then id = (select app_customer()) else id in (select s.customer_id from sites s where s.agency_id = (select app_agency()))',
  writes => 'coalesce(id = (select app_customer()), false)');

-- Lines of the site ---------------------------------------------------------------------------------------------------

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

create table site_alarms (
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
create index site_alarms_of on site_alarms (agency_id, site_id, rank);

-- Simplified stock: the equipment on the site, in order.
create table site_items (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  name text not null,
  quantity integer not null default 1 check (quantity >= 0),
  reference text,
  expiry date,
  comment text,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_items_of on site_items (agency_id, site_id, rank);

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

-- Event types of a site that does not use the agency's list.
create table site_event_types (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  label text not null,
  category text not null default 'OBSERVATION'
    check (category in ('INCIDENT', 'CONTROL', 'PRESENCE', 'LOGISTIC', 'CARE', 'DELIVERY', 'OBSERVATION')),
  customer_show boolean not null default false,
  active boolean not null default true,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_event_types_of on site_event_types (agency_id, site_id, rank);

-- The site and its own rights decide who sees its lines. A customer who edits his site replaces its lines; an agent on
-- his own path never does.
select agency_table('site_specialties', reads => 'app_site_opens(site_id, null)',
  writes => 'app_agent() is null and app_site_opens(site_id, null)', removes => '(select app_agent()) is null');
select agency_table('site_keys', reads => 'app_site_opens(site_id, ''readKeys'')',
  writes => 'app_agent() is null and app_site_opens(site_id, null)', removes => '(select app_agent()) is null');
select agency_table('site_alarms', reads => 'app_site_opens(site_id, ''readAlarms'')',
  writes => 'app_agent() is null and app_site_opens(site_id, null)', removes => '(select app_agent()) is null');
select agency_table('site_items', reads => 'app_site_opens(site_id, ''readItems'')',
  writes => 'app_agent() is null and app_site_opens(site_id, ''readItems'')', removes => '(select app_agent()) is null');
-- Only the agency sees who is barred from a site.
select agency_table('site_users');
-- Agents log events with the types of their site; only the agency chooses the types.
select agency_table('site_event_types', reads => 'app_customer() is null and app_site_opens(site_id, null)');

-- Instructions, and who read them -------------------------------------------------------------------------------------

create table site_instructions (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  title text not null,
  content text,
  date timestamptz not null default now(),
  status integer not null default 100 check (status in (100, 300)),
  -- When its text or files last changed: earlier receipts no longer count.
  changed_at timestamptz not null default now(),
  -- The author of that change, who needs no receipt.
  changed_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_instructions_by_date on site_instructions (agency_id, date, id);
create index site_instructions_of on site_instructions (agency_id, site_id, date);

create table site_instruction_content_images (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  file_id uuid not null,
  primary key (agency_id, site_instruction_id, file_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index site_instruction_content_images_file on site_instruction_content_images (agency_id, file_id);

create table site_instruction_files (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, site_instruction_id, file_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index site_instruction_files_file on site_instruction_files (agency_id, file_id);

-- Receipts. Names are copied and user_id is no foreign key: a receipt outlives the account.
create table site_instruction_readers (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  user_id uuid not null,
  name text not null,
  kind text not null check (kind in ('AGENCY', 'CUSTOMER')),
  read_at timestamptz not null default now(),
  primary key (agency_id, site_instruction_id, user_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade
);
create index site_instruction_readers_user on site_instruction_readers (user_id);

create function app_instruction_seen(instruction uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from site_instructions i where i.agency_id = app_agency() and i.id = instruction); end $$;

-- Only the agency sees archived instructions, and only the agency writes.
select agency_table('site_instructions', reads => 'status = 100 and app_site_opens(site_id, ''readInstructions'')');
select agency_table(t, reads => 'app_instruction_seen(site_instruction_id)')
  from unnest(array['site_instruction_content_images', 'site_instruction_files']) t;

-- The agency sees every receipt, other callers only their own. Each user writes his own; nobody removes a receipt.
select platform_table('site_instruction_readers');
grant select, insert, update on site_instruction_readers to :app;
create policy agency on site_instruction_readers to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else user_id = app_user() end)
  with check (agency_id = (select app_agency()) and user_id = (select app_user()) and app_instruction_seen(site_instruction_id));
