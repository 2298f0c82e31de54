-- Self-service (decision 94): sign-ups that wait for their mail, the first steps of a new agency, its sample data.

-- Only a pending sign-up exists until its mail is confirmed. The link is kept as its hash; once used, the row stays as
-- the proof of the accepted terms.
create table sign_ups (
  id uuid primary key,
  hash text not null,
  email text not null check (email = lower(email)),
  agency_name text not null,
  siret text not null,
  firstname text not null,
  lastname text not null,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- The agency that it opened.
  opened_id uuid,
  user_id uuid references users (id) on delete cascade,
  constraint sign_ups_hash_key unique (hash),
  check ((confirmed_at is null) = (opened_id is null))
);
-- One per address: a flood of the same address leaves one row.
create unique index sign_ups_pending on sign_ups (email) where confirmed_at is null;
create index sign_ups_expired on sign_ups (expires_at) where confirmed_at is null;
create index sign_ups_of on sign_ups (user_id) where user_id is not null;
select platform_table('sign_ups');

-- A SIRET that is already known is looked up at each sign-up.
create index agencies_siret on agencies (siret) where siret is not null;

-- The trial begins in the transaction that creates the agency, which is the platform's.
grant execute on function give_quotas(uuid, integer, integer, integer, integer), lock_subscription(uuid, text, text) to :platform;

-- First steps ---------------------------------------------------------------------------------------------------------

-- Only agencies that were opened with a list of first steps have a row. Dismissed by the owner, for everybody.
create table agency_first_steps (
  agency_id uuid primary key references agencies (id) on delete cascade,
  dismissed_at timestamptz
);
select agency_table('agency_first_steps', grants => 'select, update');

-- Sample data ---------------------------------------------------------------------------------------------------------

-- The rows that « Charger des exemples » made. `name`: a row that was renamed since is the user's own.
create table sample_rows (
  agency_id uuid not null references agencies (id) on delete cascade,
  entity text not null check (entity in ('agent', 'customer', 'site', 'service')),
  id uuid not null,
  name text not null,
  primary key (agency_id, entity, id)
);
select agency_table('sample_rows');
