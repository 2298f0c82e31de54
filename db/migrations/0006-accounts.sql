-- The second factor of an account, its recovery codes, a new address that waits for its mail, and which session a
-- device holds.

create table user_second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key derived from SECRET: nonce, tag, then the secret.
  secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null: prepared, and no code has proved yet that the application holds the secret.
  confirmed_at timestamptz,
  -- The last period whose code was used: that one and those before it are spent (RFC 6238, 5.2).
  last_step bigint not null default 0
);

create table user_recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- Keyed by a purpose of SECRET: the table alone lets nobody guess.
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

do $$
declare
  t text;
begin
  foreach t in array array['user_second_factors', 'user_recovery_codes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
  end loop;
end $$;

alter table user_tokens add column email text;
alter table user_tokens drop constraint user_tokens_purpose_check;
alter table user_tokens add constraint user_tokens_purpose_check check (purpose in ('password', 'firstAdmin', 'email'));

-- Removing a device ends what was opened on it.
alter table sessions add column device_id uuid references user_devices (id) on delete set null;
create index sessions_device on sessions (device_id) where device_id is not null;
grant update (device_id) on sessions to :app;

-- The last records that somebody changed (home screen).
create index audit_by_user on audit (agency_id, user_id, at desc);
