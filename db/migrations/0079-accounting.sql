-- Accounting: the agency's accounts and fiscal year.

alter table agencies
  add column account_customers text not null default '411000',
  add column account_services text not null default '706000',
  add column account_goods text not null default '707000',
  add column account_vat_due text not null default '445710',
  add column account_vat_pending text not null default '445740',
  add column account_bank text not null default '512000',
  add column account_cheques text not null default '511200',
  add column account_cash text not null default '530000',
  add column fiscal_year_month integer not null default 1 check (fiscal_year_month in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (account_customers, account_services, account_goods, account_vat_due, account_vat_pending, account_bank, account_cheques, account_cash, fiscal_year_month) on agencies to :app;

-- The journal of receipts, and the payments of a fiscal year.
create index invoice_payments_by_date on invoice_payments (agency_id, date);
