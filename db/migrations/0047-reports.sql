-- Reports of the field: templates, reports with their answers and signatures, and the agency's settings of each type (P-028).

alter table agencies
  add column report_intervention_enabled boolean not null default true,
  add column report_intervention_signature text not null default 'NONE' check (report_intervention_signature in ('NONE', 'AGENT', 'CUSTOMER', 'BOTH')),
  add column report_intervention_approval boolean not null default false,
  add column report_round_enabled boolean not null default true,
  add column report_round_signature text not null default 'NONE' check (report_round_signature in ('NONE', 'AGENT', 'CUSTOMER', 'BOTH')),
  add column report_round_approval boolean not null default false,
  add column report_round_template text not null default 'STANDARD' check (report_round_template in ('STANDARD', 'DETAILED', 'PHOTOS')),
  add column report_recognition_enabled boolean not null default true,
  add column report_recognition_signature text not null default 'NONE' check (report_recognition_signature in ('NONE', 'AGENT', 'CUSTOMER', 'BOTH')),
  add column report_recognition_approval boolean not null default false,
  add column report_recognition_template text not null default 'STANDARD' check (report_recognition_template in ('STANDARD', 'DETAILED', 'PHOTOS')),
  add column report_audit_enabled boolean not null default true,
  add column report_audit_signature text not null default 'NONE' check (report_audit_signature in ('NONE', 'AGENT', 'CUSTOMER', 'BOTH')),
  add column report_audit_approval boolean not null default false,
  add column report_audit_template text not null default 'STANDARD' check (report_audit_template in ('STANDARD', 'DETAILED', 'PHOTOS')),
  -- The day of the last daily mailing.
  add column reports_mailed_on date;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (report_intervention_enabled, report_intervention_signature, report_intervention_approval,
    report_round_enabled, report_round_signature, report_round_approval, report_round_template,
    report_recognition_enabled, report_recognition_signature, report_recognition_approval, report_recognition_template,
    report_audit_enabled, report_audit_signature, report_audit_approval, report_audit_template, reports_mailed_on)
  on agencies to :app;

-- Editions of the agency's own templates: a phone without a network may still fill in an earlier one.
create table report_templates (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('intervention', 'round', 'recognition', 'audit')),
  key text not null check (key in ('STANDARD', 'DETAILED', 'PHOTOS')),
  edition integer not null check (edition > 0),
  -- Null: the product's own again.
  sections jsonb,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  constraint report_templates_edition unique (agency_id, type, key, edition)
);
select agency_table('report_templates', grants => 'select, insert');

create table agency_reports (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- Chosen by the client.
  id uuid not null,
  reference text not null,
  type text not null check (type in ('intervention', 'round', 'recognition', 'audit')),
  template text not null check (template in ('STANDARD', 'DETAILED', 'PHOTOS')),
  template_edition integer not null default 0,
  status integer not null default 100 check (status in (100, 200, 300, 400, 500, 600)),
  site_id uuid not null,
  -- Without a foreign key: a report outlives its service.
  service_id uuid not null,
  agent_id uuid,
  at timestamptz not null,
  -- A correction is the next edition; the earlier one stays as it was.
  edition integer not null default 1,
  replaces_id uuid,
  reason text,
  refusal text,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  -- Mailed to the customer, once.
  sent_at timestamptz,
  -- The agency's price when it was made.
  price numeric(15, 4),
  agent_signature_id uuid,
  agent_signer text,
  agent_signed_at timestamptz,
  customer_signature_id uuid,
  customer_signer text,
  customer_signed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  -- A service has one report, in editions.
  constraint agency_reports_service unique (agency_id, service_id, edition),
  foreign key (agency_id, site_id) references sites (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id),
  foreign key (agency_id, replaces_id) references agency_reports (agency_id, id),
  foreign key (agency_id, agent_signature_id) references files (agency_id, id),
  foreign key (agency_id, customer_signature_id) references files (agency_id, id)
);
create index agency_reports_by_time on agency_reports (agency_id, type, at, id);
create index agency_reports_by_age on agency_reports (agency_id, at, id);
create index agency_reports_site on agency_reports (agency_id, site_id, at);
create index agency_reports_agent on agency_reports (agency_id, agent_id, at) where agent_id is not null;
create index agency_reports_replaces on agency_reports (agency_id, replaces_id) where replaces_id is not null;
create index agency_reports_agent_signature on agency_reports (agency_id, agent_signature_id) where agent_signature_id is not null;
create index agency_reports_customer_signature on agency_reports (agency_id, customer_signature_id) where customer_signature_id is not null;
create index agency_reports_unsent on agency_reports (agency_id, site_id) where status = 300 and sent_at is null;

