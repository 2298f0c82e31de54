-- The holiday locale decides which rules of France bear on a form (E-021): the profile carries it to the screens, where
-- the same check runs as here. `create or replace` adds it at the end of the view.
create or replace view user_companies with (security_invoker = true) as
  select a.agency_id, a.id, a.user_id, 'AGENCY' as kind, null::uuid as customer_id, null::text as customer_name,
    a.firstname, a.lastname, a.fullname, a.position, a.email, a.status, a.plannable, a.rights, a.version,
    g.manager_id is not null and g.manager_id is not distinct from a.user_id as is_owner,
    g.name as agency_name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(a.agency_id, a.id, null, f.id)) from files f
      where f.agency_id = a.agency_id and f.id = a.profile_picture_id) as profile_picture,
    g.holiday_locale
  from agents a join agencies g on g.id = a.agency_id
  union all
  select c.agency_id, c.id, c.user_id, 'CUSTOMER', c.customer_id, o.name,
    c.firstname, c.lastname, c.fullname, c.job, c.email, c.status, false, c.rights, c.version,
    false,
    g.name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(c.agency_id, null, c.customer_id, f.id)) from files f
      where f.agency_id = c.agency_id and f.id = c.profile_picture_id),
    g.holiday_locale
  from contacts c
    join customers o on o.agency_id = c.agency_id and o.id = c.customer_id
    join agencies g on g.id = c.agency_id;

drop trigger agencies_session on agencies;
create trigger agencies_session after update of name, manager_id, errors, pending, simplified_stock, currency, time_zone, country, holiday_locale on agencies
  for each row execute function notify_session();
