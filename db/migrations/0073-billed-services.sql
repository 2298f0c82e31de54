-- From services to invoices: prices of a customer, and which line billed which service (money.md).

alter table customers add column invoice_grouping text not null default 'CUSTOMER' check (invoice_grouping in ('CUSTOMER', 'SITE', 'CONTRACT'));

-- Whether the hours billed are those done or those planned.
alter table agencies add column billed_hours text not null default 'DONE' check (billed_hours in ('DONE', 'PLANNED'));
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (billed_hours) on agencies to :app;

-- Prices of a customer (decision 60: the amount wins, else the day price times the factor).
create table customer_prices (
  agency_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  rank integer not null default 0,
  price_key text not null default 'day',
  specialty_id uuid,
  amount numeric(15, 4) check (amount >= 0),
  factor numeric(8, 3) check (factor > 0),
  primary key (agency_id, id),
  constraint customer_prices_key check (price_key in ('day', 'night', 'holiday', 'holidayNight', 'sunday', 'sundayNight', 'sundayHoliday', 'sundayHolidayNight',
    'saturday', 'saturdayNight', 'saturdayHoliday', 'saturdayHolidayNight', 'circuit', 'intervention', 'round', 'recognition', 'audit')),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index customer_prices_of on customer_prices (agency_id, customer_id, rank);
create index customer_prices_specialty on customer_prices (agency_id, specialty_id) where specialty_id is not null;
select agency_table('customer_prices');

-- A service carries the line that billed it. It is billed once: a second line is refused until the first is freed, by the
-- removal of its draft or by a credit note of the whole invoice.
create table billed_services (
  agency_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  service_id uuid,
  freed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade,
  foreign key (agency_id, service_id) references services (agency_id, id) on delete set null (service_id)
);
create unique index billed_services_once on billed_services (agency_id, service_id) where freed_at is null;
create index billed_services_service on billed_services (agency_id, service_id);
create index billed_services_of on billed_services (agency_id, invoice_id);
select agency_table('billed_services', grants => 'select, insert, update');

-- The proof of a line: what each service brought to it. Minutes null: one piece.
create table billed_parts (
  agency_id uuid not null,
  billed_id uuid not null,
  item_id uuid not null,
  price_key text not null,
  minutes integer check (minutes > 0),
  amount numeric(15, 2) not null,
  primary key (agency_id, billed_id, item_id, price_key),
  foreign key (agency_id, billed_id) references billed_services (agency_id, id) on delete cascade,
  foreign key (agency_id, item_id) references invoice_items (agency_id, id) on delete cascade
);
create index billed_parts_item on billed_parts (agency_id, item_id);
select agency_table('billed_parts', grants => 'select, insert');

-- A line taken out of a draft frees the services of which nothing else is billed. On the items: a trigger on the parts, which
-- the cascade removes, would run as their owner, who sees no row.
create function free_unbilled() returns trigger language plpgsql as $$
begin
  update billed_services b set freed_at = now() where b.freed_at is null and (b.agency_id, b.invoice_id) in (select agency_id, invoice_id from lines)
    and not exists (select from billed_parts p where p.agency_id = b.agency_id and p.billed_id = b.id);
  return null;
end $$;
create trigger freed after delete on invoice_items referencing old table as lines for each statement execute function free_unbilled();

-- A credit note of the whole frees what its invoice billed.
create function free_credited() returns trigger language plpgsql as $$
begin
  update billed_services b set freed_at = now() where b.agency_id = new.agency_id and b.invoice_id = new.id and b.freed_at is null;
  return null;
end $$;
create trigger freed after update on invoices for each row when (new.status = 200 and old.status <> 200) execute function free_credited();
