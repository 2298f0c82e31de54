-- Every setting of an agency (1 §3): identity and legal mentions, the planning's checks, hours, prices, documents,
-- mailings, numbering. One row per agency, so columns of the agency itself; the lists it writes have tables of their own.

alter table agencies
  add column legal_status text,
  add column capital_amount numeric(14, 3),
  add column vat_number text,
  add column rcs_name text,
  add column representative_firstname text,
  add column representative_lastname text,
  add column urssaf_number text,
  add column insurance text,
  add column logo_id uuid,
  add column planning_view_tour_hex_color text not null default '#7048E8',
  add column planning_view_intervention_hex_color text not null default '#E8590C',
  add column estimate_number_prefix text not null default 'DE-',
  add column invoice_number_prefix text not null default 'FA-',
  add column credit_note_number_prefix text not null default 'AV-',
  add column purchase_order_number_prefix text not null default 'BC-',
  add column planning_regulation text not null default 'OWN' check (planning_regulation in ('OWN', 'IDCC1351')),
  add column check_service_max_duration integer not null default 1 check (check_service_max_duration in (0, 1, 2)),
  add column check_space_between_services integer not null default 1 check (check_space_between_services in (0, 1, 2)),
  add column check_daily_rest integer not null default 1 check (check_daily_rest in (0, 1, 2)),
  add column check_overtime integer not null default 1 check (check_overtime in (0, 1, 2)),
  add column check_max_weekly_hours integer not null default 1 check (check_max_weekly_hours in (0, 1, 2)),
  add column check_min_weekly_rest integer not null default 1 check (check_min_weekly_rest in (0, 1, 2)),
  add column check_rest_consecutive integer not null default 1 check (check_rest_consecutive in (0, 1, 2)),
  add column check_rest_sunday integer not null default 1 check (check_rest_sunday in (0, 1, 2)),
  add column check_qualification integer not null default 1 check (check_qualification in (0, 1, 2)),
  add column check_expirations integer not null default 2 check (check_expirations in (0, 1, 2)),
  add column check_restrictions integer not null default 1 check (check_restrictions in (0, 1, 2)),
  add column check_site_prohibition integer not null default 1 check (check_site_prohibition in (0, 1, 2)),
  add column check_unavailabilities integer not null default 1 check (check_unavailabilities in (0, 1, 2)),
  add column check_multiple_assignments integer not null default 1 check (check_multiple_assignments in (0, 1, 2)),
  add column check_work_contracts integer not null default 1 check (check_work_contracts in (0, 1, 2)),
  add column max_service_duration integer not null default 720,
  add column agent_rest integer not null default 660,
  add column space_between_services integer not null default 660,
  add column max_weekly_hours integer not null default 48,
  add column min_weekly_rest integer not null default 35,
  add column monthly_sundays integer not null default 2,
  add column late_margin integer not null default 5,
  add column pti_frequency integer not null default 30,
  add column inactivity_delay integer not null default 10,
  add column alarm_phone text,
  add column report_mailing_time time not null default '07:00',
  add column hours_limit numeric(14, 3) not null default 35,
  add column first_overtime_from numeric(14, 3) not null default 35,
  add column first_overtime_rate numeric(14, 3) not null default 25,
  add column second_overtime_from numeric(14, 3) not null default 43,
  add column second_overtime_rate numeric(14, 3) not null default 50,
  add column yearly_overtime_warning integer not null default 288,
  add column yearly_overtime_limit integer not null default 329,
  add column night_start time not null default '21:00',
  add column night_end time not null default '06:00',
  add column pay_period_start integer not null default 1,
  add column day_amount numeric(14, 3) not null default 21,
  add column price_night_factor numeric(14, 3) not null default 1.1,
  add column price_holiday_factor numeric(14, 3) not null default 2,
  add column price_holiday_night_factor numeric(14, 3) not null default 2.2,
  add column price_sunday_factor numeric(14, 3) not null default 1.1,
  add column price_sunday_night_factor numeric(14, 3) not null default 1.21,
  add column price_sunday_holiday_factor numeric(14, 3) not null default 2.2,
  add column price_sunday_holiday_night_factor numeric(14, 3) not null default 2.42,
  add column price_saturday_factor numeric(14, 3) not null default 1.1,
  add column price_saturday_night_factor numeric(14, 3) not null default 1.21,
  add column price_saturday_holiday_factor numeric(14, 3) not null default 2.2,
  add column price_saturday_holiday_night_factor numeric(14, 3) not null default 2.42,
  add column circuit_amount numeric(14, 3) not null default 25,
  add column intervention_amount numeric(14, 3) not null default 45,
  add column round_amount numeric(14, 3) not null default 30,
  add column recognition_amount numeric(14, 3) not null default 30,
  add column audit_amount numeric(14, 3) not null default 30,
  add column vat_label text not null default 'TVA',
  add column vat numeric(14, 3) not null default 20,
  add column estimate_header text,
  add column estimate_footer text,
  add column estimate_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint votre devis.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column estimate_bank_details text default 'Paiement par chèque ou par virement bancaire',
  add column estimate_late_payment_message text,
  add column invoice_header text,
  add column invoice_footer text,
  add column invoice_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint votre facture.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column invoice_bank_details text default 'Paiement par chèque ou par virement bancaire',
  add column invoice_late_payment_message text,
  add column agent_planning_mailing_mode text not null default 'MANUAL' check (agent_planning_mailing_mode in ('MANUAL', 'AUTOMATIC')),
  add column agent_planning_frequency text not null default 'NEVER' check (agent_planning_frequency in ('NEVER', 'EVERY_X_DAYS', 'DAY_OF_WEEK', 'DAYS_OF_MONTH', 'MONTH', 'CUSTOM')),
  add column agent_planning_day_of_week integer default 1 check (agent_planning_day_of_week in (0, 1, 2, 3, 4, 5, 6)),
  add column agent_planning_recurring_days integer not null default 7,
  add column agent_planning_days_of_month integer[] not null default '{}',
  add column agent_planning_period text not null default 'MONTH' check (agent_planning_period in ('WEEK', 'MONTH', 'CUSTOM')),
  add column agent_planning_custom_period integer,
  add column agent_planning_send_hour time not null default '06:00',
  add column agent_planning_if_modified boolean not null default true,
  add column agent_planning_header text,
  add column agent_planning_footer text,
  add column agent_planning_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint votre planning.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column customer_planning_mailing_mode text not null default 'MANUAL' check (customer_planning_mailing_mode in ('MANUAL', 'AUTOMATIC')),
  add column customer_planning_frequency text not null default 'NEVER' check (customer_planning_frequency in ('NEVER', 'EVERY_X_DAYS', 'DAY_OF_WEEK', 'DAYS_OF_MONTH', 'MONTH', 'CUSTOM')),
  add column customer_planning_day_of_week integer default 1 check (customer_planning_day_of_week in (0, 1, 2, 3, 4, 5, 6)),
  add column customer_planning_recurring_days integer not null default 7,
  add column customer_planning_days_of_month integer[] not null default '{}',
  add column customer_planning_period text not null default 'MONTH' check (customer_planning_period in ('WEEK', 'MONTH', 'CUSTOM')),
  add column customer_planning_custom_period integer,
  add column customer_planning_send_hour time not null default '06:00',
  add column customer_planning_if_modified boolean not null default true,
  add column customer_planning_header text,
  add column customer_planning_footer text,
  add column customer_planning_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint le planning de vos sites.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column hours_count_header text,
  add column hours_count_footer text,
  add column hours_count_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint le décompte de vos heures.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column event_report_header text,
  add column event_report_footer text,
  add column event_report_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Veuillez trouver ci-joint votre rapport.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column expiration_notify_agents boolean not null default true,
  add column agent_expiration_header text,
  add column agent_expiration_footer text,
  add column agent_expiration_message text default 'Bonjour {destinataire},' || chr(10) || '' || chr(10) || 'Ces documents arrivent à échéance.' || chr(10) || '' || chr(10) || 'Cordialement,' || chr(10) || '{agence}',
  add column agent_contract_reminder integer not null default 7,
  add column customer_contract_reminder integer not null default 7,
  add column updated_at timestamptz not null default now(),
  add constraint agencies_currency_check check (currency in ('EUR', 'MAD', 'GBP', 'USD', 'CHF', 'XOF', 'GHS', 'MUR', 'MRU', 'RUB', 'SAR', 'IRR', 'TRY', 'CUP', 'DZD', 'CAD', 'XPF')),
  add constraint agencies_holiday_locale_check check (holiday_locale in ('FR', 'FR-57', 'FR-67', 'FR-68', 'BE', 'LU', 'CH', 'MC', 'MA', 'DZ', 'TN', 'SN', 'CI', 'CA')),
  add constraint agencies_time_zone_check check (time_zone in ('Europe/Paris', 'Europe/Brussels', 'Europe/Luxembourg', 'Europe/Zurich', 'Europe/Monaco', 'Africa/Casablanca', 'Africa/Algiers', 'Africa/Tunis', 'Africa/Dakar', 'Africa/Abidjan', 'America/Martinique', 'America/Guadeloupe', 'America/Cayenne', 'America/Montreal', 'Indian/Reunion', 'Indian/Mayotte', 'Indian/Mauritius', 'Pacific/Noumea', 'Pacific/Tahiti')),
  add foreign key (id, logo_id) references files (agency_id, id);
