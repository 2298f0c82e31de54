-- What a controller of the CNAPS asks about the company itself: its authorisation, insurance, managers and subcontractors.

alter table agencies
  -- Null: without an end.
  add column approval_expires_at date,
  add column insurance_expires_at date;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (approval_expires_at, insurance_expires_at) on agencies to :app;

create table agency_managers (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  role text,
  approval_number text,
  expires_at date,
  primary key (agency_id, id)
);

create table agency_subcontractors (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  siret text,
  approval_number text,
  expires_at date,
  -- L612-5-1: ranks 1 and 2 only.
  subcontract_rank integer not null default 1 check (subcontract_rank in (1, 2)),
  share text,
  justified_on date,
  contract_id uuid,
  primary key (agency_id, id),
  foreign key (agency_id, contract_id) references files (agency_id, id)
);
create index agency_subcontractors_contract on agency_subcontractors (agency_id, contract_id) where contract_id is not null;

select agency_table(t) from unnest(array['agency_managers', 'agency_subcontractors']) t;
