-- The PDF of an issued invoice or credit note: made once, kept by its content (money.md, « A paper that left is frozen »).

alter table agencies add column vat_on_debits boolean not null default false;

create table invoice_papers (
  agency_id uuid not null,
  invoice_id uuid not null,
  hash text not null,
  size integer not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, invoice_id),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade
);
create index invoice_papers_hash on invoice_papers (hash);
select agency_table('invoice_papers', reads => 'app_invoice_seen(invoice_id)', grants => 'select, insert');

-- Every content that a row refers to. What is not in it is swept, what is in it is backed up.
create view kept_contents with (security_invoker = true) as
  select hash from files
  union all select hash from personal_exports where hash is not null
  union all select hash from invoice_papers;
grant select on kept_contents to :platform;
