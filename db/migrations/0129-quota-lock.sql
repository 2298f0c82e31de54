-- The quotas of an agency as its platform reads them, until it has written them: nothing is used up in between.
create function lock_quotas(p_buyer uuid)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    perform from agencies where id = p_buyer for no key update;
  end $$;
revoke execute on function lock_quotas(uuid) from public;
grant execute on function lock_quotas(uuid) to :app;
