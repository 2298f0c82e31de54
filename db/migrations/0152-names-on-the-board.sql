-- An agency that is renamed is so on its announcements, and on the answers that wait for it. The platform publishes under
-- the brand's name, whatever its own row is called.
create or replace function market_authorisation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update market_answers set name = new.name, siret = new.siret, approval_number = new.approval_number, approval_expires_at = new.approval_expires_at
      where agency_id = new.id and status = 100;
    if new.name <> old.name and new.id <> platform_agency() then
      update market_offers set name = new.name where agency_id = new.id and status in (100, 200);
      update market_answers set offer_agency = new.name where publisher_id = new.id and status = 100;
    end if;
    return null;
  end $$;
-- The name is no term of the announcement: answers do not freeze it.
select set_config('app.correction', 'name', true);
update market_offers o set name = g.name from agencies g
  where g.id = o.agency_id and g.id <> platform_agency() and o.status in (100, 200) and o.name <> g.name;
select set_config('app.correction', '', true);
update market_answers a set offer_agency = g.name from agencies g
  where g.id = a.publisher_id and g.id <> platform_agency() and a.status = 100 and a.offer_agency <> g.name;
