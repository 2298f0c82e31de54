-- Direct debits (decision 102): the creditor's identifier, mandates of customers, and the orders given to the bank.

alter table agencies add column creditor_identifier text;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (creditor_identifier) on agencies to :app;

-- The IBAN is sealed by the application.
alter table customers
  add column debit_iban text,
  add column mandate_reference text,
  add column mandate_date date;

-- An order of direct debits: the amounts asked of the bank on a day.
create table direct_debits (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  number text not null,
  status integer not null default 100 check (status in (100, 200, 300)),
  collection_date date not null,
  total numeric(15, 2) not null,
  author text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create unique index direct_debits_number on direct_debits (agency_id, number);
create index direct_debits_by_date on direct_debits (agency_id, collection_date, id);
select agency_table('direct_debits');

create table direct_debit_lines (
  agency_id uuid not null,
  id uuid not null,
  direct_debit_id uuid not null,
  rank integer not null default 0,
  invoice_id uuid not null,
  amount numeric(15, 2) not null check (amount > 0),
  -- False once the order is collected or cancelled: an invoice waits in one order at most.
  pending boolean not null default true,
  primary key (agency_id, id),
  foreign key (agency_id, direct_debit_id) references direct_debits (agency_id, id) on delete cascade,
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade
);
create unique index direct_debit_lines_pending on direct_debit_lines (agency_id, invoice_id) where pending;
create index direct_debit_lines_of on direct_debit_lines (agency_id, direct_debit_id, rank);
create index direct_debit_lines_invoice on direct_debit_lines (agency_id, invoice_id);
select agency_table('direct_debit_lines');

alter table billing_counters drop constraint billing_counters_series_check;
alter table billing_counters add constraint billing_counters_series_check check (series in ('F', 'A', 'D', 'BC', 'PR'));
