-- Files: their metadata; the content is in the file store under its hash.

create table files (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  -- sha256 of the content: the same file sent twice is stored once.
  hash text not null,
  -- A file outlives the account that sent it.
  uploaded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  -- The same file sent again by the same user is one row.
  constraint files_content_key unique (agency_id, uploaded_by, hash, name)
);
create index files_by_hash on files (hash);
create index files_by_uploader on files (uploaded_by);

-- Resized pictures are in the file store under a name derived from the original's (server/files/variants.ts). The sweep
-- finds them by that name and keeps them as long as the file exists.
create function file_variant(hash text, size integer) returns text language sql immutable strict parallel safe
  return encode(sha256(convert_to(hash || ' ' || size, 'UTF8')), 'hex');
create index files_small on files (file_variant(hash, 320)) where mime_type like 'image/%';
create index files_wide on files (file_variant(hash, 1500)) where mime_type like 'image/%';

-- The address of a file. Mirrors the prefixes of the calls (core/kernel/endpoint.ts); a test compares the two.
create function file_url(agency uuid, agent uuid, customer uuid, file uuid) returns text language sql stable parallel safe
  as $$ select '/agency/' || agency
    || case when agent is not null then '/agent/' || agent when customer is not null then '/customer/' || customer else '' end
    || '/file/' || file $$;

-- Under the prefix of the caller's path, so that he can open the address again.
create function app_file_url(file uuid) returns text language sql stable parallel safe
  as $$ select file_url(app_agency(), app_agent(), app_customer(), file) $$;

create function file_json(f files, url text) returns json language sql stable parallel safe
  as $$ select json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size, 'url', url) $$;

-- Who sees a file -----------------------------------------------------------------------------------------------------

-- app_file_held: whether a row that the caller sees holds the file. It runs as the caller, so the policies of the
-- holders decide. This procedure generates it from the catalogue: each table with a foreign key to files is a holder,
-- and the first column of that key is the agency. agency_table() calls it; a migration that adds such a key to an
-- existing table ends with `call app_hold_files();`.
create procedure app_hold_files() language plpgsql as $$
  declare
    holders text;
  begin
    select string_agg(format('exists (select from %I h where h.%I = app_agency() and h.%I = app_file_held.file)', c.relname, o.attname, a.attname),
        ' or ' order by c.relname, a.attname) into holders
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute o on o.attrelid = k.conrelid and o.attnum = k.conkey[1]
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
      where k.contype = 'f' and k.confrelid = 'files'::regclass;
    execute format('create or replace function app_file_held(file uuid) returns boolean language plpgsql stable parallel safe
      as $held$ begin return %s; end $held$', holders);
  end $$;
revoke execute on procedure app_hold_files() from public;

-- The logo of an agency; the table agencies is created before files.
alter table agencies add foreign key (id, logo_id) references files (agency_id, id);
call app_hold_files();

select platform_table('files');
grant select, insert on files to :app;
create policy agency on files for select to :app
  using (agency_id = (select app_agency()) and case when uploaded_by = (select app_user()) then true else app_file_held(id) end);
create policy writes on files for insert to :app with check (agency_id = (select app_agency()) and uploaded_by = (select app_user()));
