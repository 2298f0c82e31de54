-- Mail: each mail is recorded in the transaction of the action that causes it, and sent by a job.

create table emails (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  -- Reply-to address, chosen by the sender. The From address is the platform's.
  sender_name text,
  sender text,
  recipients text[] not null check (cardinality(recipients) > 0),
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  -- Recipients of the three lists to whom it is not sent yet.
  pending text[] not null,
  subject text not null,
  -- The text; the layout is added on sending (server/mail/layout.ts).
  content jsonb,
  -- Replaces the text if a link opens an account: AES-256-GCM under a key derived from SECRET, wiped once sent.
  sealed bytea,
  state text not null default 'queued' check (state in ('queued', 'deferred', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- Who caused it, and by which action; the name is copied, as in the history.
  user_id uuid,
  author text,
  reason text not null,
  -- The host name of the request that caused it, which decides the brand. Null: not caused by a request.
  host text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (agency_id, id),
  check (sealed is null or content is null)
);
create index emails_by_age on emails (agency_id, created_at);
-- A provider's events identify a mail only by its Message-ID, without the agency.
create index emails_by_id on emails (id);

-- Mails of accounts: the same without an agency.
create table platform_emails (like emails including defaults including constraints);
alter table platform_emails drop column agency_id;
alter table platform_emails add primary key (id);
create index platform_emails_by_age on platform_emails (created_at);

create table email_attachments (
  agency_id uuid not null,
  email_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  -- A picture inside the text.
  inline boolean not null default false,
  primary key (agency_id, email_id, file_id),
  foreign key (agency_id, email_id) references emails (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index email_attachments_file on email_attachments (agency_id, file_id);
call app_hold_files();

create table email_events (
  agency_id uuid not null,
  id uuid not null,
  email_id uuid not null,
  event text not null check (event in ('sent', 'request', 'delivered', 'opened', 'unique_opened', 'click', 'hard_bounce',
    'soft_bounce', 'blocked', 'spam', 'invalid', 'deferred')),
  date timestamptz not null default now(),
  email_subject text not null,
  email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, email_id) references emails (agency_id, id) on delete cascade
);
create index email_events_by_date on email_events (agency_id, date, id);
create index email_events_by_creation on email_events (agency_id, created_at, id);
create index email_events_of on email_events (agency_id, email_id);

select platform_table(t) from unnest(array['emails', 'platform_emails', 'email_attachments', 'email_events']) t;

-- Only the owner of the agency, or support acting for him (L-012, decision 10); the session sets it.
create function app_owner() returns boolean language sql stable
  as $$ select app_whole() and exists (select from agencies g join agents a on a.agency_id = g.id and a.user_id = g.manager_id
    where g.id = app_agency() and (g.manager_id = app_user() or exists (select from sessions s
      where s.user_id = app_user() and s.ended_at is null and s.acting_agency_id = g.id and s.acting_as = a.id))) $$;

-- Any action may record a mail; the owner reads the mails, the whole agency reads their delivery status.
grant select, insert on emails, email_attachments, email_events to :app;
create policy agency on emails for select to :app using (agency_id = (select app_agency()) and (select app_owner()));
create policy writes on emails for insert to :app with check (agency_id = (select app_agency()));
create policy agency on email_attachments for select to :app using (agency_id = (select app_agency()) and (select app_owner()));
-- A user attaches only files that he sees.
create policy writes on email_attachments for insert to :app
  with check (agency_id = (select app_agency()) and exists (select from files f where f.agency_id = (select app_agency()) and f.id = file_id));
create policy agency on email_events for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy writes on email_events for insert to :app with check (agency_id = (select app_agency()));
