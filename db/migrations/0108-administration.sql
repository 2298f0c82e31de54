-- Administration of agencies by the platform (3 §2; AB-002, AB-008, AB-039).

-- Only the platform writes these three. An agency is used when one of its own people opens or renews a session; noted
-- at most once an hour.
alter table agencies
  add column last_use_at timestamptz,
  add column v5_pricing_at date,
  add column training_done boolean not null default false;
grant update (v5_pricing_at, training_done) on agencies to :app;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;

-- Who accepts it becomes the manager of an agency that has none.
alter table invitations add column as_manager boolean not null default false;

-- The agencies as records of the platform. Lists join nothing: what is counted comes from agency_people(), for the rows
-- of one page.
create view administered_agencies with (security_invoker = true) as
  select platform_agency() as agency_id, a.id, a.name, a.legal_status, a.capital_amount, a.siret, a.vat_number, a.rcs_name,
    a.approval_number, a.representative_firstname, a.representative_lastname, a.urssaf_number, a.insurance, a.email, a.phone,
    a.street, a.zipcode, a.city, a.country, a.latitude, a.longitude, a.currency, a.holiday_locale, a.time_zone,
    a.manager_id, a.errors, a.pending, a.agents_limit, a.accounts_limit, a.free_accounts, a.remaining_sheets,
    a.last_use_at, a.v5_pricing_at, a.training_done, a.created_at, a.updated_at, a.version
  from agencies a where a.id <> platform_agency();
grant select, update on administered_agencies to :app;
grant select on administered_agencies to :platform;
create policy administered on agencies for update to :app
  using ((select app_agency()) = platform_agency() and (select app_whole()) and id <> platform_agency())
  with check ((select app_agency()) = platform_agency() and (select app_whole()) and id <> platform_agency());
create index agencies_by_name on agencies (name collate "fr-x-icu", id);
create index agencies_by_creation on agencies (created_at, id);

-- Of one agency: its manager, or who is invited to be it, and how many sheets and accounts it has. For the
-- platform: others learn nothing.
create policy keeper on agents for select to current_user using (true);
create policy keeper on invitations for select to current_user using (true);
create function agency_people(p_agency uuid, out manager text, out invited boolean, out sheets integer, out accounts integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() or not app_whole() then
      return;
    end if;
    select a.fullname, false into manager, invited from agencies g join agents a on a.agency_id = g.id and a.user_id = g.manager_id
      where g.id = p_agency;
    if manager is null then
      select a.fullname, true into manager, invited from invitations i join agents a on a.agency_id = i.agency_id and a.id = i.profile_id
        where i.agency_id = p_agency and i.as_manager and i.accepted_at is null order by i.created_at desc limit 1;
    end if;
    select count(*) filter (where a.status in (100, 200)), count(*) filter (where a.status = 100) into sheets, accounts
      from agents a where a.agency_id = p_agency;
  end $$;
revoke execute on function agency_people(uuid) from public;
grant execute on function agency_people(uuid) to :app;
