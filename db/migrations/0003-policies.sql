-- Which rows may be seen and written: here, and nowhere else. The application connects as :app, which owns nothing and
-- cannot bypass a policy; :platform serves sign-in, platform staff and jobs.

-- How conditions are written matters to the planner: `x is null or y` is taken for one row in two hundred, `coalesce` and
-- `case` for one in two, and a page that should walk an index is then sorted instead.

-- The sites of an agent's services. Services come with the planning; until then an agent's own path shows none.
create function app_agent_sites() returns setof uuid language sql stable parallel safe
  as $$ select null::uuid where false $$;

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
create policy agency on audit for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);
create policy writes on audit for insert to :app with check (agency_id = (select app_agency()));

grant select, insert, update, delete on specialties, agents, agent_specialties, invitations, customers, customer_specialties,
  contacts, sites, site_specialties, site_keys, site_alarms, site_users to :app;

create policy agency on specialties to :app
  using (agency_id = (select app_agency()))
  with check (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);

-- Staff see every agent of the agency, an agent on his own path himself, a customer nobody; everyone his own rows.
create policy agency on agents to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is null
    and coalesce(id = (select app_agent()), true))
  with check (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);
create policy own on agents for select to :app using (user_id = (select app_user()) and (select app_agency()) is null);
create policy agency on agent_specialties to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is null
    and coalesce(agent_id = (select app_agent()), true))
  with check (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);

create policy agency on invitations to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null)
  with check (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);

create policy agency on customers to :app
  using (agency_id = (select app_agency()) and coalesce(id = (select app_customer()), true)
    and case when (select app_agent()) is null then true else id in (select s.customer_id from sites s where s.id in (select app_agent_sites())) end)
  with check (agency_id = (select app_agency()) and coalesce(id = (select app_customer()), true) and (select app_agent()) is null);
create policy agency on customer_specialties to :app
  using (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true) and (select app_agent()) is null)
  with check (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true) and (select app_agent()) is null);
create policy agency on contacts to :app
  using (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true) and (select app_agent()) is null)
  with check (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true) and (select app_agent()) is null);
create policy own on contacts for select to :app using (user_id = (select app_user()) and (select app_agency()) is null);

create policy agency on sites to :app
  using (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true)
    and case when (select app_agent()) is null then true else id in (select app_agent_sites()) end)
  with check (agency_id = (select app_agency()) and coalesce(customer_id = (select app_customer()), true) and (select app_agent()) is null);

-- What stands on a site follows the site, and for customers and agents the site's own rights (C-018).
create policy agency on site_specialties to :app
  using (agency_id = (select app_agency())
    and (((select app_customer()) is null and (select app_agent()) is null) or site_id in (select s.id from sites s)))
  with check (agency_id = (select app_agency()) and (select app_agent()) is null
    and ((select app_customer()) is null or site_id in (select s.id from sites s)));
create policy agency on site_keys to :app
  using (agency_id = (select app_agency()) and (((select app_customer()) is null and (select app_agent()) is null)
    or site_id in (select s.id from sites s where 'readKeys' = any (case when (select app_customer()) is null then s.rights_agent else s.rights_customer end))))
  with check (agency_id = (select app_agency()) and (select app_agent()) is null
    and ((select app_customer()) is null or site_id in (select s.id from sites s)));
create policy agency on site_alarms to :app
  using (agency_id = (select app_agency()) and (((select app_customer()) is null and (select app_agent()) is null)
    or site_id in (select s.id from sites s where 'readAlarms' = any (case when (select app_customer()) is null then s.rights_agent else s.rights_customer end))))
  with check (agency_id = (select app_agency()) and (select app_agent()) is null
    and ((select app_customer()) is null or site_id in (select s.id from sites s)));
-- Who is barred from a site is the agency's affair.
create policy agency on site_users to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null)
  with check (agency_id = (select app_agency()) and (select app_customer()) is null and (select app_agent()) is null);

grant select on user_companies to :app, :platform;

revoke execute on function search_put(text, uuid, text), search_drop(text, uuid), search_ids(text, text) from public;
grant execute on function search_put(text, uuid, text), search_drop(text, uuid), search_ids(text, text) to :app, :platform;
