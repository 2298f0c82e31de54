-- Subscriptions of agencies: what an offer gives, validity, quotas, alerts (3 §3, §4; Z-001..Z-065).

-- Offers --------------------------------------------------------------------------------------------------------------

alter table subscription_offers
  alter column price type numeric(15, 2),
  alter column yearly_price type numeric(15, 2),
  add column description text,
  -- What one piece gives.
  add column licences integer not null default 0 check (licences between 0 and 10000),
  add column sheets integer not null default 0 check (sheets between 0 and 100000),
  add column signatures integer not null default 0 check (signatures between 0 and 100000),
  add column payslips integer not null default 0 check (payslips between 0 and 100000);

-- A new installation sells the product itself at the prices of the specification (Z-061, Z-062).
alter table subscription_offers no force row level security;
insert into subscription_offers (agency_id, id, name, type, price, yearly_price, licences, sheets, signatures, description) values
  (platform_agency(), '00000000-0000-4000-8000-000000000101', 'Abonnement de gestion', 1, 49.99, 549.89, 5, 0, 0, 'Toute l’application, cinq licences, sans engagement.'),
  (platform_agency(), '00000000-0000-4000-8000-000000000102', 'Licence utilisateur', 2, 9.99, 109.89, 1, 0, 0, 'Un compte de plus, par mois.'),
  (platform_agency(), '00000000-0000-4000-8000-000000000110', 'Fiche collaborateur', 200, 1.5, null, 0, 1, 0, 'Une fiche de plus, gardée.'),
  (platform_agency(), '00000000-0000-4000-8000-000000000111', 'Signature électronique', 210, 0.99, null, 0, 0, 1, 'Un signataire d’un contrat envoyé.');
alter table subscription_offers force row level security;

-- Quotas --------------------------------------------------------------------------------------------------------------

-- Used up by the agency as its sheets are; null: not counted.
alter table agencies
  add column prepaid_signatures integer check (prepaid_signatures >= 0),
  add column prepaid_payslips integer check (prepaid_payslips >= 0);
grant update (prepaid_signatures, prepaid_payslips) on agencies to :app;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
create policy subscribed on agencies for select to :app using ((select app_agency()) = platform_agency() and (select app_whole()));
create policy keeper on agencies to current_user using (true) with check (true);

-- The subscription of each agency -------------------------------------------------------------------------------------

create table agency_subscriptions (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  buyer_id uuid not null references agencies (id) on delete cascade,
  agency_name text not null,
  status integer not null default 0 check (status in (0, 100, 200, 300)),
  plan_id uuid,
  yearly boolean not null default false,
  -- Beyond those of the plan; billed with it.
  licences integer not null default 0 check (licences >= 0),
  starts_on date,
  -- Null: without end.
  ends_on date,
  -- Chosen for the next period (PATCH /plan).
  next_plan_id uuid,
  next_yearly boolean,
  trial_ends_on date,
  is_free_trial_done boolean not null default false,
  must_be_billed boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (ends_on >= starts_on),
  foreign key (agency_id, plan_id) references subscription_offers (agency_id, id),
  foreign key (agency_id, next_plan_id) references subscription_offers (agency_id, id)
);
create unique index agency_subscriptions_buyer on agency_subscriptions (agency_id, buyer_id);
create index agency_subscriptions_of_buyer on agency_subscriptions (buyer_id);
create index agency_subscriptions_by_creation on agency_subscriptions (agency_id, created_at, id);
create index agency_subscriptions_by_end on agency_subscriptions (agency_id, ends_on, id);
create index agency_subscriptions_plan on agency_subscriptions (agency_id, plan_id) where plan_id is not null;
create index agency_subscriptions_next on agency_subscriptions (agency_id, next_plan_id) where next_plan_id is not null;
select platform_records('agency_subscriptions', seen => 'buyer_id = (select app_agency()) and (select app_whole())');
create policy keeper on agency_subscriptions to current_user using (true) with check (true);

-- An agency knows its plan, even one that is sold no more.
create policy own_plan on subscription_offers for select to :app using ((select app_whole()) and exists (select from agency_subscriptions s
  where s.buyer_id = (select app_agency()) and subscription_offers.id in (s.plan_id, s.next_plan_id)));

-- Each agency has one, from its creation on.
create function agency_subscribed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if new.id <> platform_agency() then
      insert into agency_subscriptions (agency_id, buyer_id, agency_name) values (platform_agency(), new.id, new.name)
        on conflict (agency_id, buyer_id) do update set agency_name = excluded.agency_name;
    end if;
    return null;
  end $$;
revoke execute on function agency_subscribed() from public;
create trigger subscribed after insert or update of name on agencies for each row execute function agency_subscribed();
insert into agency_subscriptions (agency_id, buyer_id, agency_name, status)
  select platform_agency(), id, name, 100 from agencies where id <> platform_agency();

-- Only the platform changes what an agency may use.
create function set_quotas(p_buyer uuid, p_agents integer, p_accounts integer, p_free integer, p_sheets integer, p_signatures integer, p_payslips integer)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    update agencies set agents_limit = p_agents, accounts_limit = p_accounts, free_accounts = p_free, remaining_sheets = p_sheets,
        prepaid_signatures = p_signatures, prepaid_payslips = p_payslips
      where id = p_buyer;
  end $$;
-- What was bought; the number of licences is the one of the subscription, the rest is added.
create function give_quotas(p_buyer uuid, p_accounts integer, p_sheets integer, p_signatures integer, p_payslips integer)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    update agencies set accounts_limit = coalesce(p_accounts, accounts_limit),
        remaining_sheets = case when p_sheets > 0 then coalesce(remaining_sheets, 0) + p_sheets else remaining_sheets end,
        prepaid_signatures = case when p_signatures > 0 then coalesce(prepaid_signatures, 0) + p_signatures else prepaid_signatures end,
        prepaid_payslips = case when p_payslips > 0 then coalesce(prepaid_payslips, 0) + p_payslips else prepaid_payslips end
      where id = p_buyer;
  end $$;
-- The lock of an ended subscription, beside those of others; a null message lifts it.
create function lock_subscription(p_buyer uuid, p_prefix text, p_message text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    update agencies set errors = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(errors) e where not starts_with(e ->> 'message', p_prefix))
        || case when p_message is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('message', p_message, 'lock', true)) end
      where id = p_buyer;
  end $$;
revoke execute on function set_quotas(uuid, integer, integer, integer, integer, integer, integer), give_quotas(uuid, integer, integer, integer, integer),
  lock_subscription(uuid, text, text) from public;
grant execute on function set_quotas(uuid, integer, integer, integer, integer, integer, integer), give_quotas(uuid, integer, integer, integer, integer),
  lock_subscription(uuid, text, text) to :app;

-- Alerts of an agency (Z-060); absent: both ways.
create table subscription_alerts (
  agency_id uuid not null references agencies (id) on delete cascade,
  quota text not null check (quota in ('agentsLimit', 'accountsLimit', 'prepaidSignatures', 'prepaidPayslips')),
  notification boolean not null default true,
  email boolean not null default true,
  primary key (agency_id, quota)
);
select agency_table('subscription_alerts');
