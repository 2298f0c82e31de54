-- Imports from a spreadsheet: author, entity, progress; the rows stay sealed until they are written.

create table imports (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  entity text not null check (entity in ('agent', 'customer', 'site', 'service')),
  file_name text not null,
  heads text[] not null,
  row_count integer not null check (row_count between 1 and 5000),
  -- For each column heading the path of its field, or null.
  mapping jsonb,
  duplicates text check (duplicates in ('skip', 'update')),
  state text not null default 'draft' check (state in ('draft', 'queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  -- Number of starts: each start is a separate job.
  starts integer not null default 0,
  outcome jsonb,
  -- Names are copied, as in the history: the job acts for this user.
  user_id uuid not null,
  author text not null,
  acting_for text,
  host text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (agency_id, id)
);
create index imports_by_age on imports (created_at);

-- AES-256-GCM under a key derived from SECRET and the agency: a file may contain values that sheets keep sealed.
create table import_pieces (
  agency_id uuid not null,
  import_id uuid not null,
  piece integer not null,
  first integer not null,
  row_count integer not null,
  content bytea not null,
  primary key (agency_id, import_id, piece),
  foreign key (agency_id, import_id) references imports (agency_id, id) on delete cascade
);

-- Column headings in an agency's files, with their fields; an empty path: ignore the column.
create table import_heads (
  agency_id uuid not null references agencies (id) on delete cascade,
  entity text not null,
  head text not null,
  path text not null,
  primary key (agency_id, entity, head)
);

-- Only the user who uploaded a file sees it.
select platform_table(t) from unnest(array['imports', 'import_pieces']) t;
grant select, insert, update on imports, import_pieces to :app;
grant delete on import_pieces to :app;
create policy own on imports to :app
  using (agency_id = (select app_agency()) and (select app_whole()) and user_id = (select app_user()))
  with check (agency_id = (select app_agency()) and (select app_whole()) and user_id = (select app_user()));
create function app_own_import(import uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from imports i where i.agency_id = app_agency() and i.id = import); end $$;
create policy own on import_pieces to :app
  using (agency_id = (select app_agency()) and (select app_whole()) and app_own_import(import_id))
  with check (agency_id = (select app_agency()) and (select app_whole()) and app_own_import(import_id));

select agency_table('import_heads', grants => 'select, insert, update');