create index agencies_logo on agencies (id, logo_id) where logo_id is not null;

-- The agency as a record of its own: the generic calls ask every record for its agency.
create view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant select on agency_records to :app, :platform;

-- The agency changes what is its own; its manager, its errors and its subscription are the platform's.
grant update (version, updated_at,
  name, legal_status, capital_amount, siret, vat_number, rcs_name, approval_number, representative_firstname, representative_lastname, urssaf_number, insurance, email, phone, street, zipcode, city, country, latitude, longitude, currency, holiday_locale, time_zone, logo_id, planning_view_tour_hex_color, planning_view_intervention_hex_color, customer_number_prefix, estimate_number_prefix, invoice_number_prefix, credit_note_number_prefix, purchase_order_number_prefix, planning_regulation, check_service_max_duration, check_space_between_services, check_daily_rest, check_overtime, check_max_weekly_hours, check_min_weekly_rest, check_rest_consecutive, check_rest_sunday, check_qualification, check_expirations, check_restrictions, check_site_prohibition, check_unavailabilities, check_multiple_assignments, check_work_contracts, max_service_duration, agent_rest, space_between_services, max_weekly_hours, min_weekly_rest, monthly_sundays, late_margin, pti_frequency, inactivity_delay, alarm_phone, report_mailing_time, hours_limit, first_overtime_from, first_overtime_rate, second_overtime_from, second_overtime_rate, yearly_overtime_warning, yearly_overtime_limit, night_start, night_end, pay_period_start, day_amount, price_night_factor, price_holiday_factor, price_holiday_night_factor, price_sunday_factor, price_sunday_night_factor, price_sunday_holiday_factor, price_sunday_holiday_night_factor, price_saturday_factor, price_saturday_night_factor, price_saturday_holiday_factor, price_saturday_holiday_night_factor, circuit_amount, intervention_amount, round_amount, recognition_amount, audit_amount, vat_label, vat, estimate_header, estimate_footer, estimate_message, estimate_bank_details, estimate_late_payment_message, invoice_header, invoice_footer, invoice_message, invoice_bank_details, invoice_late_payment_message, agent_planning_mailing_mode, agent_planning_frequency, agent_planning_day_of_week, agent_planning_recurring_days, agent_planning_days_of_month, agent_planning_period, agent_planning_custom_period, agent_planning_send_hour, agent_planning_if_modified, agent_planning_header, agent_planning_footer, agent_planning_message, customer_planning_mailing_mode, customer_planning_frequency, customer_planning_day_of_week, customer_planning_recurring_days, customer_planning_days_of_month, customer_planning_period, customer_planning_custom_period, customer_planning_send_hour, customer_planning_if_modified, customer_planning_header, customer_planning_footer, customer_planning_message, hours_count_header, hours_count_footer, hours_count_message, event_report_header, event_report_footer, event_report_message, expiration_notify_agents, agent_expiration_header, agent_expiration_footer, agent_expiration_message, agent_contract_reminder, customer_contract_reminder, simplified_stock) on agencies to :app;
