-- Information notes, and one receipt per recipient.

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
-- For the job that adds late recipients.
create index information_notes_published on information_notes (agency_id) where status = 100;

-- Recipients ----------------------------------------------------------------------------------------------------------

create table information_note_specialties (
  agency_id uuid not null,
  information_note_id uuid not null,
  specialty_id uuid not null,
  primary key (agency_id, information_note_id, specialty_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete cascade
);
create index information_note_specialties_of on information_note_specialties (agency_id, specialty_id);

create table information_note_sites (
  agency_id uuid not null,
  information_note_id uuid not null,
  site_id uuid not null,
  primary key (agency_id, information_note_id, site_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index information_note_sites_of on information_note_sites (agency_id, site_id);

create table information_note_agents (
  agency_id uuid not null,
  information_note_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, information_note_id, agent_id),
  foreign key (agency_id, information_note_id) references information_notes (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index information_note_agents_of on information_note_agents (agency_id, agent_id);

-- Only the agency sees the other recipients of a note.
select agency_table(t) from unnest(array['information_note_specialties', 'information_note_sites', 'information_note_agents']) t;

-- The current recipients of a note. A candidate is not a collaborator yet: he receives a note only if chosen by name.
create function app_note_members(note uuid) returns setof uuid language plpgsql stable parallel safe rows 100
  as $$ begin
    return query select a.id from information_notes n join agents a on a.agency_id = n.agency_id and a.status = 100
      where n.agency_id = app_agency() and n.id = note and case n.recipients
        when 'CHOSEN' then exists (select from information_note_agents c where c.agency_id = n.agency_id and c.information_note_id = n.id and c.agent_id = a.id)
        when 'SPECIALTIES' then a.type <> 'NOMINEE' and exists (select from information_note_specialties s join agent_specialties h
            on h.agency_id = s.agency_id and h.specialty_id = s.specialty_id and h.agent_id = a.id
          where s.agency_id = n.agency_id and s.information_note_id = n.id)
        when 'SITES' then a.type <> 'NOMINEE' and a.id in (select app_people_of_site(s.site_id) from information_note_sites s
          where s.agency_id = app_agency() and s.information_note_id = note)
        else a.type <> 'NOMINEE' end;
  end $$;

-- Receipts ------------------------------------------------------------------------------------------------------------

-- The API's informationNoteUserCompany: created at publication, never removed.
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

select platform_table('information_note_user_companies');
grant select, insert, update on information_note_user_companies to :app;
create policy agency on information_note_user_companies for select to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);
create policy sent on information_note_user_companies for insert to :app
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy marked on information_note_user_companies for update to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and agent_id = app_agent() end);

-- The agency records its reminders; nobody marks a note as read for another person.
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

-- Who sees a note -----------------------------------------------------------------------------------------------------

create function app_note_received(note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from information_note_user_companies r
    where r.agency_id = app_agency() and r.information_note_id = note and r.agent_id = app_agent()); end $$;

-- An agent sees the published notes addressed to him; a customer sees none.
select agency_table('information_notes', reads => 'status = 100 and app_customer() is null and coalesce(start_date <= app_today(), true)
  and coalesce(end_date >= app_today(), true) and app_note_received(id)');

create function app_note_seen(note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from information_notes n where n.agency_id = app_agency() and n.id = note); end $$;

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

select agency_table(t, reads => 'app_note_seen(information_note_id)')
  from unnest(array['information_note_content_images', 'information_note_files']) t;

-- Frozen states -------------------------------------------------------------------------------------------------------

-- The text and files of an acknowledged note are frozen.
create function note_acknowledged(agency uuid, note uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin
    return exists (select from information_note_user_companies r where r.agency_id = agency and r.information_note_id = note and r.acknowledged_at is not null);
  end $$;
create trigger frozen_acknowledged after update on information_notes for each row when (note_acknowledged(old.agency_id, old.id))
  execute function refuse_frozen('status', 'recipients', 'mandatory', 'notify_by_email', 'start_date', 'end_date', 'published_at', 'updated_at', 'version');
select freeze_lines('information_note_files', 'information_notes', 'information_note_id', 'note_acknowledged(p.agency_id, p.id)');
select freeze_lines('information_note_content_images', 'information_notes', 'information_note_id', 'note_acknowledged(p.agency_id, p.id)');
