-- Payments: the platform's invoices to agencies, their payments, and what the payment providers know (3 §3, §4; decision 101).

-- The platform names the agencies it bills.
create policy billed on agencies for select to :app using ((select app_agency()) = platform_agency() and (select app_whole()));

-- Agency invoices -----------------------------------------------------------------------------------------------------

create table agency_invoices (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  reference text not null default 'Brouillon',
  type text not null default 'facture' check (type in ('facture', 'avoir')),
  credit_of_id uuid,
  buyer_id uuid not null references agencies (id),
  agency_name text not null,
  status text not null check (status in ('VALIDATION', 'COMING_SOON', 'PENDING', 'PROCESSING', 'ERROR', 'VALIDATED', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY')),
  date date not null,
  due_date date not null,
  note text,
  vat_exemption text check (vat_exemption in ('FRANCHISE', 'REVERSE_CHARGE', 'INTRA_COMMUNITY', 'EXPORT', 'EXEMPT')),
  price numeric(15, 2) not null,
  total_vat numeric(15, 2) not null,
  total numeric(15, 2) not null,
  currency text not null default 'EUR',
  -- Follow-up, which changes after the issue.
  counted_amount numeric(15, 2) not null default 0,
  settled_amount numeric(15, 2) not null default 0,
  settled_at timestamptz,
  -- Other modules learn of the payment once.
  told_at timestamptz,
  sent boolean not null default false,
  sent_at timestamptz,
  reminders integer not null default 0,
  reminded_at timestamptz,
  suspended_at timestamptz,
  -- What is printed of both sides, copied at the issue.
  printed jsonb,
  -- The same order never makes two invoices.
  once text,
  issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint agency_invoices_issued check ((reference = 'Brouillon') = (issued_at is null) and (reference = 'Brouillon') = (printed is null)),
  constraint agency_invoices_credit check (credit_of_id is null or type = 'avoir'),
  foreign key (agency_id, credit_of_id) references agency_invoices (agency_id, id)
);
create unique index agency_invoices_reference on agency_invoices (agency_id, reference) where reference <> 'Brouillon';
create unique index agency_invoices_once on agency_invoices (agency_id, once) where once is not null;
create unique index agency_invoices_credited on agency_invoices (agency_id, credit_of_id) where credit_of_id is not null;
create index agency_invoices_by_creation on agency_invoices (agency_id, created_at, id);
create index agency_invoices_by_date on agency_invoices (agency_id, date, id);
create index agency_invoices_buyer on agency_invoices (agency_id, buyer_id, created_at, id);
create index agency_invoices_of_buyer on agency_invoices (buyer_id, created_at, id);
create index agency_invoices_unpaid on agency_invoices (agency_id, due_date) where settled_at is null and type = 'facture';
select platform_records('agency_invoices', seen => 'buyer_id = (select app_agency()) and (select app_whole()) and issued_at is not null');

create table agency_invoice_items (
  agency_id uuid not null,
  id uuid not null,
  agency_invoice_id uuid not null,
  buyer_id uuid not null references agencies (id),
  rank integer not null default 0,
  -- Of subscriptions; null: written by hand.
  offer_id uuid,
  title text not null,
  quantity numeric(15, 3) not null,
  price numeric(15, 4) not null,
  vat numeric(6, 3) not null check (vat between 0 and 100),
  primary key (agency_id, id),
  foreign key (agency_id, agency_invoice_id) references agency_invoices (agency_id, id) on delete cascade
);
create index agency_invoice_items_of on agency_invoice_items (agency_id, agency_invoice_id, rank);
create index agency_invoice_items_buyer on agency_invoice_items (buyer_id);
select platform_records('agency_invoice_items', seen => 'buyer_id = (select app_agency()) and (select app_whole())');

create trigger issued before update or delete on agency_invoices for each row when (old.issued_at is not null)
  execute function refuse_issued('status', 'counted_amount', 'settled_amount', 'settled_at', 'told_at', 'sent', 'sent_at', 'reminders', 'reminded_at', 'suspended_at', 'updated_at', 'version');
select seal_lines('agency_invoice_items', 'agency_invoices', 'agency_invoice_id', 'p.issued_at is not null');

create table agency_invoice_papers (
  agency_id uuid not null,
  id uuid not null default gen_random_uuid(),
  agency_invoice_id uuid not null,
  hash text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, agency_invoice_id),
  foreign key (agency_id, agency_invoice_id) references agency_invoices (agency_id, id) on delete cascade
);
select platform_records('agency_invoice_papers', grants => 'select, insert');
create or replace view kept_contents with (security_invoker = true) as
  select hash from files where hash is not null
  union all select hash from personal_exports where hash is not null
  union all select hash from invoice_papers
  union all select hash from agency_invoice_papers;

-- Payments ------------------------------------------------------------------------------------------------------------

create table agency_payments (
  agency_id uuid not null,
  id uuid not null,
  agency_invoice_id uuid not null,
  buyer_id uuid not null references agencies (id),
  date date not null,
  amount numeric(15, 2) not null check (amount > 0),
  note text,
  status text not null check (status in ('VALIDATION', 'COMING_SOON', 'PENDING', 'PROCESSING', 'ERROR', 'VALIDATED', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY')),
  -- Null: the agency's default method.
  method_id uuid,
  -- A key of the texts (Z-038), and what the provider said.
  error text,
  provider_message text,
  authentication_required boolean not null default false,
  attempts integer not null default 0,
  next_try_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, agency_invoice_id) references agency_invoices (agency_id, id) on delete cascade
);
create index agency_payments_of on agency_payments (agency_id, agency_invoice_id, date, id);
create index agency_payments_buyer on agency_payments (buyer_id);
create index agency_payments_due on agency_payments (agency_id, status, date) where status in ('COMING_SOON', 'PENDING', 'PROCESSING', 'ERROR');
select platform_records('agency_payments', seen => 'buyer_id = (select app_agency()) and (select app_whole())');

-- What the provider has, or the money itself, is neither changed nor removed.
create function refuse_paid() returns trigger language plpgsql as $$
begin
  if app_agency() is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or (new.amount, new.agency_invoice_id) is distinct from (old.amount, old.agency_invoice_id) then
    perform refuse_frozen_write();
  end if;
  return new;
end $$;
create trigger paid before update or delete on agency_payments for each row
  when (old.status in ('PROCESSING', 'VALIDATED', 'VALIDATED_MANUALLY') or old.attempts > 0) execute function refuse_paid();

-- One object of a provider that collects one payment. Written before the provider is asked: at most one is open.
create table payment_charges (
  agency_id uuid not null,
  id uuid not null,
  agency_payment_id uuid not null,
  provider text not null check (provider in ('stripe', 'gocardless')),
  customer_ref text,
  method_ref text not null,
  amount numeric(15, 2) not null,
  currency text not null,
  -- The provider's id, once known.
  ref text,
  state text not null default 'open' check (state in ('open', 'succeeded', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, agency_payment_id) references agency_payments (agency_id, id) on delete cascade
);
create unique index payment_charges_open on payment_charges (agency_id, agency_payment_id) where state = 'open';
create unique index payment_charges_ref on payment_charges (agency_id, provider, ref) where ref is not null;
create index payment_charges_of on payment_charges (agency_id, agency_payment_id);
select platform_records('payment_charges');

-- The events of the providers: each is taken once.
create table payment_events (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  provider text not null,
  event text not null,
  received_at timestamptz not null default now(),
  primary key (agency_id, provider, event)
);
select platform_records('payment_events');

-- Decision 101: the suspension is a setting.
create table payment_settings (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  suspension_days integer not null default 30 check (suspension_days between 0 and 365),
  updated_at timestamptz not null default now(),
  primary key (agency_id)
);
select platform_records('payment_settings');

-- Means of payment of an agency ---------------------------------------------------------------------------------------

create table payment_methods (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('card', 'sepa')),
  provider text not null check (provider in ('stripe', 'gocardless')),
  ref text not null,
  customer_ref text,
  enabled boolean not null default true,
  is_default boolean not null default false,
  -- Masked: never more than the last digits.
  name text,
  number text,
  expiration text,
  brand text,
  holder_name text,
  bank_name text,
  account_number text,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create unique index payment_methods_ref on payment_methods (agency_id, provider, ref);
create unique index payment_methods_default on payment_methods (agency_id) where is_default;
select agency_table('payment_methods');
create policy billed on payment_methods for select to :app using ((select app_agency()) = platform_agency() and (select app_whole()));

create table payment_customers (
  agency_id uuid not null references agencies (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'gocardless')),
  ref text not null,
  created_at timestamptz not null default now(),
  primary key (agency_id, provider)
);
select agency_table('payment_customers');

-- A visit to the provider's pages, from its start to the method it brought.
create table payment_setups (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'gocardless')),
  ref text,
  action text,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create unique index payment_setups_ref on payment_setups (agency_id, provider, ref) where ref is not null;
select agency_table('payment_setups');

-- What an agency agreed to pay, and who said so (Z-025).
create table subscription_agreements (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  agency_invoice_id uuid not null,
  author text,
  text text not null,
  agreed_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create unique index subscription_agreements_invoice on subscription_agreements (agency_id, agency_invoice_id);
select agency_table('subscription_agreements', grants => 'select, insert');
