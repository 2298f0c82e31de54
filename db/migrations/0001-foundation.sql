-- The ground: people, sessions, agencies, and what every saved record needs (audit, search, idempotency).
-- :app and :platform stand for the two restricted login roles; the migrator quotes them.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

-- Who the transaction speaks for. STABLE, never IMMUTABLE: a cached plan must not freeze a tenant.
create function app_agency() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.agency', true), '')::uuid $$;
create function app_agent() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.agent', true), '')::uuid $$;
create function app_customer() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;
create function app_user() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

-- Platform tables -------------------------------------------------------------------------------------------------

create table tenants (
  host text primary key,
  settings jsonb not null default '{}'
);

create table platform_settings (
  key text primary key,
  value jsonb not null
);

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

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The refresh token is rotated: the hash of the current one, and how many there have been.
  generation integer not null default 1,
  refresh_hash text not null,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The profile that platform staff act for: agents.id or contacts.id, and its agency.
  acting_as uuid,
  acting_agency_id uuid
);
create index sessions_user on sessions (user_id) where ended_at is null;

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

-- One-time links sent by mail; only the hash is kept.
create table user_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('password', 'firstAdmin')),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_of on user_tokens (user_id, purpose);

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

-- A write's reply, so that the same act sent again is the same act.
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

-- By account (a keyed hash of the address typed: those that have no account are slowed the same) and by network.
create table sign_in_failures (
  source text primary key,
  failures integer not null default 0,
  since timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- Agencies and their people ---------------------------------------------------------------------------------------

create table agencies (
  id uuid primary key,
  name text not null,
  manager_id uuid references users (id),
  email text,
  phone text[] not null default '{}',
  siret text,
  approval_number text,
  street text, zipcode text, city text, country text not null default 'FR',
  latitude double precision, longitude double precision,
  currency text not null default 'EUR',
  time_zone text not null default 'Europe/Paris',
  holiday_locale text not null default 'FR',
  customer_number_prefix text not null default '411-',
  simplified_stock boolean not null default true,
  -- [{ message, lock }]: an error that carries a lock closes the screens.
  errors jsonb not null default '[]',
  pending boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table counters (
  agency_id uuid not null references agencies (id) on delete cascade,
  name text not null,
  value integer not null default 0,
  primary key (agency_id, name)
);

create table specialties (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint specialties_name_key unique (agency_id, name)
);

create table agents (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  user_id uuid references users (id) on delete set null,
  firstname text not null,
  lastname text not null,
  fullname text not null generated always as (firstname || ' ' || lastname) stored,
  position text,
  email text,
  phone text[] not null default '{}',
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  type text not null default 'EMPLOYEE' check (type in ('EMPLOYEE', 'EMERGENCY', 'EXTERNAL', 'SELF', 'NOMINEE', 'TEMPORARY')),
  plannable boolean not null default true,
  rating integer default 3,
  rights text[] not null default '{}',
  comments text,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create unique index agents_user on agents (agency_id, user_id) where user_id is not null;
create index agents_of_user on agents (user_id) where user_id is not null;
create index agents_by_lastname on agents (agency_id, lastname collate "fr-x-icu", id);
create index agents_by_fullname on agents (agency_id, fullname collate "fr-x-icu", id);
create index agents_by_status on agents (agency_id, status, lastname collate "fr-x-icu", id);

create table agent_specialties (
  agency_id uuid not null,
  agent_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, agent_id, specialty_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index agent_specialties_of on agent_specialties (agency_id, specialty_id);

create table invitations (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  -- agents.id or contacts.id
  profile_id uuid not null,
  kind text not null check (kind in ('AGENCY', 'CUSTOMER')),
  email text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (agency_id, id),
  constraint invitations_hash_key unique (agency_id, hash)
);
create index invitations_of on invitations (agency_id, profile_id);
create index invitations_by_hash on invitations (hash);

create table audit (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  at timestamptz not null default now(),
  -- Names are copied: history outlives accounts.
  user_id uuid,
  author text,
  acting_for text,
  entity text not null,
  entity_id uuid not null,
  action text not null,
  changes jsonb not null default '{}',
  primary key (agency_id, id)
);
create index audit_of on audit (agency_id, entity, entity_id, at desc);

-- Text search. Under a policy `like` never reaches an index, so this table is read by one function alone.
create table search (
  agency_id uuid not null references agencies (id) on delete cascade,
  entity text not null,
  id uuid not null,
  words text not null,
  primary key (agency_id, entity, id)
);
create index search_words on search using gin (agency_id, entity, words gin_trgm_ops);

create function search_words_of(input text) returns text language sql stable parallel safe
  as $$ select lower(unaccent(coalesce(input, ''))) $$;

create function search_put(p_entity text, p_id uuid, p_words text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into search (agency_id, entity, id, words) values (app_agency(), p_entity, p_id, search_words_of(p_words))
    on conflict (agency_id, entity, id) do update set words = excluded.words
  $$;

create function search_drop(p_entity text, p_id uuid) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from search where agency_id = app_agency() and entity = p_entity and id = p_id $$;

-- Ids of the transaction's agency whose words hold every word asked for. Which of them the caller may see is left to
-- the policies of the table that the ids are looked up in.
create function search_ids(p_entity text, p_query text) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$
  declare
    condition text := '';
    word text;
  begin
    foreach word in array (regexp_split_to_array(trim(search_words_of(p_query)), '\s+'))[1:8] loop
      condition := condition || format(' and words like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    return query execute 'select id from search where agency_id = $1 and entity = $2' || condition using app_agency(), p_entity;
  end $$;

-- Sessions and rights are cached by every server process; this is how a change reaches them all. -------------------

create function notify_session() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'agencies' then
      if old.manager_id is not null then perform pg_notify('session', old.manager_id::text); end if;
      if new.manager_id is not null then perform pg_notify('session', new.manager_id::text); end if;
      perform pg_notify('session', 'all');
    elsif tg_table_name = 'users' then
      perform pg_notify('session', new.id::text);
    else
      -- Somebody may act for a profile that has no account.
      if tg_op <> 'INSERT' then perform pg_notify('session', old.id::text); end if;
      if tg_op <> 'INSERT' and old.user_id is not null then perform pg_notify('session', old.user_id::text); end if;
      if tg_op <> 'DELETE' and new.user_id is not null then perform pg_notify('session', new.user_id::text); end if;
    end if;
    return null;
  end $$;

create trigger agents_session after insert or delete or update of user_id, rights, status, plannable, firstname, lastname on agents
  for each row execute function notify_session();
create trigger agencies_session after update of name, manager_id, errors, pending, simplified_stock, currency, time_zone, country on agencies
  for each row execute function notify_session();
create trigger users_session after update of admin, is_support, super_admin, firstname, lastname, email, password_hash on users
  for each row execute function notify_session();
create trigger sessions_session after delete or update of ended_at, acting_as on sessions
  for each row execute function notify_session();
