-- Contracts: what their people see of them, saved signatures, the platform's templates; renewal and follow-up of commercial contracts.

-- Agents and customers read what was sent to them, from the day it left.
do $$
declare
  kind text;
  own text;
begin
  foreach kind in array array['agent', 'customer'] loop
    own := case kind when 'agent' then 'app_customer() is null and agent_id = app_agent()' else 'customer_id = app_customer()' end
      || ' and (status in (200, 250, 300) or status = 400 and signed_at is not null)';
    execute format('alter policy agency on %I using (%s) with check (%s)', kind || '_contract_papers',
      agency_condition('coalesce(' || own || ', false)'), agency_condition(null));
    execute format('create function %I(contract uuid) returns boolean language plpgsql stable parallel safe
      as $seen$ begin return exists (select from %I c where c.agency_id = app_agency() and c.id = contract); end $seen$',
      'app_' || kind || '_contract_seen', kind || '_contract_papers');
    execute format('alter policy agency on %I using (%s) with check (%s)', kind || '_contract_signatures',
      agency_condition(format('app_%s_contract_seen(%s_contract_id)', kind, kind)), agency_condition(null));
  end loop;
  -- With it its files (0005-files.sql).
  execute format('alter policy agency on signature_requests using (%s) with check (%s)',
    agency_condition('when agent_contract_id is not null then app_agent_contract_seen(agent_contract_id) else app_customer_contract_seen(customer_contract_id)'),
    agency_condition(null));
end $$;

-- G-038: who usually signs for the agency, and how it looks.
create table contract_signature_templates (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  status integer not null default 100 check (status = 100),
  fullname text not null,
  email text,
  signature_id uuid,
  use_as_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, signature_id) references files (agency_id, id)
);
create index contract_signature_templates_by_name on contract_signature_templates (agency_id, fullname collate "fr-x-icu", id);
create index contract_signature_templates_file on contract_signature_templates (agency_id, signature_id) where signature_id is not null;
-- At most one.
create unique index contract_signature_templates_default on contract_signature_templates (agency_id) where use_as_default;
select agency_table('contract_signature_templates');

-- G-039: what a new agency starts with. A removed one stays known, so that the ready ones come once.
create table platform_contract_templates (
  id uuid not null primary key,
  kind text not null check (kind in ('agent', 'customer')),
  title text not null,
  signing_order text not null default 'TOGETHER' check (signing_order in ('TOGETHER', 'ORDER')),
  content text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  removed_at timestamptz
);
select platform_table('platform_contract_templates');

-- G-045: a commercial contract is renewed unless somebody gives notice, and its people are told in time.
alter table commercial_contracts
  add column renewal_months integer not null default 0 check (renewal_months between 0 and 120),
  add column denounced_on date,
  add column billing_follow_up boolean not null default false,
  add column alert_days integer not null default 30 check (alert_days between 0 and 365);
create index commercial_contracts_renewed on commercial_contracts (agency_id, end_date) where renewal_months > 0 and denounced_on is null and status = 100;

create or replace view commercial_due with (security_invoker = true) as
  select c.agency_id, d.id, c.id::text as contract, c.title, c.customer_id, d.kind, d.date, c.version, c.updated_at
  from commercial_contracts c cross join lateral (
    values (c.id, case when c.renewal_months > 0 and c.denounced_on is null then 'RENEWAL' else 'END' end, c.end_date),
      (due_id(c.id, 'NOTICE'), 'NOTICE', case when c.notice_months > 0 and c.denounced_on is null then last_notice_day(c.end_date, c.notice_months) end),
      (due_id(c.id, 'REVISION'), 'REVISION', case when c.price_index_id is not null then c.revision_date end),
      (due_id(c.id, 'BILLING'), 'BILLING', case when c.billing_follow_up then c.end_date end)) d (id, kind, date)
  where c.status = 100 and d.date is not null;

-- Who was told of a due date, once.
create table commercial_alerts (
  agency_id uuid not null references agencies (id) on delete cascade,
  due_id uuid not null,
  date date not null,
  sent_at timestamptz not null,
  primary key (agency_id, due_id, date)
);
select agency_table('commercial_alerts', grants => 'select, insert');
