-- Agents (collaborators): the sheet (1 §3) and its lines. Papers that expire and work contracts have their own files.

-- Specialties ---------------------------------------------------------------------------------------------------------

create table specialties (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint specialties_name_key unique (agency_id, name)
);
select agency_table('specialties', reads => 'true');

-- The sheet -----------------------------------------------------------------------------------------------------------

create table agents (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  user_id uuid references users (id) on delete set null,
  firstname text not null,
  lastname text not null,
  -- Written by the trigger below.
  fullname text not null,
  external_company_name text,
  external_company_siret text,
  profile_picture_id uuid,
  position text,
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  type text not null default 'EMPLOYEE' check (type in ('EMPLOYEE', 'EMERGENCY', 'EXTERNAL', 'SELF', 'NOMINEE', 'TEMPORARY')),
  plannable boolean not null default true,
  rating integer default 3,
  email text,
  phone text[] not null default '{}',
  street text, zipcode text, city text, country text,
  latitude double precision, longitude double precision,
  civility integer default 0 check (civility in (0, 1, 2)),
  gender integer default 0 check (gender in (0, 1, 2)),
  birth_date date,
  birth_location text,
  nationality text,
  -- Sealed by the application (server/kernel/sealed.ts): « key:hint:content ».
  social_security_number text,
  bank_details text,
  registration_number text,
  generate_registration_number boolean not null default false,
  card_number text,
  palpation_approval_number text,
  sst_number text,
  work_permit_type text,
  work_permit_number text,
  seniority date,
  week_duration numeric(14, 3),
  insurance_exempt boolean not null default false,
  insurance_exempt_reason text,
  next_subscription integer default 0 check (next_subscription in (0, 1, 2, 3, 4, 5, 10)),
  send_planning boolean not null default true,
  comments text,
  -- Identifier in the badge's code: random (122 bits), renewed when a badge is lost. No unique constraint: it would
  -- reveal to one agency an identifier of another.
  badge_code text not null default replace(gen_random_uuid()::text, '-', ''),
  rights text[] not null default '{}',
  -- Hash of the rights, to group people by equal rights: grouping five thousand by the rights themselves sorted
  -- megabytes.
  rights_hash bigint not null generated always as (hash_array_extended(rights, 0)) stored,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, profile_picture_id) references files (agency_id, id)
);
create unique index agents_user on agents (agency_id, user_id) where user_id is not null;
create index agents_of_user on agents (user_id) where user_id is not null;
create index agents_by_lastname on agents (agency_id, lastname collate "fr-x-icu", id);
create index agents_by_fullname on agents (agency_id, fullname collate "fr-x-icu", id);
create index agents_by_status on agents (agency_id, status, lastname collate "fr-x-icu", id);
create unique index agents_registration_number_key on agents (agency_id, registration_number) where registration_number is not null;
create index agents_by_card on agents (agency_id, card_number) where card_number is not null;
create index agents_badge_code on agents (badge_code);
create index agents_picture on agents (agency_id, profile_picture_id) where profile_picture_id is not null;

-- F-020: the name of a subcontractor's agent shows the company. A trigger, not a generated column: PostgreSQL before 17
-- cannot change the expression, and views depend on the column.
create function agent_fullname() returns trigger language plpgsql as $$
  begin
    new.fullname := case when new.type = 'EXTERNAL' and new.external_company_name is not null
      then new.external_company_name || ' - ' else '' end || new.firstname || ' ' || new.lastname;
    return new;
  end $$;
create trigger agent_fullname before insert or update of firstname, lastname, type, external_company_name, fullname on agents
  for each row execute function agent_fullname();

create trigger agents_session after insert or delete or update of user_id, rights, status, plannable, firstname, lastname on agents
  for each row execute function notify_session();

-- Staff see every agent of the agency, an agent on his own path sees himself, a customer sees nobody.
select agency_table('agents', reads => 'app_customer() is null and id = app_agent()');

-- The caller's own record, on any path.
create function app_own_agent() returns uuid language plpgsql stable parallel safe
  as $$ begin return coalesce(app_agent(), (select a.id from agents a where a.agency_id = app_agency() and a.user_id = app_user())); end $$;

-- Lines of the sheet --------------------------------------------------------------------------------------------------

create table agent_specialties (
  agency_id uuid not null,
  agent_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, agent_id, specialty_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index agent_specialties_of on agent_specialties (agency_id, specialty_id);

create table agent_badge_specialties (
  agency_id uuid not null,
  agent_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, agent_id, specialty_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index agent_badge_specialties_of on agent_badge_specialties (agency_id, specialty_id);

create table agent_overtime (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  from_hours numeric(14, 3) not null,
  percent numeric(14, 3) not null,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_overtime_of on agent_overtime (agency_id, agent_id, rank);

create table agent_restrictions (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  weekday integer not null check (weekday between 0 and 6),
  start_time time not null,
  end_time time not null,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_restrictions_of on agent_restrictions (agency_id, agent_id, rank);

-- A service's form picks them like any record, so they need version and updated_at.
create table agent_dogs (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  name text not null,
  breed text,
  chip_number text,
  vaccination_expiry date,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_dogs_of on agent_dogs (agency_id, agent_id, rank);

create table agent_items (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  name text not null,
  quantity integer not null default 1,
  reference text,
  expiry date,
  comment text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index agent_items_of on agent_items (agency_id, agent_id, rank);
create index agent_items_by_expiry on agent_items (agency_id, expiry, id) where expiry is not null;

create table agent_documents (
  agency_id uuid not null,
  agent_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, agent_id, file_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index agent_documents_file on agent_documents (agency_id, file_id);

-- Staff see all rows, an agent on his own path sees his own, a customer none; only the agency writes.
select agency_table(t, reads => 'app_customer() is null and agent_id = app_agent()') from unnest(array['agent_specialties',
  'agent_badge_specialties', 'agent_overtime', 'agent_restrictions', 'agent_dogs', 'agent_items', 'agent_documents']) t;
