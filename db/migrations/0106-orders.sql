-- Orders of agencies to the platform, and what is sent to them (Z-031, Z-054).

create table subscription_orders (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  buyer_id uuid not null references agencies (id) on delete cascade,
  yearly boolean not null default false,
  -- Of a further period, made by the clock.
  renewal boolean not null default false,
  price numeric(15, 2) not null,
  total_vat numeric(15, 2) not null,
  total numeric(15, 2) not null,
  vat numeric(6, 3) not null check (vat between 0 and 100),
  delivery_address text,
  delivery_instructions text,
  invoice_id uuid,
  invoice_number text,
  -- The same order is never made twice.
  once text not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create unique index subscription_orders_once on subscription_orders (agency_id, once);
create unique index subscription_orders_invoice on subscription_orders (agency_id, invoice_id) where invoice_id is not null;
create index subscription_orders_of_buyer on subscription_orders (buyer_id, created_at);
select platform_records('subscription_orders', seen => 'buyer_id = (select app_agency()) and (select app_whole())', grants => 'select, insert, update');

create table subscription_order_lines (
  agency_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references agencies (id) on delete cascade,
  rank integer not null default 0,
  offer_id uuid not null,
  name text not null,
  type integer not null,
  quantity integer not null check (quantity between 1 and 10000),
  price numeric(15, 2) not null,
  -- What one piece gave at the time.
  licences integer not null default 0,
  sheets integer not null default 0,
  signatures integer not null default 0,
  payslips integer not null default 0,
  primary key (agency_id, id),
  foreign key (agency_id, order_id) references subscription_orders (agency_id, id) on delete cascade,
  foreign key (agency_id, offer_id) references subscription_offers (agency_id, id)
);
create index subscription_order_lines_of on subscription_order_lines (agency_id, order_id, rank);
create index subscription_order_lines_offer on subscription_order_lines (agency_id, offer_id);
create index subscription_order_lines_buyer on subscription_order_lines (buyer_id);
select platform_records('subscription_order_lines', seen => 'buyer_id = (select app_agency()) and (select app_whole())', grants => 'select, insert');

create table agency_article_orders (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  buyer_id uuid not null references agencies (id) on delete cascade,
  agency_name text not null,
  article text not null,
  offer_id uuid,
  quantity integer not null check (quantity > 0),
  invoice_id uuid,
  invoice_number text,
  status integer not null default 100 check (status in (100, 200, 300, 400, 500)),
  validated_at date,
  sent_at date,
  received_at date,
  canceled_at date,
  delivery_address text,
  delivery_instructions text,
  comment text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index agency_article_orders_by_creation on agency_article_orders (agency_id, created_at, id);
create index agency_article_orders_of_buyer on agency_article_orders (buyer_id, created_at, id);
select platform_records('agency_article_orders', seen => 'buyer_id = (select app_agency()) and (select app_whole())', grants => 'select, insert, update');
