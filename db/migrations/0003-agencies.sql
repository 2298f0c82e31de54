-- Agencies: identity, every setting (1 §3), the lists they write, their counters.
-- One row per agency, so its settings are columns; each list has its own table.

create table agencies (
  id uuid primary key,
  -- Identity and legal mentions
  name text not null,
  legal_status text,
  capital_amount numeric(15, 2),
  siret text,
  vat_number text,
  rcs_name text,
  approval_number text,
  representative_firstname text,
  representative_lastname text,
  urssaf_number text,
  insurance text,
  email text,
  phone text[] not null default '{}',
  street text, zipcode text, city text, country text not null default 'FR',
  latitude double precision, longitude double precision,
  currency text not null default 'EUR' check (currency in ('EUR', 'MAD', 'GBP', 'USD', 'CHF', 'XOF', 'GHS', 'MUR', 'MRU', 'RUB', 'SAR', 'IRR', 'TRY', 'CUP', 'DZD', 'CAD', 'XPF')),
  -- Decides which rules of France apply (E-021).
  holiday_locale text not null default 'FR' check (holiday_locale in ('FR', 'FR-57', 'FR-67', 'FR-68', 'BE', 'LU', 'CH', 'MC', 'MA', 'DZ', 'TN', 'SN', 'CI', 'CA')),
  time_zone text not null default 'Europe/Paris' check (time_zone in ('Europe/Paris', 'Europe/Brussels', 'Europe/Luxembourg', 'Europe/Zurich', 'Europe/Monaco', 'Africa/Casablanca', 'Africa/Algiers', 'Africa/Tunis', 'Africa/Dakar', 'Africa/Abidjan', 'America/Martinique', 'America/Guadeloupe', 'America/Cayenne', 'America/Montreal', 'Indian/Reunion', 'Indian/Mayotte', 'Indian/Mauritius', 'Pacific/Noumea', 'Pacific/Tahiti')),
  -- 2 §9: stored under the specification's name, in minutes. Nothing uses it: a fixed offset is wrong half of the year,
  -- so the agency's time zone decides (decision 22).
  utc_offset integer not null default 120,
  logo_id uuid,
  -- M-003
  planning_view_tour_hex_color text not null default '#9C27B0',
  planning_view_intervention_hex_color text not null default '#80DEEA',
  -- Numbering
  customer_number_prefix text not null default '411-',
  estimate_number_prefix text not null default 'DE-',
  invoice_number_prefix text not null default 'FA-',
  credit_note_number_prefix text not null default 'AV-',
  purchase_order_number_prefix text not null default 'BC-',
  -- Checks of the planning: 0 off, 1 warning, 2 refusal
  planning_regulation text not null default 'OWN' check (planning_regulation in ('OWN', 'IDCC1351')),
  check_service_max_duration integer not null default 1 check (check_service_max_duration in (0, 1, 2)),
  check_space_between_services integer not null default 1 check (check_space_between_services in (0, 1, 2)),
  check_daily_rest integer not null default 1 check (check_daily_rest in (0, 1, 2)),
  check_overtime integer not null default 1 check (check_overtime in (0, 1, 2)),
  check_max_weekly_hours integer not null default 1 check (check_max_weekly_hours in (0, 1, 2)),
  check_min_weekly_rest integer not null default 1 check (check_min_weekly_rest in (0, 1, 2)),
  check_rest_consecutive integer not null default 1 check (check_rest_consecutive in (0, 1, 2)),
  check_rest_sunday integer not null default 1 check (check_rest_sunday in (0, 1, 2)),
  check_qualification integer not null default 1 check (check_qualification in (0, 1, 2)),
  check_expirations integer not null default 2 check (check_expirations in (0, 1, 2)),
  check_restrictions integer not null default 1 check (check_restrictions in (0, 1, 2)),
  check_site_prohibition integer not null default 1 check (check_site_prohibition in (0, 1, 2)),
  check_unavailabilities integer not null default 1 check (check_unavailabilities in (0, 1, 2)),
  check_multiple_assignments integer not null default 1 check (check_multiple_assignments in (0, 1, 2)),
  check_work_contracts integer not null default 1 check (check_work_contracts in (0, 1, 2)),
  max_service_duration integer not null default 720,
  agent_rest integer not null default 660,
  space_between_services integer not null default 660,
  max_weekly_hours integer not null default 48,
  min_weekly_rest integer not null default 35,
  monthly_sundays integer not null default 2,
  -- The field
  late_margin integer not null default 5,
  pti_frequency integer not null default 30,
  inactivity_delay integer not null default 10,
  alarm_phone text,
  report_mailing_time time not null default '07:00',
  -- An agent may begin a service that nobody planned (N-067).
  unplanned_services boolean not null default true,
  -- Hours
  hours_limit numeric(14, 3) not null default 35,
  first_overtime_from numeric(14, 3) not null default 35,
  first_overtime_rate numeric(14, 3) not null default 25,
  second_overtime_from numeric(14, 3) not null default 43,
  second_overtime_rate numeric(14, 3) not null default 50,
  yearly_overtime_warning integer not null default 288,
  yearly_overtime_limit integer not null default 329,
  night_start time not null default '21:00',
  night_end time not null default '06:00',
  pay_period_start integer not null default 1,
  -- Prices
  day_amount numeric(15, 4) not null default 21,
  price_night_factor numeric(14, 3) not null default 1.1,
  price_holiday_factor numeric(14, 3) not null default 2,
  price_holiday_night_factor numeric(14, 3) not null default 2.2,
  price_sunday_factor numeric(14, 3) not null default 1.1,
  price_sunday_night_factor numeric(14, 3) not null default 1.21,
  price_sunday_holiday_factor numeric(14, 3) not null default 2.2,
  price_sunday_holiday_night_factor numeric(14, 3) not null default 2.42,
  price_saturday_factor numeric(14, 3) not null default 1.1,
  price_saturday_night_factor numeric(14, 3) not null default 1.21,
  price_saturday_holiday_factor numeric(14, 3) not null default 2.2,
  price_saturday_holiday_night_factor numeric(14, 3) not null default 2.42,
  circuit_amount numeric(15, 4) not null default 25,
  intervention_amount numeric(15, 4) not null default 45,
  round_amount numeric(15, 4) not null default 30,
  recognition_amount numeric(15, 4) not null default 30,
  audit_amount numeric(15, 4) not null default 30,
  vat_label text not null default 'TVA',
  vat numeric(14, 3) not null default 20,
  -- Estimates and invoices
  estimate_header text,
  estimate_footer text,
  estimate_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre devis.\n\nCordialement,\n{agence}',
  estimate_bank_details text default 'Paiement par chèque ou par virement bancaire',
  estimate_late_payment_message text,
  invoice_header text,
  invoice_footer text,
  invoice_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre facture.\n\nCordialement,\n{agence}',
  invoice_bank_details text default 'Paiement par chèque ou par virement bancaire',
  invoice_late_payment_message text,
  -- Mailing of the planning; sent_at: the last time (L-018)
  agent_planning_mailing_mode text not null default 'MANUAL' check (agent_planning_mailing_mode in ('MANUAL', 'AUTOMATIC')),
  agent_planning_frequency text not null default 'NEVER' check (agent_planning_frequency in ('NEVER', 'EVERY_X_DAYS', 'DAY_OF_WEEK', 'DAYS_OF_MONTH', 'MONTH', 'CUSTOM')),
  agent_planning_day_of_week integer default 1 check (agent_planning_day_of_week in (0, 1, 2, 3, 4, 5, 6)),
  agent_planning_recurring_days integer not null default 7,
  agent_planning_days_of_month integer[] not null default '{}',
  agent_planning_period text not null default 'MONTH' check (agent_planning_period in ('WEEK', 'MONTH', 'CUSTOM')),
  agent_planning_custom_period integer,
  agent_planning_send_hour time not null default '06:00',
  agent_planning_if_modified boolean not null default true,
  agent_planning_header text,
  agent_planning_footer text,
  agent_planning_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre planning.\n\nCordialement,\n{agence}',
  agent_planning_sent_at timestamptz,
  customer_planning_mailing_mode text not null default 'MANUAL' check (customer_planning_mailing_mode in ('MANUAL', 'AUTOMATIC')),
  customer_planning_frequency text not null default 'NEVER' check (customer_planning_frequency in ('NEVER', 'EVERY_X_DAYS', 'DAY_OF_WEEK', 'DAYS_OF_MONTH', 'MONTH', 'CUSTOM')),
  customer_planning_day_of_week integer default 1 check (customer_planning_day_of_week in (0, 1, 2, 3, 4, 5, 6)),
  customer_planning_recurring_days integer not null default 7,
  customer_planning_days_of_month integer[] not null default '{}',
  customer_planning_period text not null default 'MONTH' check (customer_planning_period in ('WEEK', 'MONTH', 'CUSTOM')),
  customer_planning_custom_period integer,
  customer_planning_send_hour time not null default '06:00',
  customer_planning_if_modified boolean not null default true,
  customer_planning_header text,
  customer_planning_footer text,
  customer_planning_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint le planning de vos sites.\n\nCordialement,\n{agence}',
  customer_planning_sent_at timestamptz,
  -- Other mailings
  hours_count_header text,
  hours_count_footer text,
  hours_count_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint le décompte de vos heures.\n\nCordialement,\n{agence}',
  event_report_header text,
  event_report_footer text,
  event_report_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre rapport.\n\nCordialement,\n{agence}',
  expiration_notify_agents boolean not null default true,
  agent_expiration_header text,
  agent_expiration_footer text,
  agent_expiration_message text default E'Bonjour {destinataire},\n\nCes documents arrivent à échéance.\n\nCordialement,\n{agence}',
  agent_contract_reminder integer not null default 7,
  customer_contract_reminder integer not null default 7,
  -- What a new collaborator may do (0006-rights.sql)
  default_rights_set_id uuid,
  simplified_stock boolean not null default true,
  -- Written by the platform: manager, state and subscription (1 §5). A null limit means no limit.
  manager_id uuid references users (id),
  -- [{ message, lock }]: an error with a lock closes the screens.
  errors jsonb not null default '[]',
  pending boolean not null default false,
  agents_limit integer check (agents_limit >= 0),
  accounts_limit integer check (accounts_limit >= 0),
  free_accounts integer not null default 0 check (free_accounts >= 0),
  -- Prepaid sheets; each new sheet uses one, and no call of the agency writes this number.
  remaining_sheets integer check (remaining_sheets >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index agencies_logo on agencies (id, logo_id) where logo_id is not null;
create index agencies_default_rights_set on agencies (id, default_rights_set_id) where default_rights_set_id is not null;

create trigger agencies_session after update of name, manager_id, errors, pending, simplified_stock, currency, time_zone, country, holiday_locale on agencies
  for each row execute function notify_session();

-- The agency as a record: the generic calls need agency_id on every record. A migration that adds a column to agencies
-- must create this view again.
create view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;

select platform_table('agencies');
grant select on agencies to :app;
create policy agency on agencies for select to :app using (id = (select app_agency()));
-- The agency changes its own columns; only the platform changes its manager, errors and subscription.
do $$
begin
  execute (select format('grant update (%s) on agencies to :app', string_agg(quote_ident(attname), ', ')) from pg_attribute
    where attrelid = 'agencies'::regclass and attnum > 0 and attname not in
      ('id', 'created_at', 'utc_offset', 'manager_id', 'errors', 'pending', 'agents_limit', 'accounts_limit', 'free_accounts'));
end $$;
create policy own on agencies for update to :app
  using (id = (select app_agency()) and (select app_whole())) with check (id = (select app_agency()) and (select app_whole()));
grant select on agency_records to :app, :platform;
grant update on agency_records to :app;

-- The clock and the country of the transaction's agency ---------------------------------------------------------------

create function app_zone() returns text language sql stable parallel safe
  as $$ select coalesce((select a.time_zone from agencies a where a.id = app_agency()), 'Europe/Paris') $$;
create function app_today() returns date language sql stable parallel safe
  as $$ select (now() at time zone coalesce((select a.time_zone from agencies a where a.id = app_agency()), 'Europe/Paris'))::date $$;
-- Whether the rules of France apply (E-021).
create function app_french() returns boolean language sql stable parallel safe
  as $$ select coalesce((select a.holiday_locale = 'FR' or a.holiday_locale like 'FR-%' from agencies a where a.id = app_agency()), true) $$;

-- Counters ------------------------------------------------------------------------------------------------------------

create table counters (
  agency_id uuid not null references agencies (id) on delete cascade,
  name text not null,
  value integer not null default 0,
  primary key (agency_id, name)
);
select platform_table('counters');
grant select, insert, update on counters to :app;
create policy agency on counters to :app
  using (agency_id = (select app_agency())) with check (agency_id = (select app_agency()));

-- Lists of the agency -------------------------------------------------------------------------------------------------

create table agency_request_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  enabled boolean not null default true,
  primary key (agency_id, id)
);

create table agency_customer_request_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  enabled boolean not null default true,
  primary key (agency_id, id)
);

