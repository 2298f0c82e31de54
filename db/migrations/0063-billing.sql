-- Billing: the catalogue, discounts, estimates, invoices and credit notes with their payments.

-- Issued papers -------------------------------------------------------------------------------------------------------

-- Decision 84: an issued paper is never changed or removed by a call, whatever it declares (unlike `refuse_frozen`, which a
-- correction passes); without an agency in its context the application's role sees no paper at all. The arguments are the
-- columns of its follow-up.
create function refuse_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if app_agency() is not null then
      perform refuse_frozen_write();
    end if;
    return old;
  end if;
  if app_agency() is not null and to_jsonb(new) - tg_argv[0:] is distinct from to_jsonb(old) - tg_argv[0:] then
    perform refuse_frozen_write();
  end if;
  return new;
end $$;

create function refuse_issued_lines() returns trigger language plpgsql as $$
declare
  touched text := format('select agency_id, %I as id from lines', tg_argv[1]);
  issued boolean;
begin
  -- Depth above 1: a draft is deleted.
  if app_agency() is null or tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    touched := touched || format(' union select agency_id, %I from past', tg_argv[1]);
  end if;
  execute format('select exists (select from (%s) l join %I p on p.agency_id = l.agency_id and p.id = l.id where %s)', touched, tg_argv[0], tg_argv[2])
    into issued;
  if issued then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;

create function seal_lines(list regclass, record regclass, of_record text, condition text) returns void language plpgsql as $$
begin
  execute format('create trigger issued_put after insert on %s referencing new table as lines for each statement execute function refuse_issued_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger issued_taken after delete on %s referencing old table as lines for each statement execute function refuse_issued_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger issued_changed after update on %s referencing old table as past new table as lines for each statement execute function refuse_issued_lines(%L, %L, %L)', list, record, of_record, condition);
end $$;
revoke execute on function seal_lines(regclass, regclass, text, text) from public;

-- The last number of a series in a year. Its row is locked until the transaction that numbers a paper ends: no gap, no double.
create table billing_counters (
  agency_id uuid not null references agencies (id) on delete cascade,
  series text not null check (series in ('F', 'A', 'D', 'BC')),
  year integer not null,
  last integer not null check (last > 0),
  -- A paper is never dated before the last one of its series.
  last_date date not null,
  primary key (agency_id, series, year)
);
select agency_table('billing_counters', grants => 'select, insert, update');

-- Catalogue and discounts ---------------------------------------------------------------------------------------------

