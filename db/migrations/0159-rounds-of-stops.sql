-- The rounds of a tour hang on the tour, which a customer sees only where it starts at a site of his: he also reads those
-- on a site of his where a published stop of the tour is (O-012, N-027).

create function app_visit_seen(service uuid, site uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from published_services s
    where s.agency_id = app_agency() and (s.id = service or s.circuit_id = service and s.site_id = site)); end $$;

alter policy customer on service_rounds
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites())
    and app_visit_seen(service_id, site_id));

do $$ begin
  execute format('alter policy agency on round_executions using (%s)', agency_condition('when (select app_customer()) is not null then
      site_id in (select app_customer_sites()) and app_site_opens(site_id, ''readDailyLogs'') and app_visit_seen(service_id, site_id)
    else app_service_seen(service_id)'));
end $$;
