-- Which rows may be seen and written: here, and nowhere else. The application connects as :app, which owns nothing and
-- cannot bypass a policy; :platform serves sign-in, platform staff and jobs.

-- Every table of a statement repeats its policy, so a policy is written to cost two constants and no plan node more:
-- the agency, and whether the whole of it is open (no agent's nor customer's path). What agents and customers see is
-- asked by functions that the planner cannot unfold. `x is null or y` is avoided: the planner takes it for one row in
-- two hundred, and sorts a page that should walk an index.
create function app_whole() returns boolean language sql stable parallel safe
  as $$ select app_customer() is null and app_agent() is null $$;

-- The sites of an agent's services. Services come with the planning; until then an agent's own path shows none.
create function app_agent_site(site uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return false; end $$;

-- What stands on a site follows the site, and for customers and agents the site's own rights (C-018).
create function app_site_opens(site uuid, right_name text) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from sites s where s.id = site and (right_name is null
      or right_name = any (case when app_customer() is null then s.rights_agent else s.rights_customer end)));
  end $$;

do $$
declare
  t text;
begin
  -- Under FORCE even the owner of a managed server obeys. `search` alone is not forced: its functions run as the owner.
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations' loop
    execute format('alter table %I enable row level security', t);
    if t <> 'search' then execute format('alter table %I force row level security', t); end if;
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
  end loop;
end $$;

-- Own rows, before an agency is known.
grant select, update (firstname, lastname, first_login, pages_config, version) on users to :app;
create policy own on users to :app using (id = (select app_user())) with check (id = (select app_user()));
grant select, update (ended_at) on sessions to :app;
create policy own on sessions to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
grant select, insert, update, delete on user_devices, idempotency_keys to :app;
create policy own on user_devices to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
create policy own on idempotency_keys to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
grant insert on platform_audit to :app;
create policy own on platform_audit for insert to :app with check (user_id = (select app_user()));
grant select on tenants, platform_settings to :app;
create policy readable on tenants for select to :app using (true);
create policy readable on platform_settings for select to :app using (true);

-- The agency itself.
grant select on agencies to :app;
create policy agency on agencies for select to :app using (id = (select app_agency()));
grant select, insert, update on counters to :app;
create policy agency on counters to :app
  using (agency_id = (select app_agency())) with check (agency_id = (select app_agency()));

-- History is written, never changed; customers and agents on their own path do not read it.
grant select, insert on audit to :app;
create policy agency on audit for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy writes on audit for insert to :app with check (agency_id = (select app_agency()));

grant select, insert, update, delete on specialties, agents, agent_specialties, invitations, customers, customer_specialties,
  contacts, sites, site_specialties, site_keys, site_alarms, site_users to :app;

create policy agency on specialties to :app
  using (agency_id = (select app_agency())) with check (agency_id = (select app_agency()) and (select app_whole()));

-- Staff see every agent of the agency, an agent on his own path himself, a customer nobody.
create policy agency on agents to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and id = app_agent() end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on agent_specialties to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

create policy agency on invitations to :app
  using (agency_id = (select app_agency()) and (select app_whole()))
  with check (agency_id = (select app_agency()) and (select app_whole()));

-- A contact sees his customer; an agent the customers of his sites.
create policy agency on customers to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(id = app_customer(), false) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(id = app_customer(), false) end);
create policy agency on customer_specialties to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end);
create policy agency on contacts to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end);

create policy agency on sites to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when app_customer() is not null then customer_id = app_customer() else app_agent_site(id) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end);
create policy agency on site_specialties to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_site_opens(site_id, null) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_agent() is null and app_site_opens(site_id, null) end);
create policy agency on site_keys to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_site_opens(site_id, 'readKeys') end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_agent() is null and app_site_opens(site_id, null) end);
create policy agency on site_alarms to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_site_opens(site_id, 'readAlarms') end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_agent() is null and app_site_opens(site_id, null) end);
-- Who is barred from a site is the agency's affair.
create policy agency on site_users to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));

-- To delete a row PostgreSQL asks only whether it is seen. Records are removed by the agency alone; what hangs on them
-- is replaced by whoever edits them, which an agent on his own path never does.
do $$
declare
  t text;
begin
  foreach t in array array['specialties', 'agents', 'agent_specialties', 'customers', 'sites'] loop
    execute format('create policy removal on %I as restrictive for delete to :app
      using (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
  foreach t in array array['customer_specialties', 'contacts', 'site_specialties', 'site_keys', 'site_alarms'] loop
    execute format('create policy removal on %I as restrictive for delete to :app
      using (agency_id = (select app_agency()) and (select app_agent()) is null)', t);
  end loop;
end $$;

grant select on user_companies to :app, :platform;

revoke execute on function search_put(text, uuid, text), search_drop(text, uuid), search_ids(text, text) from public;
grant execute on function search_put(text, uuid, text), search_drop(text, uuid), search_ids(text, text) to :app, :platform;
