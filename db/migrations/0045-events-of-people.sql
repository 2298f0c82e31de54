-- What the log of a service knows of people: who told an event, and where he stood.
alter table service_events no force row level security;
alter table audit no force row level security;
alter table retention_rules no force row level security;

-- The name is copied, and may be another than that of the sheet; the account is certain. As in the audit, it outlives the account.
alter table service_events add column user_id uuid default app_user();
update service_events e set user_id = (select l.user_id from audit l where l.agency_id = e.agency_id and l.entity = 'service' and l.entity_id = e.service_id
    and l.author = e.author and l.acting_for is null order by l.at limit 1) where e.author is not null;

-- Nobody is located on his break (CNIL, NS-51), whatever his telephone sends: 10 to 13 are the events of breaks (Q-006).
create function no_place_on_break() returns trigger language plpgsql as $$
begin
  new.latitude := null;
  new.longitude := null;
  new.accuracy := null;
  return new;
end $$;
create trigger no_place_on_break before insert or update on service_events for each row when (new.type between 10 and 13) execute function no_place_on_break();
update service_events set latitude = null, longitude = null, accuracy = null where type between 10 and 13;

-- A place beside an event follows the activity: 2 months. The event itself proves the work and its hours, so that the year of
-- what has no other proof, and the five of what counts the hours by positions alone, are not for it: they wait for their module.
update retention_rules set module = null where key = 'geolocationActivity';
create index service_events_placed on service_events (at) where latitude is not null;

alter table retention_rules force row level security;
alter table audit force row level security;
alter table service_events force row level security;
