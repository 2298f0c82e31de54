-- The discounts granted to a customer, as data for the estimates and invoices to come (H-017).

create table customer_discounts (
  agency_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  rank integer not null default 0,
  label text not null,
  rate numeric(6, 3) not null check (rate between 0 and 100),
  start_date date,
  end_date date,
  primary key (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade
);
create index customer_discounts_of on customer_discounts (agency_id, customer_id, rank);

alter table customer_discounts enable row level security;
alter table customer_discounts force row level security;
grant select, insert, update, delete on customer_discounts to :app, :platform;
create policy platform on customer_discounts to :platform using (true) with check (true);

-- A customer reads what he was granted; only the agency grants.
create policy agency on customer_discounts to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy removal on customer_discounts as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_whole()));
