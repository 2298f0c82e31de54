-- Rounds: the checkpoints of sites, and the rounds that pass them in order (2 §3; area O).

create table checkpoints (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  title text not null,
  status integer not null default 100 check (status in (100, 300)),
  type text not null default 'NFC' check (type in ('NFC', 'QR', 'VIRTUAL')),
  color text not null default '#1C5F9E',
  tag_id text,
  -- Twenty hexadecimal digits: short enough for the smallest code a phone reads, long enough not to be guessed.
  code text not null default upper(left(replace(gen_random_uuid()::text, '-', ''), 20)),
  instructions text,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint checkpoints_tag_id_key unique (agency_id, tag_id),
  constraint checkpoints_code_key unique (agency_id, code),
  constraint checkpoints_place check ((latitude is null) = (longitude is null) and (type <> 'VIRTUAL' or latitude is not null)),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index checkpoints_by_title on checkpoints (agency_id, title collate "fr-x-icu", id);
create index checkpoints_of on checkpoints (agency_id, site_id);

create table rounds (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  name text not null,
  status integer not null default 100 check (status in (100, 300)),
  granted_directions text[] not null default '{forward}' check (granted_directions <@ '{forward,reverse,free}'::text[]),
  expected_duration integer check (expected_duration between 1 and 1440),
  instructions text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  -- Target of the foreign key of service_rounds, whose lines store the site of their round.
  constraint rounds_site_key unique (agency_id, id, site_id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index rounds_by_name on rounds (agency_id, name collate "fr-x-icu", id);
create index rounds_of on rounds (agency_id, site_id);

create table round_checkpoints (
  agency_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  rank integer not null default 0,
  checkpoint_id uuid not null,
  instructions text,
  primary key (agency_id, id),
  foreign key (agency_id, round_id) references rounds (agency_id, id) on delete cascade,
  -- A checkpoint used by a round cannot be removed (O-016). Deferred: removing the site removes both, in any order.
  foreign key (agency_id, checkpoint_id) references checkpoints (agency_id, id) deferrable initially deferred
);
create index round_checkpoints_of on round_checkpoints (agency_id, round_id, rank);
create index round_checkpoints_checkpoint on round_checkpoints (agency_id, checkpoint_id);

-- A round uses only checkpoints of its own site, for every writer.
create function round_on_its_site() returns trigger language plpgsql as $$
begin
  if exists (select from rounds r join checkpoints c on c.agency_id = r.agency_id and c.id = new.checkpoint_id
      where r.agency_id = new.agency_id and r.id = new.round_id and r.site_id <> c.site_id) then
    raise check_violation using message = 'a round passes points of its own site';
  end if;
  return null;
end $$;
create constraint trigger round_on_its_site after insert or update on round_checkpoints
  deferrable initially deferred for each row execute function round_on_its_site();

create function app_round_seen(round uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from rounds r where r.agency_id = app_agency() and r.id = round); end $$;

-- An agent on his own path reads and writes on the sites of his services. For customers see 0013-planning.sql.
select agency_table(t, own, own, own) from unnest(array['checkpoints', 'rounds']) t,
  (values ('app_customer() is null and app_site_opens(site_id, null)')) as o (own);
select agency_table('round_checkpoints', own, own, own) from (values ('app_customer() is null and app_round_seen(round_id)')) as o (own);
