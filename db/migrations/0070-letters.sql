-- Documents that leave by mail: written with the call, mailed by a job, each once.

create table paper_letters (
  agency_id uuid not null,
  id uuid not null,
  invoice_id uuid,
  estimate_id uuid,
  kind text not null check (kind in ('SEND', 'REMIND')),
  -- Emptied once mailed: the mails of the agency keep them under their own rule.
  recipients text[],
  subject text,
  message text,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  primary key (agency_id, id),
  constraint paper_letters_of check (num_nonnulls(invoice_id, estimate_id) = 1),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade,
  foreign key (agency_id, estimate_id) references estimates (agency_id, id) on delete cascade
);
create index paper_letters_invoice on paper_letters (agency_id, invoice_id, created_at) where invoice_id is not null;
create index paper_letters_estimate on paper_letters (agency_id, estimate_id, created_at) where estimate_id is not null;
select agency_table('paper_letters', grants => 'select, insert, update');
