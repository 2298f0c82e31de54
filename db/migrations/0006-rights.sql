-- Rights: the agency's own sets, and the product's rights at its last start.

-- Sets are templates: applying a set copies its rights to the person.
create table rights_sets (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null default 'AGENCY' check (kind in ('AGENCY', 'CUSTOMER')),
  rights text[] not null default '{}',
  -- Its earlier contents as rights_key(): people who still have one of them can be updated.
  former text[] not null default '{}',
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint rights_sets_name_key unique (agency_id, name)
);

-- Rights as a comparable key: the rights in `among`, distinct and sorted.
create function rights_key(rights text[], among text[]) returns text language sql immutable parallel safe
  as $$ select coalesce(string_agg(k.r collate "C", ',' order by k.r collate "C"), '')
    from (select unnest(rights) intersect select unnest(among)) k (r) $$;

-- Agents and customers on their own paths do not see sets of rights.
select agency_table('rights_sets');

-- The set of a new collaborator; null: the Collaborator set (C-041), also once the chosen set is removed.
alter table agencies add foreign key (id, default_rights_set_id) references rights_sets (agency_id, id) on delete set null (default_rights_set_id);

-- The rights of the versions that ran here, and the default sets that contain each. A start compares them with the
-- rights of its own version, and grants new rights to the holders of those sets (server/rights/upgrade.ts).
create table known_rights (
  key text primary key,
  sets text[] not null
);
select platform_table('known_rights');
