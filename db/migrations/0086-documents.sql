-- Documents of the agency, of its collaborators and of its customers (1 §3, §6; area J).

-- The right whose part of a table the caller is limited to (core/rights/parts.ts).
create function app_part() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.part', true), '') $$;

create table document_folders (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  status integer not null default 100 check (status in (100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index document_folders_by_name on document_folders (agency_id, name collate "fr-x-icu", id);
select unique_in_agency('document_folders', 'name');

-- A PDF that was split and handed out in one act.
create table document_batches (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- Of the content: the same PDF is recognised when it is sent again.
  hash text not null,
  author text,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create index document_batches_hash on document_batches (agency_id, hash, created_at);
create index document_batches_user on document_batches (user_id);
select agency_table('document_batches');

create table documents (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text not null,
  status integer not null default 100 check (status in (100)),
  target text not null default 'AGENCY' check (target in ('AGENCY', 'AGENT', 'CUSTOMER')),
  agent_id uuid,
  customer_id uuid,
  file_id uuid not null,
  edition integer not null default 1,
  date date,
  -- The last day on which it is valid: the last of its month (decision 69).
  expired_at date,
  -- False: the agency alone reads it, and whoever added it.
  shared boolean not null default true,
  access_all_agents boolean not null default false,
  access_all_customers boolean not null default false,
  batch_id uuid,
  author text,
  user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  check ((target = 'AGENT') = (agent_id is not null)),
  check ((target = 'CUSTOMER') = (customer_id is not null)),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade,
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id),
  foreign key (agency_id, batch_id) references document_batches (agency_id, id)
);
create index documents_by_creation on documents (agency_id, created_at, id);
create index documents_by_target on documents (agency_id, target, created_at, id);
create index documents_agent on documents (agency_id, agent_id, created_at);
create index documents_customer on documents (agency_id, customer_id, created_at);
create index documents_file on documents (agency_id, file_id);
create index documents_batch on documents (agency_id, batch_id) where batch_id is not null;
create index documents_all_agents on documents (agency_id) where access_all_agents and shared;
create index documents_all_customers on documents (agency_id) where access_all_customers and shared;
create index documents_expiring on documents (agency_id, expired_at) where expired_at is not null;
create index documents_user on documents (user_id);

-- Shared with these people.
create table document_user_companies (
  agency_id uuid not null,
  document_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, document_id, agent_id),
  foreign key (agency_id, document_id) references documents (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index document_user_companies_of on document_user_companies (agency_id, agent_id);
select agency_table('document_user_companies', reads => 'app_customer() is null and agent_id = app_agent()');

create table document_customers (
  agency_id uuid not null,
  document_id uuid not null,
  customer_id uuid not null,
  primary key (agency_id, document_id, customer_id),
  foreign key (agency_id, document_id) references documents (agency_id, id) on delete cascade,
  foreign key (agency_id, customer_id) references customers (agency_id, id) on delete cascade
);
create index document_customers_of on document_customers (agency_id, customer_id);
select agency_table('document_customers', reads => 'customer_id = app_customer()');

-- Whether the caller is one of the people it is shared with by name.
create function app_document_to_agent(document uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from document_user_companies s
    where s.agency_id = app_agency() and s.document_id = document and s.agent_id = app_agent()); end $$;
create function app_document_to_customer(document uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from document_customers s
    where s.agency_id = app_agency() and s.document_id = document and s.customer_id = app_customer()); end $$;

-- « Tous »: everybody of this agency, so that an id of another one opens nothing.
create function app_is_agent() returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from agents a where a.agency_id = app_agency() and a.id = app_agent()); end $$;
create function app_is_customer() returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from customers c where c.agency_id = app_agency() and c.id = app_customer()); end $$;

-- J-014, J-015: his own, those shared with him, or with everybody of his kind. He writes only what he added himself.
select agency_table('documents',
  reads => 'when app_customer() is not null then case when customer_id = app_customer() and user_id = app_user() then true
      when not shared then false when customer_id = app_customer() then true when access_all_customers then app_is_customer() else app_document_to_customer(id) end
    else case when agent_id = app_agent() and user_id = app_user() then true
      when not shared then false when agent_id = app_agent() then true when access_all_agents then app_is_agent() else app_document_to_agent(id) end',
  writes => own, removes => own)
  from (values ('when app_customer() is not null then target = ''CUSTOMER'' and customer_id = app_customer() and user_id = app_user()
    else target = ''AGENT'' and agent_id = app_agent() and user_id = app_user()')) o (own);
create policy part on documents as restrictive to :app
  using (agency_id = (select app_agency()) and case when (select app_part()) = 'listAgentDocuments' and (select app_whole()) then target = 'AGENT' else true end);

-- What agents and customers list on their own paths: each branch is one index, so that 10,000 documents of others cost nothing.
create view seen_documents with (security_invoker = true) as
  select d.* from documents d where d.agency_id = (select app_agency()) and d.id in (
    select o.id from documents o where o.agency_id = (select app_agency()) and o.customer_id = (select app_customer())
    union all select o.id from documents o where o.agency_id = (select app_agency()) and o.access_all_customers and o.shared and app_customer() is not null
    union all select s.document_id from document_customers s where s.agency_id = (select app_agency()) and s.customer_id = (select app_customer())
    union all select o.id from documents o where o.agency_id = (select app_agency()) and o.agent_id = (select app_agent()) and app_customer() is null
    union all select o.id from documents o where o.agency_id = (select app_agency()) and o.access_all_agents and o.shared and app_agent() is not null and app_customer() is null
    union all select s.document_id from document_user_companies s where s.agency_id = (select app_agency()) and s.agent_id = (select app_agent()));
grant select on seen_documents to :app;

create function app_document_seen(document uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from documents d where d.agency_id = app_agency() and d.id = document); end $$;
create function app_document_added(document uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from documents d where d.agency_id = app_agency() and d.id = document and d.user_id = app_user()); end $$;

create table document_attached_folders (
  agency_id uuid not null,
  document_id uuid not null,
  document_folder_id uuid not null,
  primary key (agency_id, document_id, document_folder_id),
  foreign key (agency_id, document_id) references documents (agency_id, id) on delete cascade,
  foreign key (agency_id, document_folder_id) references document_folders (agency_id, id) on delete cascade
);
create index document_attached_folders_of on document_attached_folders (agency_id, document_folder_id);
select agency_table('document_attached_folders', reads => 'app_document_seen(document_id)');

-- The folders of the documents that he sees.
create function app_folder_seen(folder uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from document_attached_folders a where a.agency_id = app_agency() and a.document_folder_id = folder); end $$;
select agency_table('document_folders', reads => 'app_folder_seen(id)');

-- The files that a later one replaced.
create table document_versions (
  agency_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  rank integer not null default 0,
  edition integer not null,
  file_id uuid not null,
  replaced_at timestamptz not null default now(),
  replaced_by text,
  user_id uuid,
  primary key (agency_id, id),
  foreign key (agency_id, document_id) references documents (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index document_versions_of on document_versions (agency_id, document_id, rank);
create index document_versions_file on document_versions (agency_id, file_id);
create index document_versions_user on document_versions (user_id);
select agency_table('document_versions', writes => 'app_document_added(document_id)', grants => 'select, insert');

-- J-011: who opened it, when last, and how often he downloaded it.
create table document_readers (
  agency_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  name text not null,
  kind text not null check (kind in ('AGENCY', 'CUSTOMER')),
  edition integer not null,
  read_at timestamptz not null default now(),
  downloads integer not null default 0,
  primary key (agency_id, document_id, user_id),
  foreign key (agency_id, document_id) references documents (agency_id, id) on delete cascade
);
create index document_readers_user on document_readers (user_id);
select platform_table('document_readers');
grant select, insert, update on document_readers to :app;
create policy agency on document_readers to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else user_id = app_user() end)
  with check (agency_id = (select app_agency()) and user_id = (select app_user()) and app_document_seen(document_id));
