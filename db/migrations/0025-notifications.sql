-- Notifications in the application: one per user, agency and event; and how each user wants to be told.

create table notifications (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- A kind that a module declares (core/kernel/notification.ts).
  kind text not null,
  -- Names the event within its kind: a repeated call tells nobody twice.
  event text not null,
  title text not null,
  content text not null,
  -- A path of the application.
  link text not null check (link ~ '^/[^/]'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (agency_id, id),
  constraint notifications_event_key unique (agency_id, user_id, kind, event)
);
-- Ids follow the time: the list walks this index backwards.
create index notifications_of on notifications (user_id, agency_id, id);
create index notifications_unread on notifications (user_id, agency_id) where read_at is null;
-- For the nightly retention.
create index notifications_by_age on notifications (created_at);

-- The whole agency tells; each user reads and marks his own. Nobody reads those of another, not even the author.
select platform_table('notifications');
grant select, insert, update (read_at) on notifications to :app;
create policy own on notifications for select to :app using (agency_id = (select app_agency()) and user_id = (select app_user()));
create policy told on notifications for insert to :app with check (agency_id = (select app_agency()) and (select app_whole()));
create policy marked on notifications for update to :app
  using (agency_id = (select app_agency()) and user_id = (select app_user()))
  with check (agency_id = (select app_agency()) and user_id = (select app_user()));

-- Live screens of these users only (server/live/hub.ts). A payload holds at most 8000 bytes.
create function announce_personally() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', agency_id || ' ' || tg_argv[0] || ' * ' || string_agg(user_id::text, ','))
    from (select agency_id, user_id, (row_number() over (partition by agency_id order by user_id) - 1) / 200 as part
      from (select distinct agency_id, user_id from lines) who) parts
    group by agency_id, part;
  return null;
end $$;
create trigger notifications_told after insert on notifications referencing new table as lines
  for each statement execute function announce_personally('notification');
create trigger notifications_marked after update on notifications referencing new table as lines
  for each statement execute function announce_personally('notification');

-- Without a row, the channels of the kind apply.
create table notification_preferences (
  agency_id uuid not null references agencies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  channels text[] not null check (channels <@ array['here', 'mail']),
  primary key (agency_id, user_id, kind)
);
create index notification_preferences_user on notification_preferences (user_id);

-- The act of one person looks up how another wants to be told; only he changes it.
select platform_table('notification_preferences');
grant select, insert, update on notification_preferences to :app;
create policy looked_up on notification_preferences for select to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else user_id = (select app_user()) end);
create policy chosen on notification_preferences for insert to :app
  with check (agency_id = (select app_agency()) and user_id = (select app_user()));
create policy changed on notification_preferences for update to :app
  using (agency_id = (select app_agency()) and user_id = (select app_user()))
  with check (agency_id = (select app_agency()) and user_id = (select app_user()));

-- Who sent an invitation is told when it is accepted.
alter table invitations add column invited_by uuid references users (id) on delete set null;
create index invitations_by on invitations (invited_by) where invited_by is not null;

-- The rules are under forced policies too: the owner of the tables adds one only while they are lifted.
alter table retention_rules no force row level security;
insert into retention_rules (key, rank, label, fate, counted_from, unit, period, shortest, longest, legal_basis, source) values
  ('notifications', 65, 'Notifications dans l''application', 'delete', 'leur création', 'day', 90, 7, 365, 'Minimisation (RGPD, art. 5.1.c) : une notification renvoie à ce qui est gardé ailleurs', 'Réglage de la plateforme');
alter table retention_rules force row level security;

-- Publications ---------------------------------------------------------------------------------------------------------

-- The publications of the last minute: what they replaced, for the undo, and what they tell each agent. A job tells it
-- after the minute and removes the row.
create table planning_publications (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- The host name of the call: its brand is used.
  host text,
  -- Of each service: its version since, and the published values and time before.
  services jsonb not null,
  -- The removed services, as they were published, with their agents.
  removals jsonb not null,
  -- Of each agent: the title and the text.
  notices jsonb not null,
  primary key (agency_id, id)
);
create index planning_publications_user on planning_publications (user_id);
select agency_table('planning_publications');
