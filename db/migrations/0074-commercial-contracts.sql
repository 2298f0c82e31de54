-- Commercial contracts of customers (decision 103): prices, flat amounts, indexation, notice.

create table price_indexes (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  label text not null,
  status integer not null default 100 check (status in (100, 300)),
  source text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index price_indexes_by_label on price_indexes (agency_id, label collate "fr-x-icu", id);
select agency_table('price_indexes');

create table price_index_values (
  agency_id uuid not null,
  id uuid not null,
  price_index_id uuid not null,
  rank integer not null default 0,
  date date not null,
  value numeric(12, 4) not null check (value > 0),
  primary key (agency_id, id),
  foreign key (agency_id, price_index_id) references price_indexes (agency_id, id) on delete cascade
);
create index price_index_values_of on price_index_values (agency_id, price_index_id, rank);
select agency_table('price_index_values');

create table commercial_contracts (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  status integer not null default 100 check (status in (100, 300)),
  customer_id uuid not null,
  start_date date not null,
  end_date date,
  notice_months integer not null default 3 check (notice_months between 0 and 60),
  comment text,
  periodicity integer not null default 2 check (periodicity in (1, 2, 3, 4, 5)),
  smoothing boolean not null default false,
  price_index_id uuid,
  revision_date date,
  fixed_share numeric(6, 4) check (fixed_share between 0 and 1),
  index_share numeric(6, 4) check (index_share between 0 and 1),
  base_value numeric(12, 4) check (base_value > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (end_date >= start_date),
  foreign key (agency_id, customer_id) references customers (agency_id, id),
  foreign key (agency_id, price_index_id) references price_indexes (agency_id, id)
);
create index commercial_contracts_by_start on commercial_contracts (agency_id, start_date, id);
create index commercial_contracts_customer on commercial_contracts (agency_id, customer_id, start_date);
create index commercial_contracts_index on commercial_contracts (agency_id, price_index_id) where price_index_id is not null;
select agency_table('commercial_contracts');

create table commercial_contract_sites (
  agency_id uuid not null,
  commercial_contract_id uuid not null,
  site_id uuid not null,
  primary key (agency_id, commercial_contract_id, site_id),
  foreign key (agency_id, commercial_contract_id) references commercial_contracts (agency_id, id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index commercial_contract_sites_of on commercial_contract_sites (agency_id, site_id);
select agency_table('commercial_contract_sites');

create table commercial_contract_prices (
  agency_id uuid not null,
  id uuid not null,
  commercial_contract_id uuid not null,
  rank integer not null default 0,
  price_key text not null default 'day',
  specialty_id uuid,
  amount numeric(15, 4) check (amount >= 0),
  factor numeric(8, 3) check (factor > 0),
  primary key (agency_id, id),
  constraint commercial_contract_prices_key check (price_key in ('day', 'night', 'holiday', 'holidayNight', 'sunday', 'sundayNight', 'sundayHoliday', 'sundayHolidayNight',
    'saturday', 'saturdayNight', 'saturdayHoliday', 'saturdayHolidayNight', 'circuit', 'intervention', 'round', 'recognition', 'audit')),
  foreign key (agency_id, commercial_contract_id) references commercial_contracts (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index commercial_contract_prices_of on commercial_contract_prices (agency_id, commercial_contract_id, rank);
create index commercial_contract_prices_specialty on commercial_contract_prices (agency_id, specialty_id) where specialty_id is not null;
select agency_table('commercial_contract_prices');

create table commercial_flats (
  agency_id uuid not null,
  id uuid not null,
  commercial_contract_id uuid not null,
  rank integer not null default 0,
  label text not null,
  amount numeric(15, 4) not null check (amount >= 0),
  quantity numeric(15, 3) not null default 1,
  vat numeric(6, 3) check (vat between 0 and 100),
  months integer[] not null default '{}' check (months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  stock_reference_id uuid,
  primary key (agency_id, id),
  foreign key (agency_id, commercial_contract_id) references commercial_contracts (agency_id, id) on delete cascade,
  foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id)
);
create index commercial_flats_of on commercial_flats (agency_id, commercial_contract_id, rank);
create index commercial_flats_stock on commercial_flats (agency_id, stock_reference_id) where stock_reference_id is not null;
select agency_table('commercial_flats');

-- The revisions of its prices: P = P0 × coefficient, from this day on. The agreed prices stay as they were written.
create table commercial_revisions (
  agency_id uuid not null,
  id uuid not null default gen_random_uuid(),
  commercial_contract_id uuid not null,
  rank integer not null default 0,
  date date not null,
  index_value numeric(12, 4) not null,
  coefficient numeric(12, 6) not null check (coefficient > 0),
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  constraint commercial_revisions_once unique (agency_id, commercial_contract_id, date),
  foreign key (agency_id, commercial_contract_id) references commercial_contracts (agency_id, id) on delete cascade
);
select agency_table('commercial_revisions', grants => 'select, insert');

-- The last day to give notice: so many months before the end.
create function last_notice_day(end_date date, months integer) returns date language sql immutable parallel safe
  as $$ select (end_date - make_interval(months => months))::date $$;

-- An id of its own for each due date of a contract, the same at each reading.
create function due_id(contract uuid, kind text) returns uuid language sql immutable parallel safe
  as $$ select overlay(overlay(md5(contract || kind) placing '8' from 13) placing '8' from 17)::uuid $$;

create view commercial_due with (security_invoker = true) as
  select c.agency_id, d.id, c.id::text as contract, c.title, c.customer_id, d.kind, d.date, c.version, c.updated_at
  from commercial_contracts c cross join lateral (
    values (c.id, 'END', c.end_date),
      (due_id(c.id, 'NOTICE'), 'NOTICE', case when c.notice_months > 0 then last_notice_day(c.end_date, c.notice_months) end),
      (due_id(c.id, 'REVISION'), 'REVISION', case when c.price_index_id is not null then c.revision_date end)) d (id, kind, date)
  where c.status = 100 and d.date is not null;
grant select on commercial_due to :platform, :app;

-- Flat amounts billed: each once for its month, until its line or its invoice goes.
create table billed_flats (
  agency_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  item_id uuid not null,
  flat_id uuid,
  month date not null check (extract(day from month) = 1),
  amount numeric(15, 2) not null,
  freed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade,
  foreign key (agency_id, item_id) references invoice_items (agency_id, id) on delete cascade,
  foreign key (agency_id, flat_id) references commercial_flats (agency_id, id) on delete set null (flat_id)
);
create unique index billed_flats_once on billed_flats (agency_id, flat_id, month) where freed_at is null;
create index billed_flats_flat on billed_flats (agency_id, flat_id);
create index billed_flats_of on billed_flats (agency_id, invoice_id);
create index billed_flats_item on billed_flats (agency_id, item_id);
select agency_table('billed_flats', grants => 'select, insert, update');

create or replace function free_credited() returns trigger language plpgsql as $$
begin
  update billed_services b set freed_at = now() where b.agency_id = new.agency_id and b.invoice_id = new.id and b.freed_at is null;
  update billed_flats b set freed_at = now() where b.agency_id = new.agency_id and b.invoice_id = new.id and b.freed_at is null;
  return null;
end $$;
