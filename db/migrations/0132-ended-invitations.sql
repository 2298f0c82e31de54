-- The invitation of a manager as the agency's own list judges it (server/rights/account-state.ts): one that has expired is
-- said to have, and one that opens nothing is no invitation: it went to an address that was corrected since, or its person
-- has an account by now.
drop function agency_people(uuid);
create function agency_people(p_agency uuid, out manager text, out invited boolean, out expired boolean, out sheets integer, out accounts integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() or not app_whole() then
      return;
    end if;
    select a.fullname, false, false into manager, invited, expired from agencies g join agents a on a.agency_id = g.id and a.user_id = g.manager_id
      where g.id = p_agency;
    if manager is null then
      select a.fullname, true, i.expires_at <= now() into manager, invited, expired
        from invitations i join agents a on a.agency_id = i.agency_id and a.id = i.profile_id
        where i.agency_id = p_agency and i.as_manager and i.accepted_at is null and i.email = lower(a.email) and a.user_id is null
        order by i.created_at desc limit 1;
    end if;
    select count(*) filter (where a.status in (100, 200)), count(*) filter (where a.status = 100) into sheets, accounts
      from agents a where a.agency_id = p_agency;
  end $$;
revoke execute on function agency_people(uuid) from public;
grant execute on function agency_people(uuid) to :app;
