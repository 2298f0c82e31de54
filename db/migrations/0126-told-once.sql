-- What agencies are told of their subscription is told once, in the bell and by mail alike (decision 112).

-- The level of the quota that was told: 0 none, 1 nearly used up, 2 used up. Bought again, it is forgotten.
alter table subscription_alerts add column told smallint not null default 0 check (told between 0 and 2);
create policy keeper on subscription_alerts to current_user using (true) with check (true);
create function quota_bought() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update subscription_alerts set told = 0 where agency_id = new.id and told > 0 and quota = any (array[
      case when new.agents_limit > old.agents_limit then 'agentsLimit' end,
      case when new.accounts_limit + new.free_accounts > old.accounts_limit + old.free_accounts then 'accountsLimit' end,
      case when new.prepaid_signatures > old.prepaid_signatures then 'prepaidSignatures' end,
      case when new.prepaid_payslips > old.prepaid_payslips then 'prepaidPayslips' end]);
    return new;
  end $$;
create trigger quota_bought after update of agents_limit, accounts_limit, free_accounts, prepaid_signatures, prepaid_payslips on agencies
  for each row when (new.agents_limit > old.agents_limit or new.accounts_limit + new.free_accounts > old.accounts_limit + old.free_accounts
    or new.prepaid_signatures > old.prepaid_signatures or new.prepaid_payslips > old.prepaid_payslips) execute function quota_bought();

-- Days left when the end of the trial was told last.
alter table agency_subscriptions add column trial_told smallint;

-- 0: nothing, 1: the issue, 2: the payment. What is here already is told no more.
alter table agency_invoices add column announced smallint not null default 2 check (announced between 0 and 2);
alter table agency_invoices alter column announced set default 0;
create index agency_invoices_to_announce on agency_invoices (agency_id, id) where announced < 2;
drop trigger issued on agency_invoices;
create trigger issued before update or delete on agency_invoices for each row when (old.issued_at is not null)
  execute function refuse_issued('status', 'counted_amount', 'settled_amount', 'settled_at', 'told_at', 'sent', 'sent_at', 'reminders', 'reminded_at', 'suspended_at', 'announced', 'updated_at', 'version');

alter table agency_article_orders add column sent_announced boolean not null default true;
alter table agency_article_orders alter column sent_announced set default false;
create index agency_article_orders_to_announce on agency_article_orders (agency_id, id) where not sent_announced;
