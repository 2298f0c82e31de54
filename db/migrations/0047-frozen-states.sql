-- Frozen states (decision 85): what a record's state freezes is refused by the database too, whatever wrote it, unless the
-- transaction declares a correction. The declarations in core say which fields; server/db/frozen.test.ts compares.

-- Why, of an act that asks for it.
alter table audit add column reason text;

create function app_correction() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.correction', true), '') <> '' $$;

-- One sentence for both: the server refuses first, field by field.
create function refuse_frozen_write() returns void language plpgsql as $$
begin
  raise exception using errcode = 'VF409', message = 'Cette fiche est figée : seule une correction, avec un motif, la modifie.';
end $$;

-- Arguments: the columns that stay open; a new column is frozen unless it is named.
create function refuse_frozen() returns trigger language plpgsql as $$
begin
  -- Depth above 1: follows from another table's change (a foreign key, a publication).
  if not app_correction() and pg_trigger_depth() = 1 and to_jsonb(new) - tg_argv[0:] is distinct from to_jsonb(old) - tg_argv[0:] then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;

-- Rows of a list of a frozen record. Arguments: the record's table, the column that names it, and when it (p) freezes the list.
create function refuse_frozen_lines() returns trigger language plpgsql as $$
declare
  touched text := format('select agency_id, %I as id from lines', tg_argv[1]);
  frozen boolean;
begin
  if app_correction() or pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    touched := touched || format(' union select agency_id, %I from past', tg_argv[1]);
  end if;
  execute format('select exists (select from (%s) l join %I p on p.agency_id = l.agency_id and p.id = l.id where %s)', touched, tg_argv[0], tg_argv[2])
    into frozen;
  if frozen then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;

-- Statement triggers: one question for all the rows of an import.
create function freeze_lines(list regclass, record regclass, of_record text, condition text) returns void language plpgsql as $$
begin
  execute format('create trigger frozen_put after insert on %s referencing new table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger frozen_taken after delete on %s referencing old table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger frozen_changed after update on %s referencing old table as past new table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
end $$;

-- A service that is over keeps its plan; time gaps and the comment stay open until it is archived.
create trigger frozen_over after update on services for each row when (old.status in (300, 400, 800))
  execute function refuse_frozen('comment', 'confirmed', 'status', 'real_start_at', 'real_end_at', 'published_at', 'published', 'publication', 'updated_at', 'version');
create trigger frozen_archived after update on services for each row when (old.status = 600)
  execute function refuse_frozen('status', 'real_start_at', 'real_end_at', 'published_at', 'published', 'publication', 'updated_at', 'version');
select freeze_lines('service_agents', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_stops', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_rounds', 'services', 'service_id', 'p.status in (300, 400, 600, 800)');
select freeze_lines('service_breaks', 'services', 'service_id', 'p.status = 600');

-- A note that somebody acknowledged keeps its text and its files.
create function note_acknowledged(agency uuid, note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from information_note_user_companies r where r.agency_id = agency and r.information_note_id = note and r.acknowledged_at is not null);
  end $$;
create trigger frozen_acknowledged after update on information_notes for each row when (note_acknowledged(old.agency_id, old.id))
  execute function refuse_frozen('status', 'recipients', 'mandatory', 'notify_by_email', 'start_date', 'end_date', 'published_at', 'updated_at', 'version');
select freeze_lines('information_note_files', 'information_notes', 'information_note_id', 'note_acknowledged(p.agency_id, p.id)');
select freeze_lines('information_note_content_images', 'information_notes', 'information_note_id', 'note_acknowledged(p.agency_id, p.id)');
