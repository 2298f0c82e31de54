-- Files: what is known of each; the content lies in the file store under its hash.

create table files (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  -- sha256 of the content: the same file sent twice is stored once.
  hash text not null,
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  -- Sent again, it is the same file.
  constraint files_content_key unique (agency_id, uploaded_by, hash, name)
);
create index files_by_hash on files (hash);
create index files_by_uploader on files (uploaded_by);

-- Whether a row that the caller sees holds the file. It runs as the caller, so the policies of the holders decide.
-- Every migration that adds a file to a table adds it here.
create function app_file_held(file uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return false; end $$;

alter table files enable row level security;
alter table files force row level security;
grant select, insert, update, delete on files to :platform;
create policy platform on files to :platform using (true) with check (true);
grant select, insert on files to :app;
create policy agency on files for select to :app
  using (agency_id = (select app_agency()) and case when uploaded_by = (select app_user()) then true else app_file_held(id) end);
create policy writes on files for insert to :app with check (agency_id = (select app_agency()) and uploaded_by = (select app_user()));
