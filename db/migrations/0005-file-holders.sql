-- Files on records: logos, pictures, documents; where each is fetched, and who sees it because of the record.

-- Mirrors the prefixes of the calls (core/kernel/endpoint.ts); a test compares the two.
create function file_url(agency uuid, agent uuid, customer uuid, file uuid) returns text language sql stable parallel safe
  as $$ select '/agency/' || agency
    || case when agent is not null then '/agent/' || agent when customer is not null then '/customer/' || customer else '' end
    || '/file/' || file $$;

create function file_json(f files, url text) returns json language sql stable parallel safe
  as $$ select json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size, 'url', url) $$;

-- Under the prefix the caller used, so that the same address works again for him.
create function app_file_url(file uuid) returns text language sql stable parallel safe
  as $$ select file_url(app_agency(), app_agent(), app_customer(), file) $$;

alter table customers add column logo_id uuid, add foreign key (agency_id, logo_id) references files (agency_id, id);
create index customers_logo on customers (agency_id, logo_id) where logo_id is not null;

alter table contacts add column profile_picture_id uuid, add foreign key (agency_id, profile_picture_id) references files (agency_id, id);
create index contacts_picture on contacts (agency_id, profile_picture_id) where profile_picture_id is not null;

alter table agents add column profile_picture_id uuid, add foreign key (agency_id, profile_picture_id) references files (agency_id, id);
create index agents_picture on agents (agency_id, profile_picture_id) where profile_picture_id is not null;

create table customer_documents (
  agency_id uuid not null,
  customer_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, customer_id, file_id),
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index customer_documents_file on customer_documents (agency_id, file_id);
alter table customer_documents enable row level security;
alter table customer_documents force row level security;
grant select, insert, update, delete on customer_documents to :platform, :app;
create policy platform on customer_documents to :platform using (true) with check (true);
create policy agency on customer_documents to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else coalesce(customer_id = app_customer(), false) end);

-- Writes app_file_held anew: a table with a key into files holds them. Every migration that adds such a key ends with
-- `call app_hold_files();`, so that two migrations written side by side do not forget each other's tables.
create procedure app_hold_files() language plpgsql as $$
  declare
    holders text;
  begin
    select string_agg(format('exists (select from %I h where h.agency_id = app_agency() and h.%I = app_file_held.file)', c.relname, a.attname),
        ' or ' order by c.relname, a.attname) into holders
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
      where k.contype = 'f' and k.confrelid = 'files'::regclass;
    execute format('create or replace function app_file_held(file uuid) returns boolean language plpgsql stable parallel safe
      as $held$ begin return %s; end $held$', holders);
  end $$;
revoke execute on procedure app_hold_files() from public;
call app_hold_files();

-- A person's picture is his profile's: `create or replace` adds it at the end of the view.
create or replace view user_companies with (security_invoker = true) as
  select a.agency_id, a.id, a.user_id, 'AGENCY' as kind, null::uuid as customer_id, null::text as customer_name,
    a.firstname, a.lastname, a.fullname, a.position, a.email, a.status, a.plannable, a.rights, a.version,
    g.manager_id is not null and g.manager_id is not distinct from a.user_id as is_owner,
    g.name as agency_name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(a.agency_id, a.id, null, f.id)) from files f
      where f.agency_id = a.agency_id and f.id = a.profile_picture_id) as profile_picture
  from agents a join agencies g on g.id = a.agency_id
  union all
  select c.agency_id, c.id, c.user_id, 'CUSTOMER', c.customer_id, o.name,
    c.firstname, c.lastname, c.fullname, c.job, c.email, c.status, false, c.rights, c.version,
    false,
    g.name, g.errors, g.currency, g.time_zone, g.country, g.simplified_stock, g.pending,
    (select file_json(f, file_url(c.agency_id, null, c.customer_id, f.id)) from files f
      where f.agency_id = c.agency_id and f.id = c.profile_picture_id)
  from contacts c
    join customers o on o.agency_id = c.agency_id and o.id = c.customer_id
    join agencies g on g.id = c.agency_id;
