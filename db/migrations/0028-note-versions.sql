-- Versions of information notes: a new one is a note of its own, so that the receipts of the old one stay its proof.

alter table information_notes
  add column edition integer not null default 1 check (edition >= 1),
  add column replaces_id uuid,
  add foreign key (agency_id, replaces_id) references information_notes (agency_id, id),
  drop constraint information_notes_status_check,
  add constraint information_notes_status_check check (status in (100, 200, 300, 400));
create index information_notes_replaced on information_notes (agency_id, replaces_id) where replaces_id is not null;

-- A note that was published is withdrawn, never destroyed.
create function note_withdrawn_only() returns trigger language plpgsql as $$
begin
  if app_agency() is not null and old.status <> 200 then
    raise insufficient_privilege using message = 'a published note is withdrawn, not deleted';
  end if;
  return old;
end $$;
create trigger information_note_withdrawn before delete on information_notes for each row execute function note_withdrawn_only();
