-- What a notification announces may be gone (a note withdrawn or replaced): it is then read for everybody who was told.
-- It runs as the owner, who is under the forced policies too: the agency still reads the notifications of nobody else.
create policy settled_seen on notifications for select to current_user
  using (agency_id = (select app_agency()) and (select app_whole()));
create policy settled on notifications for update to current_user
  using (agency_id = (select app_agency()) and (select app_whole()))
  with check (agency_id = (select app_agency()) and (select app_whole()));
create index notifications_waiting on notifications (agency_id, kind) where read_at is null;

-- The events and their reminders (« event day »).
create function settle_notifications(p_kind text, p_events text[], p_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ update notifications set read_at = p_at
    where agency_id = app_agency() and kind = p_kind and read_at is null and split_part(event, ' ', 1) = any (p_events) $$;
