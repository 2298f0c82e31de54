-- Web Push: where the browsers of a person listen, and the messages that wait for them (docs/decisions/068-web-push.md).

-- One per session: it goes with the session.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  -- A keyed digest: a browser that changes hands is recognised, and its address is not readable here.
  endpoint_hash text not null,
  -- The address at the push service and the keys of the browser, sealed (server/sealing.ts).
  sealed bytea not null,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_session_key unique (session_id),
  constraint push_subscriptions_endpoint_key unique (endpoint_hash)
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);

select platform_table('push_subscriptions');
grant select, insert, delete on push_subscriptions to :app;
create policy own on push_subscriptions for select to :app using (user_id = (select app_user()));
create policy opened on push_subscriptions for insert to :app with check (user_id = (select app_user())
  and exists (select from sessions s where s.id = session_id and s.user_id = (select app_user()) and s.ended_at is null));
create policy closed on push_subscriptions for delete to :app using (user_id = (select app_user()));

-- However a session ends (sign-out, a removed device, a new password, a stolen token), its browser is told nothing more.
create function forget_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_push after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function forget_push();

-- These run as the owner, who is under the forced policies too.
create policy owned on push_subscriptions for select to current_user using (true);
create policy taken on push_subscriptions for delete to current_user using (true);

-- A shared computer: whoever subscribes with the browser now has it alone. Only the browser knows its address.
create function take_push_endpoint(p_hash text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from push_subscriptions where endpoint_hash = p_hash $$;

-- The act of one person asks whether another can be reached by push, and learns nothing else of his devices.
create function pushable(p_users uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select distinct user_id from push_subscriptions where user_id = any (p_users) and app_whole() $$;

-- A notification by push only is not in the list of the application.
alter table notifications add column quiet boolean not null default false;

-- What is still to be sent of a notification; the job removes it when it is done.
create table push_messages (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- The notification's. No key: of a repeated act the notification exists under another id, and nothing is sent.
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- If no browser takes it; null: none.
  mail jsonb,
  -- The host name of the call: its brand is used.
  host text,
  -- The subscriptions that have taken it.
  done uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create index push_messages_user on push_messages (user_id);
select agency_table('push_messages', grants => 'insert');

alter table notification_preferences drop constraint notification_preferences_channels_check;
alter table notification_preferences add constraint notification_preferences_channels_check
  check (channels <@ array['here', 'mail', 'push']);
