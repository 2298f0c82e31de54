-- What credit notes took off an invoice; sent estimates keep what was printed.

alter table invoices add column credited_amount numeric(15, 2) not null default 0;
alter table estimates add column printed jsonb;

update invoices i set credited_amount = n.total
  from (select agency_id, credit_of_id, sum(total) as total from invoices where issued_at is not null and credit_of_id is not null group by 1, 2) n
  where n.agency_id = i.agency_id and n.credit_of_id = i.id;

drop trigger issued on invoices;
create trigger issued before update or delete on invoices for each row when (old.issued_at is not null)
  execute function refuse_issued('status', 'sent', 'sent_at', 'paid_amount', 'credited_amount', 'updated_at', 'version');

create function count_credits() returns trigger language plpgsql as $$
begin
  update invoices i set credited_amount = i.credited_amount + new.total where i.agency_id = new.agency_id and i.id = new.credit_of_id;
  return null;
end $$;
create trigger credited after update on invoices for each row
  when (old.issued_at is null and new.issued_at is not null and new.credit_of_id is not null)
  execute function count_credits();

drop index invoices_unpaid;
create index invoices_unpaid on invoices (agency_id, due_date)
  where issued_at is not null and status = 100 and type = 'facture' and paid_amount + credited_amount < total;

drop trigger frozen on estimates;
create trigger frozen after update on estimates for each row when (old.status in (200, 300, 400, 500))
  execute function refuse_frozen('status', 'sent', 'sent_at', 'validated', 'refused', 'number', 'invoice_id', 'printed', 'updated_at', 'version');

create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (vat_on_debits) on agencies to :app;
