-- Accounts: users, their sessions, devices, second factor and one-time links; the history of platform actions.

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text,
  firstname text not null,
  lastname text not null,
  admin boolean not null default false,
  is_support boolean not null default false,
  super_admin boolean not null default false,
  first_login boolean not null default true,
  pages_config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint users_email_key unique (email)
);

create table user_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null,
  device_infos text,
  browser_name text,
  browser_version text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint user_devices_token_key unique (user_id, token)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The refresh token is rotated: the hash of the current token, and the number of tokens so far.
  generation integer not null default 1,
  refresh_hash text not null,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The profile that platform staff act for: agents.id or contacts.id, and its agency.
  acting_as uuid,
  acting_agency_id uuid,
  -- Removing a device ends the sessions opened on it.
  device_id uuid references user_devices (id) on delete set null
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_device on sessions (device_id) where device_id is not null;

-- One-time links sent by mail; only the hash is kept.
create table user_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('password', 'firstAdmin', 'email')),
  user_id uuid references users (id) on delete cascade,
  -- The new address, not confirmed yet.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_of on user_tokens (user_id, purpose);

create table user_second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key derived from SECRET: nonce, tag, then the secret.
  secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null: set up, but no code has confirmed yet that the authenticator application has the secret.
  confirmed_at timestamptz,
  -- The last period whose code was used: its code and earlier codes are refused (RFC 6238, 5.2).
  last_step bigint not null default 0
);

create table user_recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- Hashed with a key derived from SECRET: the table alone is not enough to guess a code.
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Attempts by account and by network. The account is a keyed hash of the address typed, so addresses without an account
-- are slowed down in the same way.
create table sign_in_failures (
  source text primary key,
  failures integer not null default 0,
  since timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- The reply to a write: a repeated request gets the stored reply and is not executed again.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash text not null,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table platform_settings (
  key text primary key,
  value jsonb not null
);

create table platform_audit (
  id uuid primary key,
  at timestamptz not null default now(),
  user_id uuid,
  author text,
  entity text not null,
  entity_id uuid,
  action text not null,
  changes jsonb not null default '{}'
);
create index platform_audit_of on platform_audit (entity, entity_id, at desc);
-- The nightly retention removes the oldest lines.
create index platform_audit_by_age on platform_audit (at);

-- Row security --------------------------------------------------------------------------------------------------------

select platform_table(t) from unnest(array['users', 'user_devices', 'sessions', 'user_tokens', 'user_second_factors',
  'user_recovery_codes', 'sign_in_failures', 'idempotency_keys', 'platform_settings', 'platform_audit']) t;

-- A user reads and writes his own rows before an agency is chosen.
grant select, update (firstname, lastname, first_login, pages_config, version) on users to :app;
create policy own on users to :app using (id = (select app_user())) with check (id = (select app_user()));
grant select, update (ended_at, device_id) on sessions to :app;
create policy own on sessions to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
grant select, insert, update, delete on user_devices, idempotency_keys to :app;
create policy own on user_devices to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
create policy own on idempotency_keys to :app using (user_id = (select app_user())) with check (user_id = (select app_user()));
grant insert on platform_audit to :app;
create policy own on platform_audit for insert to :app with check (user_id = (select app_user()));
grant select on platform_settings to :app;
create policy readable on platform_settings for select to :app using (true);

-- Session cache -------------------------------------------------------------------------------------------------------

-- Each server process caches sessions and rights; this notification makes all processes drop the changed entries. The
-- triggers on agencies, agents and contacts are in the files of those tables.
create function notify_session() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'agencies' then
      if old.manager_id is not null then perform pg_notify('session', old.manager_id::text); end if;
      if new.manager_id is not null then perform pg_notify('session', new.manager_id::text); end if;
      perform pg_notify('session', 'all');
    elsif tg_table_name = 'users' then
      perform pg_notify('session', new.id::text);
    else
      -- Platform staff may act for a profile that has no account.
      if tg_op <> 'INSERT' then perform pg_notify('session', old.id::text); end if;
      if tg_op <> 'INSERT' and old.user_id is not null then perform pg_notify('session', old.user_id::text); end if;
      if tg_op <> 'DELETE' and new.user_id is not null then perform pg_notify('session', new.user_id::text); end if;
    end if;
    return null;
  end $$;

create trigger users_session after update of admin, is_support, super_admin, firstname, lastname, email, password_hash on users
  for each row execute function notify_session();
create trigger sessions_session after delete or update of ended_at, acting_as on sessions
  for each row execute function notify_session();
