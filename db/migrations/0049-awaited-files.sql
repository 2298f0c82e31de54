-- Files whose content arrives after the row that names them: a phone reports what happened first, then sends its photos.

-- Known by its digest already; its content has not arrived.
alter table files add column awaited boolean not null default false;
create or replace function file_json(f files, url text) returns json language sql stable parallel safe
  as $$ select case when f.awaited
      then json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size, 'url', url, 'awaited', true)
      else json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size, 'url', url) end $$;

-- Only its sender completes it.
grant update (awaited) on files to :app;
create policy completed on files for update to :app
  using (agency_id = (select app_agency()) and uploaded_by = (select app_user()))
  with check (agency_id = (select app_agency()) and uploaded_by = (select app_user()) and not awaited);

-- What has arrived of such a file. Without a foreign key: a piece must not count as a row that uses the file.
create table file_pieces (
  agency_id uuid not null references agencies (id) on delete cascade,
  file_id uuid not null,
  start integer not null,
  bytes bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (agency_id, file_id, start)
);
create index file_pieces_user on file_pieces (user_id);
create index file_pieces_age on file_pieces (agency_id, created_at);
select platform_table('file_pieces');
grant select, insert, delete on file_pieces to :app;
create policy own on file_pieces to :app using (agency_id = (select app_agency()) and user_id = (select app_user()))
  with check (agency_id = (select app_agency()) and user_id = (select app_user()));

-- The photos of an event of the field, whatever became of it.
create table field_event_files (
  agency_id uuid not null,
  event_id uuid not null,
  file_id uuid not null,
  rank integer not null,
  primary key (agency_id, event_id, file_id),
  foreign key (agency_id, event_id) references field_events (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index field_event_files_file on field_event_files (agency_id, file_id);
create function app_field_event_seen(event uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from field_events e where e.agency_id = app_agency() and e.id = event); end $$;
select agency_table('field_event_files', grants => 'select, insert, delete', reads => 'app_field_event_seen(event_id)',
  writes => 'app_field_event_seen(event_id)');
