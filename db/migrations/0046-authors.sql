-- Whoever noted a consent, or opened a calendar, stands there by his name: the account tells whose it is, for his erasure.
alter table service_consents no force row level security;
alter table agent_calendars no force row level security;
alter table audit no force row level security;
alter table service_consents add column user_id uuid default app_user();
alter table agent_calendars add column user_id uuid default app_user();
update service_consents c set user_id = (select l.user_id from audit l where l.agency_id = c.agency_id and l.entity = 'service' and l.entity_id = c.service_id
  and l.author = c.author order by l.at limit 1);
update agent_calendars c set user_id = (select l.user_id from audit l where l.agency_id = c.agency_id and l.entity = 'agent' and l.entity_id = c.agent_id
  and l.action = 'makeCalendar' and l.author = c.author order by l.at desc limit 1);
alter table audit force row level security;
alter table agent_calendars force row level security;
alter table service_consents force row level security;

-- One that is made anew is whose it is now.
create function calendar_author() returns trigger language plpgsql as $$
begin
  new.user_id := app_user();
  return new;
end $$;
create trigger calendar_author before update of author on agent_calendars for each row execute function calendar_author();
