-- The staff register (L1221-13, D1221-23): an entry is given its number once, when its contract has begun, and is never
-- removed. Trainees are numbered apart. Counters never go back, so that a number belongs to one entry for ever.
alter table agent_contracts add column register_number integer check (register_number > 0);
create unique index agent_contracts_register on agent_contracts (agency_id, (type = 'INTERNSHIP'), register_number) where register_number is not null;
create index agent_contracts_unregistered on agent_contracts (agency_id, start_date, id) where register_number is null;

-- Numbers whatever has begun without one, in the order of hiring. The counter's row keeps two saves from one number.
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

-- A trainee's agreement typed as a work contract, or the other way round, is entered anew in the other part.
create function register_other_part() returns trigger language plpgsql as $$
  begin
    new.register_number := null;
    return new;
  end $$;
create trigger register_other_part before update of type on agent_contracts for each row
  when ((old.type = 'INTERNSHIP') <> (new.type = 'INTERNSHIP')) execute function register_other_part();

-- A candidate who is hired, or a person of another firm who comes over.
create function register_person() returns trigger language plpgsql as $$
  begin
    perform register_contracts(new.agency_id);
    return null;
  end $$;
create trigger register_person after update of type on agents for each row
  when (old.type is distinct from new.type) execute function register_person();

-- The platform alone removes entries, once the law's time is over (server/privacy).
drop policy removal on agent_contracts;
create policy removal on agent_contracts as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_whole()) and register_number is null and start_date > (select app_today()));

-- Those that were there before; under FORCE their owner would not see them.
alter table agencies no force row level security;
alter table agents no force row level security;
alter table agent_contracts no force row level security;
alter table counters no force row level security;
select register_contracts(id) from agencies;
alter table agencies force row level security;
alter table agents force row level security;
alter table agent_contracts force row level security;
alter table counters force row level security;
