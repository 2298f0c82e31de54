-- An agent reads the names of the customers of his sites; their records are no call of his.
drop policy agency on customers;
create policy agency on customers to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then id = (select app_customer())
    else id in (select s.customer_id from sites s where s.agency_id = (select app_agency())) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(id = (select app_customer()), false) end);
