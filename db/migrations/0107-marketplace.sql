-- Announcements between agencies and the answers to them (3 §3, §4, §7; area AA).

create table market_offers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  -- Of the agency that publishes it: others do not read its record.
  name text not null default '',
  reference text not null default '',
  type integer not null check (type in (1, 2, 3, 4)),
  departments text[] not null default '{}',
  location text,
  description text not null,
  starts_on date,
  ends_on date,
  start_time time,
  end_time time,
  people integer check (people between 1 and 1000),
  specialty text,
  -- L612-5-1: ranks 1 and 2 only.
  subcontract_rank integer check (subcontract_rank in (1, 2)),
  share text,
  justified_on date,
  contact_name text,
  contact_email text,
  contact_phone text,
  status integer not null default 100 check (status in (100, 200, 400)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check (ends_on >= starts_on)
);
create index market_offers_by_creation on market_offers (agency_id, created_at, id);
-- What every agency reads.
create index market_offers_active on market_offers (created_at, id) where status = 100;
-- Of whichever agency: who reads an announcement does not know whose it is.
create index market_offers_by_id on market_offers (id);

select agency_table('market_offers', grants => 'select, insert, update');
-- Deleted: frozen (decision 85).
create trigger frozen after update on market_offers for each row when (old.status in (400)) execute function refuse_frozen('status', 'updated_at', 'version');
-- The only rows that an agency reads of another: announcements under way, until the last day of the mission (C-059).
-- Every column is for everybody; what is not lies in other tables.
create policy board on market_offers for select to :app
  using (status = 100 and coalesce(ends_on >= (select app_today()), true) and (select app_agency()) is not null and (select app_whole()));

-- An answer belongs to the agency that gives it. The agency of the announcement reads it and decides.
create table market_answers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  offer_id uuid not null,
  -- Of the announcement; set by the trigger below, with what it was called.
  publisher_id uuid not null references agencies (id) on delete cascade,
  offer_title text not null default '',
  offer_type integer not null default 4 check (offer_type in (1, 2, 3, 4)),
  offer_agency text not null default '',
  -- Of the agency that answers, as its settings say (market_authorisation below).
  name text not null default '',
  siret text,
  approval_number text,
  approval_expires_at date,
  message text not null,
  people integer check (people between 1 and 1000),
  contact_name text,
  contact_email text,
  contact_phone text,
  status integer not null default 100 check (status in (100, 200, 300)),
  decided_at timestamptz,
  -- By somebody of the announcement's agency.
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  unique (agency_id, offer_id)
);
create index market_answers_by_creation on market_answers (agency_id, created_at, id);
create index market_answers_received on market_answers (publisher_id, offer_id, created_at);
create index market_answers_unread on market_answers (publisher_id, created_at) where read_at is null;
create index market_answers_by_id on market_answers (id);

select agency_table('market_answers', grants => 'select, insert');
create policy received on market_answers for select to :app
  using (publisher_id = (select app_agency()) and (select app_whole()));
-- Only the agency of the announcement decides, and only that: who answered changes nothing any more.
grant update (status, decided_at, read_at, version, updated_at) on market_answers to :app;
create policy decided on market_answers for update to :app
  using (publisher_id = (select app_agency()) and (select app_whole())) with check (publisher_id = (select app_agency()));
create policy decision on market_answers as restrictive for update to :app using (publisher_id = (select app_agency()));

-- Keys across agencies do not exist: the announcement must be one that the answering agency sees, and not its own.
create function market_answer_placed() returns trigger language plpgsql as $$
  begin
    select o.agency_id, o.title, o.type, o.name into new.publisher_id, new.offer_title, new.offer_type, new.offer_agency
      from market_offers o where o.id = new.offer_id and o.status = 100 and o.agency_id <> new.agency_id;
    if not found then
      raise exception 'no announcement to answer' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
create trigger placed before insert on market_answers for each row execute function market_answer_placed();

-- The authorisation that the other side sees is the one of the settings, until it has decided.
create policy keeper on market_answers to current_user using (true) with check (true);
create function market_authorisation() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    update market_answers set name = new.name, siret = new.siret, approval_number = new.approval_number, approval_expires_at = new.approval_expires_at
      where agency_id = new.id and status = 100;
    return null;
  end $$;
revoke execute on function market_authorisation() from public;
create trigger market_authorisation after update of name, siret, approval_number, approval_expires_at on agencies
  for each row when ((old.name, old.siret, old.approval_number, old.approval_expires_at) is distinct from (new.name, new.siret, new.approval_number, new.approval_expires_at))
  execute function market_authorisation();

-- Which announcements of others a person has read.
create table market_readings (
  agency_id uuid not null references agencies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  offer_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (agency_id, user_id, offer_id)
);
create index market_readings_user on market_readings (user_id);
select platform_table('market_readings');
grant select, insert on market_readings to :app;
create policy own on market_readings to :app
  using (agency_id = (select app_agency()) and user_id = (select app_user()))
  with check (agency_id = (select app_agency()) and user_id = (select app_user()) and (select app_whole()));
