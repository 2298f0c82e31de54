-- What an agent or a customer sees of services and sites is asked once a statement, not once a row: his list of ten sites
-- took seconds where the agency had some thousand services.

create function app_agent_sites() returns setof uuid language plpgsql stable parallel safe rows 50
  as $$ begin
    return query select distinct s.site_id from service_agents a join services s on s.agency_id = a.agency_id and s.id = a.service_id
      where a.agency_id = app_agency() and a.agent_id = app_agent() and s.published_at is not null and s.end_at > now() - interval '30 days';
  end $$;
create function app_customer_sites() returns setof uuid language plpgsql stable parallel safe rows 50
  as $$ begin return query select s.id from sites s where s.agency_id = app_agency() and s.customer_id = app_customer(); end $$;

drop policy agency on services;
create policy agency on services to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when published_at is null then false
    when (select app_customer()) is not null then site_id in (select app_customer_sites())
    else id in (select a.service_id from service_agents a where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent())) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

drop policy agency on sites;
create policy agency on sites to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then customer_id = (select app_customer()) else id in (select app_agent_sites()) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = (select app_customer()), false) end);

drop function app_agent_service(uuid);
drop function app_customer_site(uuid);
drop function app_agent_site(uuid);
