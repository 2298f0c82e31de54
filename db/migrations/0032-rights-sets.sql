-- The agency's own sets of rights: templates that are given to people, whose rights stay their own.

create table rights_sets (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null default 'AGENCY' check (kind in ('AGENCY', 'CUSTOMER')),
  rights text[] not null default '{}',
  -- What it was before it was changed, by the keys below: whoever still holds one of them can be brought up to date.
  former text[] not null default '{}',
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint rights_sets_name_key unique (agency_id, name)
);

-- Rights that compare: those of `among`, each once, in one order.
create function rights_key(rights text[], among text[]) returns text language sql immutable parallel safe
  as $$ select coalesce(string_agg(distinct r collate "C", ',' order by r collate "C"), '') from unnest(rights) r where r = any (among) $$;

alter table rights_sets enable row level security;
alter table rights_sets force row level security;
grant select, insert, update, delete on rights_sets to :app, :platform;
create policy platform on rights_sets to :platform using (true) with check (true);
-- What the agency lets people do is its own affair: nobody sees it from an agent's or a customer's path.
create policy agency on rights_sets to :app
  using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()));
create policy removal on rights_sets as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_whole()));
