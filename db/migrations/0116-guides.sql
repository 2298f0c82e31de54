-- What the platform tells people: tutorials, useful documents, videos, maintenance; what they tell it: improvement
-- requests, referrals (3 §2, §3; AB-020..AB-038).

-- Tutorials and useful documents: each is read and saved as a whole (AB-020, AB-030). Who of an agency sees which part
-- is decided by the call (core/guides/tutorials.ts).
create table guides (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('tutorials', 'usefulDocs')),
  content jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create unique index guides_kind on guides (agency_id, kind);
select platform_records('guides', seen => $$kind = 'tutorials' or (select app_whole())$$, grants => 'select, insert, update');

-- Keeps the files that a content names.
create table guide_files (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  guide_id uuid not null,
  file_id uuid not null,
  primary key (agency_id, id),
  unique (agency_id, guide_id, file_id),
  foreign key (agency_id, guide_id) references guides (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index guide_files_file on guide_files (agency_id, file_id);
select platform_records('guide_files', grants => 'select, insert, delete');

-- Videos of screens (AB-024). `routes`: id, route, label, position of each screen.
create table tutorial_videos (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text not null check (char_length(description) <= 5000),
  urls text[] not null default '{}',
  routes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index tutorial_videos_by_creation on tutorial_videos (agency_id, created_at, id);
create index tutorial_videos_routes on tutorial_videos using gin (routes jsonb_path_ops);
select platform_records('tutorial_videos', seen => 'true');

-- Maintenance ---------------------------------------------------------------------------------------------------------

-- Every process keeps the plan in memory, so that no call asks for it (server/operations/maintenance.ts).
create function notify_maintenance() returns trigger language plpgsql as $$
  begin
    perform pg_notify('maintenance', '');
    return null;
  end $$;
create trigger notify_maintenance after insert or update or delete on platform_settings
  for each statement execute function notify_maintenance();

create policy keeper on platform_settings to current_user using (true) with check (true);
-- Null: none is planned.
create function plan_maintenance(p_plan jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    if p_plan is null then
      delete from platform_settings where key = 'maintenance';
    else
      insert into platform_settings (key, value) values ('maintenance', p_plan) on conflict (key) do update set value = excluded.value;
    end if;
  end $$;
revoke execute on function plan_maintenance(jsonb) from public;
grant execute on function plan_maintenance(jsonb) to :app;

-- Improvement requests (AB-037) ---------------------------------------------------------------------------------------

create table feedbacks (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  sender_id uuid references agencies (id) on delete set null,
  agency_name text not null,
  -- Goes with the account of who wrote it.
  user_id uuid not null references users (id) on delete cascade,
  author text not null,
  page text,
  message text not null,
  status integer not null default 100 check (status in (100, 200, 300, 400)),
  answer text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index feedbacks_by_creation on feedbacks (agency_id, created_at, id);
create index feedbacks_sender on feedbacks (sender_id);
create index feedbacks_user on feedbacks (user_id, created_at);
select platform_records('feedbacks', grants => 'select, update');
create policy keeper on feedbacks to current_user using (true) with check (true);

-- Anybody of an agency writes one, nobody of it reads one: false once he wrote `p_most` within a day.
create function give_feedback(p_id uuid, p_author text, p_page text, p_message text, p_most integer)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is null or app_user() is null then
      raise exception 'nobody' using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('feedback ' || app_user(), 0));
    if (select count(*) from feedbacks where user_id = app_user() and created_at > now() - interval '1 day') >= p_most then
      return false;
    end if;
    insert into feedbacks (agency_id, id, sender_id, agency_name, user_id, author, page, message)
      select platform_agency(), p_id, g.id, g.name, app_user(), p_author, p_page, p_message from agencies g where g.id = app_agency();
    return true;
  end $$;
revoke execute on function give_feedback(uuid, text, text, text, integer) from public;
grant execute on function give_feedback(uuid, text, text, text, integer) to :app;

-- Referrals (AB-038): what limits them. `recipient` is a digest of the address, not the address.
create table referrals (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  created_at timestamptz not null default now()
);
create index referrals_user on referrals (user_id, created_at);
create index referrals_recipient on referrals (recipient, created_at);
select platform_table('referrals');
create policy keeper on referrals to current_user using (true) with check (true);

-- Null: noted, the mail may leave. Otherwise why not: 'day' (too many in a day), 'again' (that address was written to).
create function note_referral(p_id uuid, p_recipient text, p_most integer, p_days integer)
  returns text language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_user() is null then
      raise exception 'nobody' using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest(array['referral ' || app_user(), 'referral ' || p_recipient]) k order by k;
    if (select count(*) from referrals where user_id = app_user() and created_at > now() - interval '1 day') >= p_most then
      return 'day';
    end if;
    if exists (select from referrals where recipient = p_recipient and created_at > now() - make_interval(days => p_days)) then
      return 'again';
    end if;
    insert into referrals (id, user_id, recipient) values (p_id, app_user(), p_recipient);
    return null;
  end $$;
revoke execute on function note_referral(uuid, text, integer, integer) from public;
grant execute on function note_referral(uuid, text, integer, integer) to :app;