grant update on agency_records to :app;
create policy own on agencies for update to :app
  using (id = (select app_agency()) and (select app_whole())) with check (id = (select app_agency()) and (select app_whole()));

create table agency_expiration_recipients (
  agency_id uuid not null references agencies (id) on delete cascade,
  agent_id uuid not null,
  primary key (agency_id, agent_id),
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);

do $$
declare
  t text;
begin
  foreach t in array array['agency_request_types', 'agency_customer_request_types', 'agency_unavailability_types', 'agency_event_types', 'agency_salary_element_types'] loop
    execute format('create table %I (
      agency_id uuid not null references agencies (id) on delete cascade,
      id uuid not null,
      rank integer not null default 0,
      name text not null,
      enabled boolean not null default true,
      primary key (agency_id, id))', t);
  end loop;
  foreach t in array array['agency_expiration_recipients', 'agency_request_types', 'agency_customer_request_types', 'agency_unavailability_types', 'agency_event_types', 'agency_salary_element_types'] loop
    execute format('alter table %I enable row level security', t);
    if t = 'agency_expiration_recipients' then execute format('alter table %I force row level security', t); end if;
    execute format('grant select, insert, update, delete on %I to :app, :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('create policy removal on %I as restrictive for delete to :app
      using (agency_id = (select app_agency()) and (select app_whole()))', t);
    -- Agents and customers choose from the lists; who is told of expirations is the agency's affair.
    execute format('create policy agency on %I to :app
      using (agency_id = (select app_agency())%s) with check (agency_id = (select app_agency()) and (select app_whole()))',
      t, case when t = 'agency_expiration_recipients' then ' and (select app_whole())' else '' end);
  end loop;
end $$;

-- What the lists of a new agency hold, to be changed by it (K-023, U-009, P, AC-008).
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

-- Agencies that were there before; under FORCE their owner would not see them.
alter table agencies no force row level security;
select agency_lists(id) from agencies;
alter table agencies force row level security;
do $$
declare
  t text;
begin
  foreach t in array array['agency_request_types', 'agency_customer_request_types', 'agency_unavailability_types', 'agency_event_types', 'agency_salary_element_types'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

-- The agency of a holder is the first column of its key: of `agencies` it is the id.
create or replace procedure app_hold_files() language plpgsql as $$
  declare
    holders text;
  begin
    select string_agg(format('exists (select from %I h where h.%I = app_agency() and h.%I = app_file_held.file)', c.relname, o.attname, a.attname),
        ' or ' order by c.relname, a.attname) into holders
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute o on o.attrelid = k.conrelid and o.attnum = k.conkey[1]
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
      where k.contype = 'f' and k.confrelid = 'files'::regclass;
    execute format('create or replace function app_file_held(file uuid) returns boolean language plpgsql stable parallel safe
      as $held$ begin return %s; end $held$', holders);
  end $$;
call app_hold_files();
