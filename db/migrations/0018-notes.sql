-- Information notes, and one receipt for each collaborator they are addressed to.

create table information_notes (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  content text,
  status integer not null default 200 check (status in (100, 200, 300)),
  recipients text not null default 'ALL' check (recipients in ('ALL', 'SPECIALTIES', 'SITES', 'CHOSEN')),
  mandatory boolean not null default false,
  notify_by_email boolean not null default true,
  start_date date,
  end_date date,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index information_notes_by_creation on information_notes (agency_id, created_at, id);
-- What the job that completes them looks for.
create index information_notes_published on information_notes (agency_id) where status = 100;

do $$
declare
  t text;
begin
  -- Lists of the note: what it is for, and what hangs on it.
  foreach t in array array['specialties', 'sites', 'agents'] loop
    execute format('create table information_note_%1$s (
        agency_id uuid not null, information_note_id uuid not null, %2$s_id uuid not null,
        primary key (agency_id, information_note_id, %2$s_id),
        foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
        foreign key (agency_id, %2$s_id) references %1$s (agency_id, id) on delete cascade)',
      t, case t when 'specialties' then 'specialty' when 'sites' then 'site' else 'agent' end);
    execute format('create index information_note_%1$s_of on information_note_%1$s (agency_id, %2$s_id)',
      t, case t when 'specialties' then 'specialty' when 'sites' then 'site' else 'agent' end);
  end loop;
end $$;

create table information_note_content_images (
  agency_id uuid not null,
  information_note_id uuid not null,
  file_id uuid not null,
  primary key (agency_id, information_note_id, file_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index information_note_content_images_file on information_note_content_images (agency_id, file_id);

create table information_note_files (
  agency_id uuid not null,
  information_note_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, information_note_id, file_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index information_note_files_file on information_note_files (agency_id, file_id);

-- The wire's informationNoteUserCompany: fixed at publication, never taken back.
create table information_note_user_companies (
  agency_id uuid not null,
  id uuid not null,
  information_note_id uuid not null,
  agent_id uuid not null,
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  acknowledged_at timestamptz,
  reminded_at timestamptz,
  primary key (agency_id, id),
  constraint information_note_user_companies_agent_key unique (agency_id, information_note_id, agent_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  check (acknowledged_at is null or read_at is not null)
);
create index information_note_user_companies_agent on information_note_user_companies (agency_id, agent_id);

-- The caller's own record, on whichever path he comes.
create function app_own_agent() returns uuid language plpgsql stable parallel safe
  as $$ begin return coalesce(app_agent(), (select a.id from agents a where a.agency_id = app_agency() and a.user_id = app_user())); end $$;

-- Who works on a site is known by its services, which come with the planning; until then, whoever is not barred from it.
create function app_works_at(site uuid, agent uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return not exists (select from site_users b where b.agency_id = app_agency() and b.site_id = site and b.agent_id = agent); end $$;

-- Whom a note is for, today. Candidates are nobody's colleagues yet: they are chosen by name or not at all.
create function app_note_members(note uuid) returns setof uuid language plpgsql stable parallel safe rows 100
  as $$ begin
    return query select a.id from information_notes n join agents a on a.agency_id = n.agency_id and a.status = 100
      where n.agency_id = app_agency() and n.id = note and case n.recipients
        when 'CHOSEN' then exists (select from information_note_agents c where c.agency_id = n.agency_id and c.information_note_id = n.id and c.agent_id = a.id)
        when 'SPECIALTIES' then a.type <> 'NOMINEE' and exists (select from information_note_specialties s join agent_specialties h
            on h.agency_id = s.agency_id and h.specialty_id = s.specialty_id and h.agent_id = a.id
          where s.agency_id = n.agency_id and s.information_note_id = n.id)
        when 'SITES' then a.type <> 'NOMINEE' and a.plannable and exists (select from information_note_sites s
          where s.agency_id = n.agency_id and s.information_note_id = n.id and app_works_at(s.site_id, a.id))
        else a.type <> 'NOMINEE' end;
  end $$;

do $$
declare
  t text;
begin
  foreach t in array array['information_notes', 'information_note_specialties', 'information_note_sites', 'information_note_agents',
      'information_note_content_images', 'information_note_files', 'information_note_user_companies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to :app', t);
    -- A receipt is for good.
    if t <> 'information_note_user_companies' then
      execute format('grant delete on %I to :app', t);
      execute format('create policy removal on %I as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()))', t);
    end if;
  end loop;
  -- To whom else it went is the agency's affair.
  foreach t in array array['information_note_specialties', 'information_note_sites', 'information_note_agents'] loop
    execute format('create policy agency on %I to :app
      using (agency_id = (select app_agency()) and (select app_whole())) with check (agency_id = (select app_agency()) and (select app_whole()))', t);
  end loop;
end $$;

create policy agency on information_note_user_companies for select to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
create policy sent on information_note_user_companies for insert to :app
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy marked on information_note_user_companies for update to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);

-- The agency notes that it reminded; nobody says for another that he has read.
create function note_read_by_himself() returns trigger language plpgsql as $$
begin
  if app_agency() is not null and new.agent_id is distinct from app_own_agent() then
    raise insufficient_privilege using message = 'nobody reads for another';
  end if;
  return new;
end $$;
create trigger information_note_read before update of read_at, acknowledged_at on information_note_user_companies
  for each row when (old.read_at is distinct from new.read_at or old.acknowledged_at is distinct from new.acknowledged_at)
  execute function note_read_by_himself();

create function app_note_received(note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from information_note_user_companies r
    where r.agency_id = app_agency() and r.information_note_id = note and r.agent_id = app_agent()); end $$;

-- An agent sees what is addressed to him while it is published; a customer nothing.
create policy agency on information_notes to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    else status = 100 and app_customer() is null and coalesce(start_date <= app_today(), true) and coalesce(end_date >= app_today(), true)
      and app_note_received(id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

create function app_note_seen(note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from information_notes n where n.agency_id = app_agency() and n.id = note); end $$;

create policy agency on information_note_content_images to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_note_seen(information_note_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on information_note_files to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_note_seen(information_note_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

call app_hold_files();
