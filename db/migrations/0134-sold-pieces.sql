-- X-021: the invoice that took the pieces out, or whose credit note brought them back. The comment is anybody's to edit.
alter table stock_actions add column invoice_id uuid,
  add foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete set null (invoice_id);
create index stock_actions_invoice on stock_actions (agency_id, invoice_id) where invoice_id is not null;

-- What was sold before is known by its comment alone.
alter table stock_actions no force row level security;
alter table invoices no force row level security;
update stock_actions a set invoice_id = i.id from invoices i
  where i.agency_id = a.agency_id and i.type = 'facture' and i.issued_at is not null
    and (a.action = 200 and a.comment = 'Facture ' || i.number or a.action = 100 and a.comment like 'Avoir % de la facture ' || i.number);
alter table invoices force row level security;
alter table stock_actions force row level security;
