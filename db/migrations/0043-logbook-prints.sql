-- Printed daily logs: what a reference on paper stands for, so that anybody can verify it; and the event types as an
-- agency or a site wants them.

create table logbook_prints (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  -- On the paper; without it nobody finds the print.
  code text not null default left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32),
  site_id uuid not null,
  start_date date not null,
  end_date date not null,
  -- Entries on the paper.
  entries integer not null,
  -- The chain of the site when it was printed: its last entry and its hash.
  position bigint not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  author text,
  user_id uuid default app_user(),
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id)
);
create unique index logbook_prints_code on logbook_prints (code);
create index logbook_prints_site on logbook_prints (agency_id, site_id);
select agency_table('logbook_prints', grants => 'select, insert');

-- Exceptions to the defaults of the 134 types (core/logbook/types.ts). Without a site: for the whole agency.
create table logbook_type_settings (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  site_id uuid,
  type integer not null check (type between 1 and 134),
  enabled boolean not null,
  customer_show boolean not null,
  notify_agency boolean not null,
  notify_customer boolean not null,
  primary key (agency_id, id),
  constraint logbook_type_settings_key unique nulls not distinct (agency_id, site_id, type),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
select agency_table('logbook_type_settings');
