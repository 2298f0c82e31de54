-- Pay: salary elements, the agency's own rates, closed months with their lines, and the mapping of the export.

-- What an absence does to the pay.
alter table agency_unavailability_types
  add column pay_effect text not null default 'KEPT' check (pay_effect in ('KEPT', 'DEDUCTED', 'REST'));
create function usual_pay_effects(agency uuid) returns void language sql as $$
  update agency_unavailability_types set pay_effect = case when name ilike 'repos%' then 'REST' else 'DEDUCTED' end
    where agency_id = agency and (name ilike 'maladie%' or name ilike 'accident%' or name ilike '%injustifi%' or name ilike 'repos comp%')
$$;
alter table agency_unavailability_types no force row level security;
select usual_pay_effects(id) from agencies;
alter table agency_unavailability_types force row level security;
create or replace function agency_lists_of_new() returns trigger language plpgsql as $$
  begin
    perform agency_lists(new.id);
    perform usual_pay_effects(new.id);
    return null;
  end $$;

-- Forms pick them like any record.
alter table agency_salary_element_types
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;

-- Annexe IV, art. 7: work with a dog.
alter table specialties add column with_dog boolean not null default false;
alter table specialties no force row level security;
update specialties set with_dog = true where name ilike '%chien%' or name ilike '%cyno%';
alter table specialties force row level security;

create table pay_rates (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in (
    'nightRest', 'quotaRest', 'complementaryFirst', 'complementaryBeyond', 'seniority4', 'seniority7', 'seniority10', 'seniority12',
    'seniority15', 'meal', 'dogHour', 'dogTrip30', 'dogTrip60', 'dogTrip100', 'dogTripBeyond', 'uniform', 'uniformFreeMonth', 'employerRate',
    'dayFactor', 'dayAmount', 'nightFactor', 'nightAmount', 'holidayFactor', 'holidayAmount', 'holidayNightFactor', 'holidayNightAmount',
    'sundayFactor', 'sundayAmount', 'sundayNightFactor', 'sundayNightAmount', 'sundayHolidayFactor', 'sundayHolidayAmount',
    'sundayHolidayNightFactor', 'sundayHolidayNightAmount', 'saturdayFactor', 'saturdayAmount', 'saturdayNightFactor', 'saturdayNightAmount',
    'saturdayHolidayFactor', 'saturdayHolidayAmount', 'saturdayHolidayNightFactor', 'saturdayHolidayNightAmount')),
  value numeric(15, 4) not null check (value >= 0),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index pay_rates_by_day on pay_rates (agency_id, valid_from, id);
select agency_table('pay_rates');

-- Closed months -------------------------------------------------------------------------------------------------------

create table payrolls (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  closed_at timestamptz not null,
  closed_by text,
  unsettled integer not null default 0,
  total numeric(15, 2) not null,
  -- Its lines are written by the transaction that closes it, and by no other.
  closed_in xid8 not null default pg_current_xact_id(),
  primary key (agency_id, id),
  -- Closed once.
  unique (agency_id, month)
);
select agency_table('payrolls', grants => 'select, insert');

create table payroll_rows (
  agency_id uuid not null,
  payroll_id uuid not null,
  agent_id uuid not null,
  -- Of the payroll, which an agent does not see.
  month text not null,
  registration_number text,
  effective integer not null,
  paid integer not null,
  unsettled integer not null default 0,
  total numeric(15, 2) not null,
  -- Each line with its rate, its article and what it is made of.
  lines jsonb not null,
  counters jsonb not null,
  issues jsonb not null default '[]',
  primary key (agency_id, payroll_id, agent_id),
  foreign key (agency_id, payroll_id) references payrolls (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index payroll_rows_agent on payroll_rows (agency_id, agent_id, month);
-- An agent reads the counters of his own closed months.
select agency_table('payroll_rows', reads => 'app_customer() is null and agent_id = app_agent()', grants => 'select, insert');

create function refuse_payroll_row() returns trigger language plpgsql as $$
begin
  if app_agency() is not null and not exists (select from payrolls p where p.agency_id = new.agency_id and p.id = new.payroll_id and p.closed_in = pg_current_xact_id()) then
    perform refuse_frozen_write();
  end if;
  return new;
end $$;
create trigger closed_put before insert on payroll_rows for each row execute function refuse_payroll_row();
-- Nothing of a closed month changes, whatever a call declares.
create function refuse_closed() returns trigger language plpgsql as $$
begin
  if app_agency() is not null then
    perform refuse_frozen_write();
  end if;
  return coalesce(new, old);
end $$;
create trigger closed before update or delete on payrolls for each row execute function refuse_closed();
create trigger closed before update or delete on payroll_rows for each row execute function refuse_closed();

create table payroll_mappings (
  agency_id uuid not null references agencies (id) on delete cascade,
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (agency_id)
);
select agency_table('payroll_mappings', grants => 'select, insert, update');

-- Salary elements -----------------------------------------------------------------------------------------------------

create table salary_elements (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  user_company_id uuid not null,
  type_id uuid not null,
  date date not null,
  direction text not null default 'GAIN' check (direction in ('GAIN', 'DEDUCTION')),
  quantity numeric(15, 3) not null default 1,
  -- Null: the payroll software values the quantity.
  amount numeric(15, 2) check (amount >= 0),
  comment text,
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, user_company_id) references agents (agency_id, id) on delete cascade,
  -- A type in use can be disabled, not removed.
  foreign key (agency_id, type_id) references agency_salary_element_types (agency_id, id)
);
create index salary_elements_by_date on salary_elements (agency_id, date, id);
create index salary_elements_of on salary_elements (agency_id, user_company_id, date);
create index salary_elements_type on salary_elements (agency_id, type_id);
-- Staff see all; an agent on his own path reads his own; a customer none.
select agency_table('salary_elements', reads => 'app_customer() is null and user_company_id = app_agent()', writes => null);

-- What a closed month has paid is neither changed nor taken back: the next month corrects it. A comment may still be erased.
create function refuse_closed_element() returns trigger language plpgsql as $$
declare
  days date[] := case tg_op when 'INSERT' then array[new.date] when 'DELETE' then array[old.date] else array[old.date, new.date] end;
begin
  if app_agency() is not null and exists (select from payrolls p where p.agency_id = app_agency()
      and exists (select from unnest(days) d (day) where d.day between p.start_date and p.end_date)) then
    perform refuse_frozen_write();
  end if;
  return coalesce(new, old);
end $$;
create trigger closed before insert or update or delete on salary_elements for each row execute function refuse_closed_element();
