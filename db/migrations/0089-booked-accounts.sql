-- Entries keep the accounts of the day they were made: an agency that changes an account changes no entry of before.

alter table invoices add column accounts jsonb;
alter table invoice_payments add column accounts jsonb;

create function agency_accounts(agency uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('customers', g.account_customers, 'services', g.account_services, 'goods', g.account_goods, 'vatDue', g.account_vat_due,
    'vatPending', g.account_vat_pending, 'bank', g.account_bank, 'cheques', g.account_cheques, 'cash', g.account_cash)
  from agencies g where g.id = agency
$$;

create function keep_accounts() returns trigger language plpgsql as $$
begin
  new.accounts := agency_accounts(new.agency_id);
  return new;
end $$;
-- The issue of a paper, and the entry of a payment.
create trigger booked before insert or update on invoices for each row when (new.issued_at is not null and new.accounts is null)
  execute function keep_accounts();
create trigger booked before insert on invoice_payments for each row execute function keep_accounts();

-- What was booked before today shows today's accounts, and keeps them.
alter table agencies no force row level security;
alter table invoices no force row level security;
alter table invoice_payments no force row level security;
update invoices set accounts = agency_accounts(agency_id) where issued_at is not null;
update invoice_payments set accounts = agency_accounts(agency_id);
alter table agencies force row level security;
alter table invoices force row level security;
alter table invoice_payments force row level security;