-- Reasons of unavailabilities. Forms pick them like any record, so they need version and updated_at.
create table agency_unavailability_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);

create table agency_event_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  enabled boolean not null default true,
  primary key (agency_id, id)
);

create table agency_salary_element_types (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  rank integer not null default 0,
  name text not null,
  enabled boolean not null default true,
  primary key (agency_id, id)
);

-- Agents and customers choose from these lists.
select agency_table(t, reads => 'true') from unnest(array['agency_request_types', 'agency_customer_request_types',
  'agency_unavailability_types', 'agency_event_types', 'agency_salary_element_types']) t;

-- Initial contents of a new agency's lists, which the agency can change (K-023, U-009, P, AC-008).
create function agency_lists(agency uuid) returns void language plpgsql as $$
  begin
    insert into agency_request_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Congés', 'Acompte', 'Attestation', 'Matériel', 'Autre']) with ordinality as l (name, n);
    insert into agency_customer_request_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Prestation supplémentaire', 'Réclamation', 'Demande de devis', 'Modification de planning', 'Autre']) with ordinality as l (name, n);
    insert into agency_unavailability_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Congés payés', 'Maladie', 'Accident du travail', 'Formation', 'Repos', 'Absence injustifiée', 'Autre']) with ordinality as l (name, n);
    insert into agency_event_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Prise de service', 'Ronde', 'Anomalie', 'Intrusion', 'Incendie', 'Accident', 'Incident technique', 'Visite', 'Fin de service']) with ordinality as l (name, n);
    insert into agency_salary_element_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Panier', 'Prime', 'Indemnité de transport', 'Habillage', 'Acompte', 'Retenue']) with ordinality as l (name, n);
  end $$;
create function agency_lists_of_new() returns trigger language plpgsql as $$
  begin
    perform agency_lists(new.id);
    return null;
  end $$;
create trigger agency_lists after insert on agencies for each row execute function agency_lists_of_new();
