-- Transfers of staff with a site that is lost or won (avenant of 28 January 2011, IDCC 1351; decision 092).

-- Why a work contract ended; the register keeps the date.
alter table agent_contracts add column end_reason text
  check (end_reason in ('RESIGNATION', 'DISMISSAL', 'AGREEMENT', 'TERM', 'TRIAL', 'TRANSFER', 'RETIREMENT', 'OTHER'));

create table staff_transfers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  status integer not null default 100 check (status in (100, 200)),
  direction text not null default 'OUT' check (direction in ('OUT', 'IN')),
  site_id uuid not null,
  -- Its name, for pickers and search.
  site_name text not null default '',
  transfer_date date not null,
  known_on date,
  is_airport boolean not null default false,
  contract_id uuid,
  comment text,
  other_company text,
  other_email text,
  other_address text,
  next_due date,
  next_task text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade,
  foreign key (agency_id, contract_id) references commercial_contracts (agency_id, id) on delete set null (contract_id)
);
create index staff_transfers_by_date on staff_transfers (agency_id, transfer_date, id);
create index staff_transfers_site on staff_transfers (agency_id, site_id);
create index staff_transfers_contract on staff_transfers (agency_id, contract_id) where contract_id is not null;
create index staff_transfers_due on staff_transfers (agency_id, next_due) where status = 100 and next_due is not null;
select agency_table('staff_transfers');

create function name_transfer() returns trigger language plpgsql as $$
  begin
    new.site_name := coalesce((select s.name from sites s where s.agency_id = new.agency_id and s.id = new.site_id), '');
    return new;
  end $$;
create trigger named before insert or update of site_id on staff_transfers for each row execute function name_transfer();
create function rename_transfers() returns trigger language plpgsql as $$
  begin
    update staff_transfers t set site_name = new.name where t.agency_id = new.agency_id and t.site_id = new.id;
    return null;
  end $$;
create trigger renamed after update of name on sites for each row when (old.name is distinct from new.name) execute function rename_transfers();

-- The steps that are done, with their day: the next terms run from it.
create table staff_transfer_steps (
  agency_id uuid not null,
  staff_transfer_id uuid not null,
  code text not null,
  done_on date not null,
  done_by text,
  primary key (agency_id, staff_transfer_id, code),
  foreign key (agency_id, staff_transfer_id) references staff_transfers (agency_id, id) on delete cascade
);
select agency_table('staff_transfer_steps');

-- What somebody said of an agent of a lost site, and his decision with its reason.
create table staff_transfer_agents (
  agency_id uuid not null,
  staff_transfer_id uuid not null,
  agent_id uuid not null,
  on_notice boolean,
  unfit boolean,
  identity_valid boolean,
  card_receipt text,
  replaced_qualifies boolean,
  has_mandate boolean not null default false,
  mandate_hours numeric(8, 2) check (mandate_hours >= 0),
  decision text check (decision in ('INCLUDE', 'EXCLUDE')),
  reason text,
  decided_by text,
  decided_at timestamptz not null default now(),
  primary key (agency_id, staff_transfer_id, agent_id),
  check (decision is null or reason is not null),
  foreign key (agency_id, staff_transfer_id) references staff_transfers (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index staff_transfer_agents_agent on staff_transfer_agents (agency_id, agent_id);
select agency_table('staff_transfer_agents');

-- The list received for a won site.
create table transfer_people (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  status integer not null default 100 check (status in (100)),
  transfer_id uuid not null,
  lastname text not null,
  firstname text not null,
  fullname text not null generated always as (firstname || ' ' || lastname) stored,
  gender integer default 0 check (gender in (0, 1, 2)),
  birth_date date,
  street text, zipcode text, city text, country text,
  latitude double precision, longitude double precision,
  phone text,
  email text,
  nationality text,
  work_permit_type text,
  work_permit_until date,
  card_number text,
  card_receipt text,
  card_until date,
  approval text,
  approval_until date,
  aptitude text,
  training text,
  refresher text,
  contract_type text not null default 'CDI'
    check (contract_type in ('CDI', 'CDD', 'SEASONAL_CONTRACT', 'CDD_ACTIVITY', 'CDD_REPLACEMENT', 'INTERNSHIP', 'APPRENTICE', 'PRO_TRAINING', 'INTERIM')),
  seniority_date date,
  site_since date,
  category text check (category in ('AGENT_EXPLOIT', 'AGENT_MAITRISE', 'INGENIEUR_CADRE')),
  position text,
  monthly_hours numeric(14, 3),
  coefficient integer,
  level text,
  grade text,
  monthly_pay numeric(15, 2),
  bonuses text,
  absence_type text,
  absence_start date,
  absence_end date,
  leave_left numeric(14, 3),
  leave_start date,
  leave_end date,
  decision text not null default 'PENDING' check (decision in ('PENDING', 'TAKEN', 'NOT_TAKEN', 'DECLINED', 'INELIGIBLE')),
  reason text,
  agent_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, transfer_id) references staff_transfers (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete set null (agent_id)
);
create index transfer_people_by_name on transfer_people (agency_id, lastname collate "fr-x-icu", id);
create index transfer_people_of on transfer_people (agency_id, transfer_id, lastname collate "fr-x-icu", id);
create index transfer_people_agent on transfer_people (agency_id, agent_id) where agent_id is not null;
select agency_table('transfer_people');
