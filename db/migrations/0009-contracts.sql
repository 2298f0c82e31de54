-- Work contracts of collaborators, and the staff register that numbers them (L1221-13, D1221-23).

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
  hourly_pay numeric(15, 4),
  monthly_pay numeric(15, 2),
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
  -- Number in the staff register, see below.
  register_number integer check (register_number > 0),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, tutor_id) references agents (agency_id, id) on delete set null (tutor_id)
);
create index agent_contracts_of on agent_contracts (agency_id, agent_id, start_date);
create index agent_contracts_by_end on agent_contracts (agency_id, end_date, id);
create index agent_contracts_tutor on agent_contracts (agency_id, tutor_id) where tutor_id is not null;
create unique index agent_contracts_register on agent_contracts (agency_id, (type = 'INTERNSHIP'), register_number) where register_number is not null;
create index agent_contracts_unregistered on agent_contracts (agency_id, start_date, id) where register_number is null;

select agency_table('agent_contracts', reads => 'app_customer() is null and agent_id = app_agent()');

-- Staff register ------------------------------------------------------------------------------------------------------

-- An entry gets its number once, when its contract has begun, and is never removed. Trainees have a separate numbering.
-- Counters never go back, so a number belongs to one entry for ever.

-- Numbers each contract that has begun without a number, in the order of hiring. It locks the counter's row, so two
-- saves never assign the same number.
create function register_contracts(agency uuid) returns void language plpgsql as $$
  declare
    today date := (select (now() at time zone a.time_zone)::date from agencies a where a.id = agency);
    trainee boolean;
    last integer;
    given integer;
  begin
    foreach trainee in array array[false, true] loop
      perform from agent_contracts c join agents a on a.agency_id = c.agency_id and a.id = c.agent_id
        where c.agency_id = agency and c.register_number is null and c.start_date <= today and (c.type = 'INTERNSHIP') = trainee
          and a.type not in ('EXTERNAL', 'SELF', 'NOMINEE') limit 1;
      continue when not found;
      insert into counters (agency_id, name, value) values (agency, case when trainee then 'registerTrainee' else 'registerStaff' end, 0)
        on conflict (agency_id, name) do update set value = counters.value returning value into last;
      with begun as (
        select c.id, row_number() over (order by c.start_date, c.id) as place
        from agent_contracts c join agents a on a.agency_id = c.agency_id and a.id = c.agent_id
        where c.agency_id = agency and c.register_number is null and c.start_date <= today and (c.type = 'INTERNSHIP') = trainee
          and a.type not in ('EXTERNAL', 'SELF', 'NOMINEE'))
      update agent_contracts c set register_number = last + b.place from begun b where c.agency_id = agency and c.id = b.id;
      get diagnostics given = row_count;
      update counters set value = last + given
        where agency_id = agency and name = case when trainee then 'registerTrainee' else 'registerStaff' end;
    end loop;
  end $$;

create function register_written() returns trigger language plpgsql as $$
  declare
    agency uuid;
  begin
    for agency in select distinct w.agency_id from written w loop
      perform register_contracts(agency);
    end loop;
    return null;
  end $$;
create trigger register_inserted after insert on agent_contracts referencing new table as written
  for each statement execute function register_written();
create trigger register_updated after update on agent_contracts referencing new table as written
  for each statement execute function register_written();

-- A trainee's agreement entered as a work contract, or the reverse, gets a new entry in the other part of the register.
create function register_other_part() returns trigger language plpgsql as $$
  begin
    new.register_number := null;
    return new;
  end $$;
create trigger register_other_part before update of type on agent_contracts for each row
  when ((old.type = 'INTERNSHIP') <> (new.type = 'INTERNSHIP')) execute function register_other_part();

-- A candidate is hired, or a person of another company becomes an employee.
create function register_person() returns trigger language plpgsql as $$
  begin
    perform register_contracts(new.agency_id);
    return null;
  end $$;
create trigger register_person after update of type on agents for each row
  when (old.type is distinct from new.type) execute function register_person();

-- Only the platform removes entries, after the legal retention period (server/privacy).
alter policy removal on agent_contracts
  using (agency_id = (select app_agency()) and (select app_whole()) and register_number is null and start_date > (select app_today()));