create table catalog_articles (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  status integer not null default 100 check (status in (100, 300)),
  description text not null,
  price numeric(15, 4) not null check (price >= 0),
  unit text not null default 'HOUR' check (unit in ('HOUR', 'DAY', 'MONTH', 'PASS', 'UNIT', 'KM', 'FLAT')),
  vat numeric(6, 3) check (vat between 0 and 100),
  commercial_doc_item_type text not null default 'SERVICE' check (commercial_doc_item_type in ('SERVICE', 'GOODS')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index catalog_articles_by_title on catalog_articles (agency_id, title collate "fr-x-icu", id);
select agency_table('catalog_articles');

create table catalog_article_specialties (
  agency_id uuid not null,
  catalog_article_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, catalog_article_id, specialty_id),
  foreign key (agency_id, catalog_article_id) references catalog_articles (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index catalog_article_specialties_of on catalog_article_specialties (agency_id, specialty_id);
select agency_table('catalog_article_specialties');

create table discounts (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  label text not null,
  status integer not null default 100 check (status in (100, 300)),
  kind text not null default 'PERCENT' check (kind in ('PERCENT', 'AMOUNT')),
  value numeric(15, 4) not null check (value >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index discounts_by_label on discounts (agency_id, label collate "fr-x-icu", id);
select agency_table('discounts');

-- Mentions of the buyer (law.md 3).
alter table customers
  add column siret text,
  add column vat_number text;
create index customers_siret on customers (agency_id, siret) where siret is not null;

-- Invoices and credit notes -------------------------------------------------------------------------------------------

create table invoices (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  number text not null default 'Brouillon',
  type text not null default 'facture' check (type in ('facture', 'avoir')),
  status integer not null default 100 check (status in (100, 200, 300)),
  customer_id uuid not null,
  site_id uuid,
  title text,
  date date not null,
  due_date date,
  period_start date,
  period_end date,
  order_number text,
  buyer_reference text,
  paper_version text not null default 'mail' check (paper_version in ('mail', 'letter')),
  credit_of_id uuid,
  vat_exemption text check (vat_exemption in ('FRANCHISE', 'REVERSE_CHARGE', 'INTRA_COMMUNITY', 'EXPORT', 'EXEMPT')),
  price numeric(15, 2) not null default 0,
  total_vat numeric(15, 2) not null default 0,
  total numeric(15, 2) not null default 0,
  currency text not null default 'EUR',
  header text,
  footer text,
  -- Follow-up, which changes after the issue.
  sent boolean not null default false,
  sent_at timestamptz,
  paid_amount numeric(15, 2) not null default 0,
  -- What is printed of the agency and the customer, copied at the issue.
  printed jsonb,
  issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint invoices_issued check ((number = 'Brouillon') = (issued_at is null) and (number = 'Brouillon') = (printed is null)),
  constraint invoices_credit check (credit_of_id is null or type = 'avoir'),
  foreign key (agency_id, customer_id) references customers (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id),
  foreign key (agency_id, credit_of_id) references invoices (agency_id, id)
);
create unique index invoices_number on invoices (agency_id, number) where number <> 'Brouillon';
create index invoices_by_date on invoices (agency_id, date, id);
create index invoices_customer on invoices (agency_id, customer_id, date, id);
create index invoices_site on invoices (agency_id, site_id) where site_id is not null;
create index invoices_credits on invoices (agency_id, credit_of_id) where credit_of_id is not null;
create index invoices_unpaid on invoices (agency_id, due_date) where issued_at is not null and status = 100 and type = 'facture' and paid_amount < total;
-- A customer sees what was issued to him.
select agency_table('invoices', reads => 'issued_at is not null and coalesce(customer_id = (select app_customer()), false)');

create function app_invoice_seen(invoice uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from invoices i where i.agency_id = app_agency() and i.id = invoice); end $$;

create table invoice_items (
  agency_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  rank integer not null default 0,
  title text not null,
  description text,
  commercial_doc_item_type text not null default 'SERVICE' check (commercial_doc_item_type in ('SERVICE', 'GOODS')),
  unit text not null default 'HOUR' check (unit in ('HOUR', 'DAY', 'MONTH', 'PASS', 'UNIT', 'KM', 'FLAT')),
  quantity numeric(15, 3) not null default 1,
  price numeric(15, 4) not null,
  discount_rate numeric(6, 3) check (discount_rate between 0 and 100),
  vat numeric(6, 3) not null check (vat between 0 and 100),
  must_be_deducted_from_stock boolean not null default false,
  primary key (agency_id, id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade
);
create index invoice_items_of on invoice_items (agency_id, invoice_id, rank);
select agency_table('invoice_items', reads => 'app_invoice_seen(invoice_id)');

create table invoice_discounts (
  agency_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  rank integer not null default 0,
  label text not null,
  kind text not null default 'PERCENT' check (kind in ('PERCENT', 'AMOUNT')),
  value numeric(15, 4) not null check (value >= 0),
  primary key (agency_id, id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade
);
create index invoice_discounts_of on invoice_discounts (agency_id, invoice_id, rank);
select agency_table('invoice_discounts', reads => 'app_invoice_seen(invoice_id)');

create table invoice_files (
  agency_id uuid not null,
  invoice_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, invoice_id, file_id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index invoice_files_file on invoice_files (agency_id, file_id);
select agency_table('invoice_files', reads => 'app_invoice_seen(invoice_id)');

create trigger issued before update or delete on invoices for each row when (old.issued_at is not null)
  execute function refuse_issued('status', 'sent', 'sent_at', 'paid_amount', 'updated_at', 'version');
select seal_lines(list, 'invoices', 'invoice_id', 'p.issued_at is not null')
  from unnest(array['invoice_items', 'invoice_discounts', 'invoice_files']::regclass[]) list;

-- Payments are entries: never changed, reversed by an entry of the opposite amount (decision 90).
create table invoice_payments (
  agency_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  date date not null,
  amount numeric(15, 2) not null check (amount <> 0),
  note text,
  means text check (means in ('TRANSFER', 'CHEQUE', 'CARD', 'CASH', 'DEBIT', 'CREDIT')),
  reverses_id uuid,
  author text,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  -- An entry is reversed once.
  constraint invoice_payments_reversed unique (agency_id, reverses_id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade,
  foreign key (agency_id, reverses_id) references invoice_payments (agency_id, id)
);
create index invoice_payments_of on invoice_payments (agency_id, invoice_id, date, created_at);
select agency_table('invoice_payments', reads => 'app_invoice_seen(invoice_id)', grants => 'select, insert');

create function count_payments() returns trigger language plpgsql as $$
begin
  update invoices i set paid_amount = i.paid_amount + n.amount from (select agency_id, invoice_id, sum(amount) as amount from lines group by 1, 2) n
    where i.agency_id = n.agency_id and i.id = n.invoice_id;
  return null;
end $$;
create trigger counted after insert on invoice_payments referencing new table as lines for each statement execute function count_payments();

-- Estimates -----------------------------------------------------------------------------------------------------------

create table estimates (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  number text not null default 'Brouillon',
  status integer not null default 100 check (status in (100, 200, 300, 400, 500)),
  customer_id uuid not null,
  site_id uuid,
  title text,
  date date not null,
  valid_until date,
  paper_version text not null default 'mail' check (paper_version in ('mail', 'letter')),
  vat_exemption text check (vat_exemption in ('FRANCHISE', 'REVERSE_CHARGE', 'INTRA_COMMUNITY', 'EXPORT', 'EXEMPT')),
  price numeric(15, 2) not null default 0,
  total_vat numeric(15, 2) not null default 0,
  total numeric(15, 2) not null default 0,
  currency text not null default 'EUR',
  header text,
  footer text,
  sent boolean not null default false,
  sent_at timestamptz,
  validated boolean not null default false,
  refused boolean not null default false,
  invoice_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete set null (invoice_id)
);
create unique index estimates_number on estimates (agency_id, number) where number <> 'Brouillon';
create index estimates_by_date on estimates (agency_id, date, id);
create index estimates_customer on estimates (agency_id, customer_id, date, id);
create index estimates_site on estimates (agency_id, site_id) where site_id is not null;
create index estimates_invoice on estimates (agency_id, invoice_id) where invoice_id is not null;
create index estimates_waiting on estimates (agency_id, sent_at) where status = 300;
select agency_table('estimates');

create table estimate_items (
  agency_id uuid not null,
  id uuid not null,
  estimate_id uuid not null,
  rank integer not null default 0,
  title text not null,
  description text,
  commercial_doc_item_type text not null default 'SERVICE' check (commercial_doc_item_type in ('SERVICE', 'GOODS')),
  unit text not null default 'HOUR' check (unit in ('HOUR', 'DAY', 'MONTH', 'PASS', 'UNIT', 'KM', 'FLAT')),
  quantity numeric(15, 3) not null default 1,
  price numeric(15, 4) not null,
  discount_rate numeric(6, 3) check (discount_rate between 0 and 100),
  vat numeric(6, 3) not null check (vat between 0 and 100),
  must_be_deducted_from_stock boolean not null default false,
  primary key (agency_id, id),
  foreign key (agency_id, estimate_id) references estimates (agency_id, id) on delete cascade
);
create index estimate_items_of on estimate_items (agency_id, estimate_id, rank);
select agency_table('estimate_items');

create table estimate_discounts (
  agency_id uuid not null,
  id uuid not null,
  estimate_id uuid not null,
  rank integer not null default 0,
  label text not null,
  kind text not null default 'PERCENT' check (kind in ('PERCENT', 'AMOUNT')),
  value numeric(15, 4) not null check (value >= 0),
  primary key (agency_id, id),
  foreign key (agency_id, estimate_id) references estimates (agency_id, id) on delete cascade
);
create index estimate_discounts_of on estimate_discounts (agency_id, estimate_id, rank);
select agency_table('estimate_discounts');

create table estimate_files (
  agency_id uuid not null,
  estimate_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, estimate_id, file_id),
  foreign key (agency_id, estimate_id) references estimates (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index estimate_files_file on estimate_files (agency_id, file_id);
select agency_table('estimate_files');

create trigger frozen after update on estimates for each row when (old.status in (200, 300, 400, 500))
  execute function refuse_frozen('status', 'sent', 'sent_at', 'validated', 'refused', 'number', 'invoice_id', 'updated_at', 'version');
select freeze_lines(list, 'estimates', 'estimate_id', 'p.status in (200, 300, 400, 500)')
  from unnest(array['estimate_items', 'estimate_discounts', 'estimate_files']::regclass[]) list;
