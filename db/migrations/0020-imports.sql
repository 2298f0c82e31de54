-- Imports from a spreadsheet: who, what, how far; the rows themselves are kept sealed until they are written.

create table imports (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  entity text not null check (entity in ('agent', 'customer', 'site', 'service')),
  file_name text not null,
  heads text[] not null,
  row_count integer not null check (row_count between 1 and 5000),
  -- For each head the path of its field, or null.
  mapping jsonb,
  duplicates text check (duplicates in ('skip', 'update')),
  state text not null default 'draft' check (state in ('draft', 'queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  -- How often it was started: each time is a job of its own.
  starts integer not null default 0,
  outcome jsonb,
  -- Names are copied, as in the history: the job acts in their place.
  user_id uuid not null,
  author text not null,
  acting_for text,
  host text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (agency_id, id)
);
create index imports_by_age on imports (created_at);

-- AES-256-GCM under a key of SECRET and the agency: a file may hold what the sheets keep sealed.
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

-- What an agency's files call their columns; an empty path: nothing.
create table import_heads (
  agency_id uuid not null references agencies (id) on delete cascade,
  entity text not null,
  head text not null,
  path text not null,
  primary key (agency_id, entity, head)
);

-- A file is seen by whoever brought it, and by nobody else.
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
