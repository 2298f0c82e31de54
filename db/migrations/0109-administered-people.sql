-- Administration of people by the platform, and its own figures (AB-005, AB-036, W-006..W-010).

-- Accounts as records of the platform: no password, no setting of theirs.
create view administered_users with (security_invoker = true) as
  select platform_agency() as agency_id, u.id, u.firstname || ' ' || u.lastname as fullname, u.email,
    case when u.super_admin then 'SUPER_ADMIN' when u.admin then 'ADMIN' when u.is_support then 'SUPPORT' end as platform_role,
    u.created_at, u.created_at as updated_at, u.version
  from users u;
grant select on administered_users to :app, :platform;
create policy administered on users for select to :app using ((select app_agency()) = platform_agency() and (select app_whole()));
create index users_by_creation on users (created_at, id);
create index users_by_fullname on users ((firstname || ' ' || lastname) collate "fr-x-icu", id);
create index users_by_email on users (email collate "fr-x-icu", id);

-- The companies of one account, with its role in each. For the platform: others learn nothing.
create policy keeper on contacts for select to current_user using (true);
create policy keeper on customers for select to current_user using (true);
create function companies_of_user(p_user uuid) returns table (id uuid, company text, role text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, g.name, case when g.manager_id = a.user_id then 'Administrateur' when a.status = 100 then coalesce(nullif(a.position, ''), 'Collaborateur') else 'Ancien collaborateur' end
      from agents a join agencies g on g.id = a.agency_id where a.user_id = p_user and app_agency() = platform_agency() and app_whole()
    union all
    select c.id, o.name, 'Client'
      from contacts c join customers o on o.agency_id = c.agency_id and o.id = c.customer_id
      where c.user_id = p_user and app_agency() = platform_agency() and app_whole() $$;
-- Of all agencies together.
create function platform_people(out sheets integer, out accounts integer)
  language sql stable security definer set search_path = public, pg_temp as $$
    select count(*) filter (where a.status in (100, 200))::integer, count(*) filter (where a.status = 100)::integer
      from agents a where app_agency() = platform_agency() and app_whole() $$;
revoke execute on function companies_of_user(uuid), platform_people() from public;
grant execute on function companies_of_user(uuid), platform_people() to :app;
