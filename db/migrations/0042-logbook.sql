-- The daily log (main courante): append-only entries in one hash chain per site, and the log as it stands (decision 88).

-- The chain -----------------------------------------------------------------------------------------------------------

create table logbook_entries (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- Chosen by the client.
  id uuid not null,
  site_id uuid not null,
  -- The place in the chain of the site, from 1.
  position bigint not null,
  kind text not null check (kind in ('entry', 'finding', 'correction', 'withdrawal')),
  -- The entry of the event. An entry is its own event.
  event_id uuid not null,
  -- The entry or finding that a correction or withdrawal is about.
  target_id uuid,
  received_at timestamptz not null,
  agent_id uuid,
  -- As in the audit, the entry outlives the account.
  author text,
  user_id uuid default app_user(),
  -- Null: erased for privacy. Its digest stays.
  content jsonb,
  content_salt bytea,
  content_digest bytea not null,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  altitude double precision,
  -- Null: the position was erased.
  position_salt bytea,
  position_digest bytea not null,
  -- SHA-256 (hash of the entry before, digest of the content, digest of the position).
  hash bytea not null,
  primary key (agency_id, id),
  constraint logbook_entries_chain unique (agency_id, site_id, position),
  -- No cascade: a site with a daily log is archived, never deleted.
  foreign key (agency_id, site_id) references sites (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index logbook_entries_event on logbook_entries (agency_id, event_id, position);
create index logbook_entries_agent on logbook_entries (agency_id, agent_id) where agent_id is not null;
-- For the retention of positions.
create index logbook_entries_placed on logbook_entries (received_at) where latitude is not null;

-- The agency reads the chain, agents add to it; nobody changes or removes an entry.
select platform_table('logbook_entries');
grant select, insert on logbook_entries to :app;
create policy agency on logbook_entries for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy added on logbook_entries for insert to :app with check (agency_id = (select app_agency())
  and case when (select app_whole()) then true else (select app_customer()) is null and agent_id = (select app_agent()) end);
-- The triggers run as the owner, who is under the forced policies too; they only touch the event of the new entry.
create policy keeper on logbook_entries for select to current_user using (true);

-- What a digest covers. Moments as UTC text: JSON would write them in the session's time zone.
create function logbook_facts(e logbook_entries) returns bytea language sql stable parallel safe
  as $$ select convert_to(jsonb_build_object('id', e.id, 'site', e.site_id, 'position', e.position, 'kind', e.kind, 'event', e.event_id, 'target', e.target_id,
    'receivedAt', to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'content', e.content)::text, 'UTF8') $$;
create function logbook_place(e logbook_entries) returns bytea language sql stable parallel safe
  as $$ select convert_to(jsonb_build_array(e.latitude, e.longitude, e.accuracy, e.altitude)::text, 'UTF8') $$;
-- Before the first entry of a site.
create function logbook_origin(site uuid) returns bytea language sql stable parallel safe
  as $$ select sha256(uuid_send(site)) $$;

-- Whatever the inserting role says, the place in the chain, the digests and the hash are made here.
create function chain_logbook_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  -- Entries of a site one after the other, until the end of the transaction.
  perform pg_advisory_xact_lock(hashtextextended('logbook ' || new.agency_id || new.site_id, 0));
  select e.position, e.hash into last from logbook_entries e where e.agency_id = new.agency_id and e.site_id = new.site_id order by e.position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  -- Only the platform may bring entries of the past, such as those of a demo.
  new.received_at := case when app_agency() is null then coalesce(new.received_at, clock_timestamp()) else clock_timestamp() end;
  new.content_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new.position_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new.content_digest := sha256(new.content_salt || logbook_facts(new));
  new.position_digest := sha256(new.position_salt || logbook_place(new));
  new.hash := sha256(coalesce(last.hash, logbook_origin(new.site_id)) || new.content_digest || new.position_digest);
  return new;
end $$;
create trigger chained before insert on logbook_entries for each row execute function chain_logbook_entry();

-- The log as it stands ------------------------------------------------------------------------------------------------

-- Derived from the chain by a trigger: the application cannot write it.
create table logbook_events (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  -- Without a foreign key: an entry outlives its service.
  service_id uuid,
  agent_id uuid,
  type integer not null check (type in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134)),
  category text not null check (category in ('service', 'break', 'round', 'agent', 'incident', 'controleSpecifique', 'presence', 'logistique', 'care-rescue', 'delivery', 'observations')),
  label text not null,
  sub_type text,
  description text,
  at timestamptz not null,
  received_at timestamptz not null,
  position bigint not null,
  state text not null default 'RECORDED' check (state in ('RECORDED', 'CORRECTED', 'WITHDRAWN')),
  customer_show boolean not null,
  photo_count integer not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (agency_id, id),
  foreign key (agency_id, id) references logbook_entries (agency_id, id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index logbook_events_by_time on logbook_events (agency_id, at, id);
create index logbook_events_site on logbook_events (agency_id, site_id, at);
create index logbook_events_service on logbook_events (agency_id, service_id, at) where service_id is not null;
create index logbook_events_agent on logbook_events (agency_id, agent_id, at) where agent_id is not null;
-- An agent sees what he wrote and, where the site allows it, the other entries of his services. A customer sees the
-- entries of his sites whose type is for customers, where the site allows it.
select agency_table('logbook_events', grants => 'select', reads => 'when (select app_customer()) is not null then
    customer_show and state <> ''WITHDRAWN'' and site_id in (select app_customer_sites()) and app_site_opens(site_id, ''readDailyLogs'')
  else case when agent_id = (select app_agent()) then true else service_id in (select a.service_id from published_service_agents a
    where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent())) and app_site_opens(site_id, ''readDailyLogs'') end');
create policy keeper on logbook_events to current_user using (true) with check (true);

create function app_logbook_event_seen(event uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from logbook_events e where e.agency_id = app_agency() and e.id = event); end $$;

-- Findings (constatations) of an event.
create table logbook_findings (
  agency_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  agent_id uuid,
  content text,
  at timestamptz not null,
  state text not null default 'RECORDED' check (state in ('RECORDED', 'CORRECTED', 'WITHDRAWN')),
  primary key (agency_id, id),
  foreign key (agency_id, event_id) references logbook_events (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id)
);
create index logbook_findings_event on logbook_findings (agency_id, event_id, at);
create index logbook_findings_agent on logbook_findings (agency_id, agent_id) where agent_id is not null;
select agency_table('logbook_findings', grants => 'select',
  reads => 'case when (select app_customer()) is not null then state <> ''WITHDRAWN'' else true end and app_logbook_event_seen(event_id)');
create policy keeper on logbook_findings to current_user using (true) with check (true);

create function app_logbook_finding_seen(finding uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from logbook_findings f where f.agency_id = app_agency() and f.id = finding); end $$;

create table logbook_finding_files (
  agency_id uuid not null,
  finding_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, finding_id, file_id),
  foreign key (agency_id, finding_id) references logbook_findings (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index logbook_finding_files_file on logbook_finding_files (agency_id, file_id);
select agency_table('logbook_finding_files', grants => 'select', reads => 'app_logbook_finding_seen(finding_id)');
create policy keeper on logbook_finding_files to current_user using (true) with check (true);

-- `content` of an entry or of its correction: type, category, label, subType, description, service, at, customerShow; of a
-- finding: text, at, files [{id, sha256}].
create function keep_logbook() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c jsonb := new.content;
  finding uuid := case when new.kind = 'finding' then new.id when new.target_id <> new.event_id then new.target_id end;
begin
  if new.kind = 'entry' then
    insert into logbook_events (agency_id, id, site_id, service_id, agent_id, type, category, label, sub_type, description, at, received_at, position, customer_show)
      values (new.agency_id, new.id, new.site_id, (c->>'service')::uuid, new.agent_id, (c->>'type')::integer, c->>'category', c->>'label',
        c->>'subType', c->>'description', (c->>'at')::timestamptz, new.received_at, new.position, (c->>'customerShow')::boolean);
  elsif new.kind = 'finding' then
    insert into logbook_findings (agency_id, id, event_id, agent_id, content, at)
      values (new.agency_id, new.id, new.event_id, new.agent_id, c->>'text', (c->>'at')::timestamptz);
  elsif new.kind = 'withdrawal' and finding is null then
    update logbook_events set state = 'WITHDRAWN' where agency_id = new.agency_id and id = new.event_id;
  elsif new.kind = 'withdrawal' then
    update logbook_findings set state = 'WITHDRAWN' where agency_id = new.agency_id and id = finding;
  elsif finding is null then
    update logbook_events set state = 'CORRECTED', service_id = (c->>'service')::uuid, type = (c->>'type')::integer, category = c->>'category',
        label = c->>'label', sub_type = c->>'subType', description = c->>'description', at = (c->>'at')::timestamptz, customer_show = (c->>'customerShow')::boolean
      where agency_id = new.agency_id and id = new.event_id;
  else
    update logbook_findings set state = 'CORRECTED', content = c->>'text', at = (c->>'at')::timestamptz where agency_id = new.agency_id and id = finding;
  end if;
  if finding is not null and new.kind <> 'withdrawal' then
    delete from logbook_finding_files where agency_id = new.agency_id and finding_id = finding;
    insert into logbook_finding_files (agency_id, finding_id, file_id, rank)
      select new.agency_id, finding, (f.value->>'id')::uuid, f.ordinality from jsonb_array_elements(c->'files') with ordinality f;
  end if;
  update logbook_events e set version = e.version + 1, updated_at = now(), photo_count = (select count(*) from logbook_findings f
      join logbook_finding_files j on j.agency_id = f.agency_id and j.finding_id = f.id
      where f.agency_id = e.agency_id and f.event_id = e.id and f.state <> 'WITHDRAWN')
    where new.kind <> 'entry' and e.agency_id = new.agency_id and e.id = new.event_id;
  return null;
end $$;
create trigger kept after insert on logbook_entries for each row execute function keep_logbook();

-- Verification --------------------------------------------------------------------------------------------------------

-- One row per site: how many entries up to a position, how many without content, and the first that does not verify.
create function logbook_verified(agency uuid, site uuid, upto bigint)
  returns table (entries bigint, erased bigint, altered bigint, first_at timestamptz, last_at timestamptz, head bytea) language sql stable parallel safe
  as $$
    select count(*), count(*) filter (where x.content is null), min(x.position) filter (where not x.holds), min(x.received_at), max(x.received_at),
      (array_agg(x.hash order by x.position desc))[1]
    from (select e.position, e.content, e.received_at, e.hash,
        e.position = row_number() over w
        and e.hash = sha256(coalesce(lag(e.hash) over w, logbook_origin(e.site_id)) || e.content_digest || e.position_digest)
        and case when e.content_salt is null then e.content is null else e.content_digest = sha256(e.content_salt || logbook_facts(e)) end
        and case when e.position_salt is null then e.latitude is null else e.position_digest = sha256(e.position_salt || logbook_place(e)) end as holds
      from logbook_entries e where e.agency_id = agency and e.site_id = site and e.position <= upto window w as (order by e.position)) x $$;
