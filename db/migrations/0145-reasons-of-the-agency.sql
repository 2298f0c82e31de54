-- An absence whose reason only the agency gives is written by the agency alone (core/planning/unavailability.ts,
-- `isAgencyReason`): on his own path its agent neither changes nor removes it, and gives none.

create function app_own_reason(agency uuid, type uuid) returns boolean language sql stable parallel safe
  as $$ select app_agent() is null or not exists (select from agency_unavailability_types y
    where y.agency_id = agency and y.id = type and y.name ilike '%injustifi%') $$;

create policy reason_given on unavailabilities as restrictive for insert to :app with check (app_own_reason(app_agency(), type_id));
create policy reason_kept on unavailabilities as restrictive for update to :app using (app_own_reason(app_agency(), type_id)) with check (app_own_reason(app_agency(), type_id));
create policy reason_stays on unavailabilities as restrictive for delete to :app using (app_own_reason(app_agency(), type_id));
