-- Papers of collaborators that expire: their types, the papers, and the reminders sent.

create table expiration_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  validity_months integer,
  renewal_months integer,
  specialty_id uuid,
  is_card boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint expiration_types_name_key unique (agency_id, name),
  foreign key (agency_id, specialty_id) references specialties (agency_id, id) on delete set null (specialty_id)
);
create unique index expiration_types_card on expiration_types (agency_id) where is_card;
create index expiration_types_specialty on expiration_types (agency_id, specialty_id) where specialty_id is not null;

create table agent_expirations (
  agency_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  rank integer not null default 0,
  type_id uuid not null,
  number text,
  issued_at date,
  expires_at date not null,
  file_id uuid,
  comment text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  constraint agent_expirations_type_fkey foreign key (agency_id, type_id) references expiration_types (agency_id, id),
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index agent_expirations_of on agent_expirations (agency_id, agent_id, type_id, expires_at);
create index agent_expirations_by_day on agent_expirations (agency_id, expires_at, id);
create index agent_expirations_type on agent_expirations (agency_id, type_id);
create index agent_expirations_file on agent_expirations (agency_id, file_id) where file_id is not null;

select agency_table('expiration_types', reads => 'true');
select agency_table('agent_expirations', reads => 'app_customer() is null and agent_id = app_agent()');

-- F-053: the initial types of each agency; validity from law.md section 2. The agency can change them.
create function expiration_types_of(agency uuid) returns void language sql as $$
  with made as (insert into expiration_types (agency_id, id, name, validity_months, renewal_months, is_card)
    select agency, gen_random_uuid(), name, validity, renewal, name = 'Carte professionnelle'
    from (values ('Carte professionnelle', 60, 3), ('SST', 24, 1), ('Pièce d''identité ou titre de séjour', null, 2),
      ('Permis de conduire', null, null), ('Visite médicale', 60, 1), ('MAC APS', 60, 3), ('Habilitation électrique', 36, 2),
      ('SSIAP', 36, 2)) as usual (name, validity, renewal) returning agency_id, id, name)
  insert into search (agency_id, entity, id, words) select agency_id, 'expirationType', id, search_words_of(name) from made $$;
create function agency_defaults() returns trigger language plpgsql as $$
  begin
    perform expiration_types_of(new.id);
    return null;
  end $$;
create trigger agency_defaults after insert on agencies for each row execute function agency_defaults();

-- Staff who receive reminders of expirations; only the agency reads this list.
create table agency_expiration_recipients (
  agency_id uuid not null references agencies (id) on delete cascade,
  agent_id uuid not null,
  primary key (agency_id, agent_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
select agency_table('agency_expiration_recipients');

-- Reminders already sent, each once: a new expiry date of the same paper gets a new reminder.
create table expiration_reminders (
  agency_id uuid not null references agencies (id) on delete cascade,
  object_id uuid not null,
  expires_at date not null,
  step text not null check (step in ('0', '30', '60', '90', 'renewal')),
  agent_id uuid not null,
  kind text not null check (kind in ('paper', 'contract', 'item')),
  sent_at timestamptz not null default now(),
  primary key (agency_id, object_id, expires_at, step),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index expiration_reminders_of on expiration_reminders (agency_id, agent_id);
-- Inserted by the nightly job, never changed.
select agency_table('expiration_reminders', grants => 'select, insert');