-- A customer sees the approved and sent reports of his sites; an agent his own and those of his services.
select agency_table('agency_reports', reads => 'when (select app_customer()) is not null then
    status in (300, 400) and site_id in (select app_customer_sites())
  else case when agent_id = (select app_agent()) then true else service_id in (select a.service_id from published_service_agents a
    where a.agency_id = (select app_agency()) and a.agent_id = (select app_agent())) end');

create function app_report_seen(report uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from agency_reports r where r.agency_id = app_agency() and r.id = report); end $$;

-- The fields of the template as they were, with their answers.
create table agency_report_answers (
  agency_id uuid not null,
  id uuid not null,
  agency_report_id uuid not null,
  rank integer not null default 0,
  section text not null,
  key text not null,
  label text not null,
  kind text not null check (kind in ('text', 'choice', 'number', 'moment', 'photos', 'signature')),
  required boolean not null default false,
  value text,
  primary key (agency_id, id),
  constraint agency_report_answers_key unique (agency_id, agency_report_id, key),
  foreign key (agency_id, agency_report_id) references agency_reports (agency_id, id) on delete cascade
);
select agency_table('agency_report_answers', reads => 'app_report_seen(agency_report_id)');

create function app_report_answer_seen(answer uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from agency_report_answers a where a.agency_id = app_agency() and a.id = answer); end $$;

create table agency_report_answer_files (
  agency_id uuid not null,
  answer_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, answer_id, file_id),
  foreign key (agency_id, answer_id) references agency_report_answers (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index agency_report_answer_files_file on agency_report_answer_files (agency_id, file_id);
select agency_table('agency_report_answer_files', reads => 'app_report_answer_seen(answer_id)');

-- Approved: frozen (decision 85). A correction is a new edition; only the platform erases what names a person.
create trigger frozen after update on agency_reports for each row when (old.status in (300, 400, 600) and app_agency() is not null)
  execute function refuse_frozen('status', 'decided_at', 'decided_by', 'sent_at', 'updated_at', 'version');
create function refuse_frozen_answers() returns trigger language plpgsql as $$
begin
  if not app_correction() and app_agency() is not null and pg_trigger_depth() = 1 and exists (select from lines l join agency_reports r
      on r.agency_id = l.agency_id and r.id = l.agency_report_id where r.status in (300, 400, 600)) then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;
create function refuse_frozen_answer_files() returns trigger language plpgsql as $$
begin
  if not app_correction() and app_agency() is not null and pg_trigger_depth() = 1 and exists (select from lines l join agency_report_answers a
      on a.agency_id = l.agency_id and a.id = l.answer_id join agency_reports r on r.agency_id = a.agency_id and r.id = a.agency_report_id
      where r.status in (300, 400, 600)) then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;
create trigger frozen_put after insert on agency_report_answer_files referencing new table as lines for each statement execute function refuse_frozen_answer_files();
create trigger frozen_taken after delete on agency_report_answer_files referencing old table as lines for each statement execute function refuse_frozen_answer_files();
create trigger frozen_changed after update on agency_report_answer_files referencing new table as lines for each statement execute function refuse_frozen_answer_files();
create trigger frozen_put after insert on agency_report_answers referencing new table as lines for each statement execute function refuse_frozen_answers();
create trigger frozen_taken after delete on agency_report_answers referencing old table as lines for each statement execute function refuse_frozen_answers();
create trigger frozen_changed after update on agency_report_answers referencing new table as lines for each statement execute function refuse_frozen_answers();

-- N-066: the signatures that the agency demands before a service of this activity ends, and that its report lacks.
create function app_missing_signatures(service uuid, activity integer) returns text[] language plpgsql stable parallel safe as $$
declare
  demand text;
begin
  if activity not in (2, 6, 7, 8) then
    return '{}';
  end if;
  select case activity when 2 then case when g.report_intervention_enabled then g.report_intervention_signature end
      when 6 then case when g.report_round_enabled then g.report_round_signature end
      when 7 then case when g.report_recognition_enabled then g.report_recognition_signature end
      else case when g.report_audit_enabled then g.report_audit_signature end end
    into demand from agencies g where g.id = app_agency();
  if coalesce(demand, 'NONE') = 'NONE' then
    return '{}';
  end if;
  return array(select s.signer from unnest('{agent,customer}'::text[]) with ordinality s (signer, rank)
    where demand in ('BOTH', upper(s.signer)) and not exists (select from agency_reports r where r.agency_id = app_agency() and r.service_id = service
      and case s.signer when 'agent' then r.agent_signature_id else r.customer_signature_id end is not null)
    order by s.rank);
end $$;
