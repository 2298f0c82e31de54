-- The recipients of an acknowledged note, and whether they must confirm it, are frozen as its text is.
drop trigger frozen_acknowledged on information_notes;
create trigger frozen_acknowledged after update on information_notes for each row when (note_acknowledged(old.agency_id, old.id))
  execute function refuse_frozen('status', 'notify_by_email', 'start_date', 'end_date', 'published_at', 'updated_at', 'version');
select freeze_lines(list, 'information_notes', 'information_note_id', 'note_acknowledged(p.agency_id, p.id)')
  from unnest(array['information_note_specialties', 'information_note_sites', 'information_note_agents']::regclass[]) list;
