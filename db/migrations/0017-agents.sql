-- The agent's whole sheet: papers, work contracts, restrictions, dogs, equipment, documents (1 §3).

-- The day it is for the agency of the transaction, and whether the rules of France bear on it (E-021).
create function app_today() returns date language sql stable parallel safe
  as $$ select (now() at time zone coalesce((select a.time_zone from agencies a where a.id = app_agency()), 'Europe/Paris'))::date $$;
create function app_french() returns boolean language sql stable parallel safe
  as $$ select coalesce((select a.holiday_locale = 'FR' or a.holiday_locale like 'FR-%' from agencies a where a.id = app_agency()), true) $$;

alter table agents
  add column street text, add column zipcode text, add column city text, add column country text,
  add column latitude double precision, add column longitude double precision,
  add column external_company_name text,
  add column external_company_siret text,
  add column civility integer default 0 check (civility in (0, 1, 2)),
  add column gender integer default 0 check (gender in (0, 1, 2)),
  add column birth_date date,
  add column birth_location text,
  add column nationality text,
  add column registration_number text,
  add column generate_registration_number boolean not null default false,
  add column card_number text,
  add column palpation_approval_number text,
  add column sst_number text,
  add column work_permit_type text,
  add column work_permit_number text,
  add column seniority date,
  add column week_duration numeric(14, 3),
  add column insurance_exempt boolean not null default false,
  add column insurance_exempt_reason text,
  add column next_subscription integer default 0 check (next_subscription in (0, 1, 2, 3, 4, 5, 10)),
  add column send_planning boolean not null default true;

-- F-020: a subcontractor's person is shown with the company. No longer generated: PostgreSQL before 17 changes no
-- expression, and the views stand on the column.
alter table agents alter column fullname drop expression;
create function agent_fullname() returns trigger language plpgsql as $$
  begin
    new.fullname := case when new.type = 'EXTERNAL' and new.external_company_name is not null
      then new.external_company_name || ' - ' else '' end || new.firstname || ' ' || new.lastname;
    return new;
  end $$;
create trigger agent_fullname before insert or update of firstname, lastname, type, external_company_name, fullname on agents
  for each row execute function agent_fullname();
create unique index agents_registration_number_key on agents (agency_id, registration_number) where registration_number is not null;
create index agents_by_card on agents (agency_id, card_number) where card_number is not null;

create table expiration_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  validity_months integer,
  renewal_months integer,
  specialty_id uuid,
  is_card boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint expiration_types_name_key unique (agency_id, name),
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete set null (specialty_id)
);
create unique index expiration_types_card on expiration_types (agency_id) where is_card;
create index expiration_types_specialty on expiration_types (agency_id, specialty_id) where specialty_id is not null;

create table agent_expirations (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  type_id uuid not null,
  number text,
  issued_at date,
  expires_at date not null,
  file_id uuid,
  comment text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  constraint agent_expirations_type_fkey foreign key (agency_id, type_id) references expiration_types (agency_id, id),
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index agent_expirations_of on agent_expirations (agency_id, agent_id, type_id, expires_at);
create index agent_expirations_by_day on agent_expirations (agency_id, expires_at, id);
create index agent_expirations_type on agent_expirations (agency_id, type_id);
create index agent_expirations_file on agent_expirations (agency_id, file_id) where file_id is not null;

create table agent_contracts (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  name text,
  type text not null check (type in ('CDI', 'CDD', 'SEASONAL_CONTRACT', 'CDD_ACTIVITY', 'CDD_REPLACEMENT', 'INTERNSHIP', 'APPRENTICE', 'PRO_TRAINING', 'INTERIM')),
  start_date date not null,
  end_date date,
  hours_limit numeric(14, 3) not null,
  period text not null check (period in ('WEEK', 'MONTH')),
  part_time boolean not null default false,
  cycle text not null default 'NONE' check (cycle in ('NONE', 'P4S', 'C36', 'C32', 'C44')),
  hourly_pay numeric(14, 3),
  monthly_pay numeric(14, 3),
  category text check (category in ('AGENT_EXPLOIT', 'AGENT_MAITRISE', 'INGENIEUR_CADRE')),
  classification_coeff integer,
  classification_level text,
  classification_grade text,
  tutor_id uuid,
  work_place text,
  authorised_on date,
  authorised_until date,
  employer_name text,
  employer_address text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, tutor_id) references agents (agency_id, id) on delete set null (tutor_id)
);
create index agent_contracts_of on agent_contracts (agency_id, agent_id, start_date);
create index agent_contracts_by_end on agent_contracts (agency_id, end_date, id);
create index agent_contracts_tutor on agent_contracts (agency_id, tutor_id) where tutor_id is not null;

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

create table agent_dogs (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  name text not null,
  breed text,
  chip_number text,
  vaccination_expiry date,
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

create table agent_badge_specialties (
  agency_id uuid not null,
  agent_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, agent_id, specialty_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index agent_badge_specialties_of on agent_badge_specialties (agency_id, specialty_id);

do $$
declare
  t text;
begin
  foreach t in array array['expiration_types', 'agent_expirations', 'agent_contracts', 'agent_overtime', 'agent_restrictions',
      'agent_dogs', 'agent_items', 'agent_documents', 'agent_badge_specialties'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :app, :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('create policy removal on %I as restrictive for delete to :app
      using (agency_id = (select app_agency()) and (select app_whole()))', t);
    continue when t = 'expiration_types';
    -- Staff see all, an agent on his own path his own, a customer nothing; only the agency writes.
    execute format('create policy agency on %I to :app
      using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
      with check (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
end $$;
create policy agency on expiration_types to :app
  using (agency_id = (select app_agency()))
  with check (agency_id = (select app_agency()) and (select app_whole()));

call app_hold_files();

-- F-053: what every agency follows from its first day on; validity from law.md section 2, to be changed by the agency.
create function expiration_types_of(agency uuid) returns void language sql as $$
  with made as (insert into expiration_types (agency_id, id, name, validity_months, renewal_months, is_card)
    select agency, gen_random_uuid(), name, validity, renewal, name = 'Carte professionnelle'
    from (values ('Carte professionnelle', 60, 3), ('SST', 24, 1), ('Pièce d''identité ou titre de séjour', null, 2),
      ('Permis de conduire', null, null), ('Visite médicale', 60, 1), ('MAC APS', 60, 3), ('Habilitation électrique', 36, 2),
      ('SSIAP', 36, 2)) as usual (name, validity, renewal) returning agency_id, id, name)
  insert into search (agency_id, entity, id, words) select agency_id, 'expirationType', id, search_words_of(name) from made $$;
create function agency_defaults() returns trigger language plpgsql as $$
  begin
    perform expiration_types_of(new.id);
    return null;
  end $$;
create trigger agency_defaults after insert on agencies for each row execute function agency_defaults();

-- Agencies that were there before; under FORCE their owner would not see them.
alter table agencies no force row level security;
alter table expiration_types no force row level security;
select expiration_types_of(id) from agencies;
alter table agencies force row level security;
alter table expiration_types force row level security;
