-- The platform owns records as an agency does (core/kernel/platform.ts): what it sells, its invoices to agencies, its
-- tutorials. It is a row of the agencies, so that their tables, keys and policies hold for these records as well. It
-- has no people, and only the platform's own path (/admin) sets it as the agency of a transaction.

create function platform_agency() returns uuid language sql immutable parallel safe
  as $$ select '00000000-0000-4000-8000-000000000001'::uuid $$;

-- Pending: no mailing of the clock goes there. Without triggers: it needs no lists of its own.
alter table agencies no force row level security, disable trigger user;
insert into agencies (id, name, pending) values (platform_agency(), 'Plateforme', true);
alter table agencies force row level security, enable trigger user;

-- A table of the platform's records: an agency writes none, and reads those that `seen` accepts.
--   select platform_records('tutorial_videos', seen => 'status = 100');
create function platform_records(p_table text, seen text default null, grants text default 'select, insert, update, delete')
  returns void language plpgsql as $$
  begin
    perform agency_table(p_table, grants => grants);
    execute format('alter table %I add constraint %I check (agency_id = platform_agency())', p_table, p_table || '_platform');
    if seen is not null then
      execute format('create policy seen on %I for select to :app using ((select app_agency()) is not null and (%s))', p_table, seen);
    end if;
  end $$;
revoke execute on function platform_records(text, text, text) from public;

-- What the platform sells to agencies (Z-042, Z-044). Agencies read what is on sale.
create table subscription_offers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  status integer not null default 100 check (status in (100, 200, 300)),
  type integer not null check (type in (1, 2, 3, 4, 100, 200, 210, 220, 300)),
  price numeric(14, 3) not null check (price >= 0),
  yearly_price numeric(14, 3) check (yearly_price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index subscription_offers_by_creation on subscription_offers (agency_id, created_at, id);
select platform_records('subscription_offers', seen => 'status = 100 and (select app_whole())');
