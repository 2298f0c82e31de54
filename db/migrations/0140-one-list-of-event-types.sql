-- I-020. What is offered of the daily log is in `logbook_type_settings` alone; nothing read these lists.
create or replace function agency_lists(agency uuid) returns void language plpgsql as $$
  begin
    insert into agency_request_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Congés', 'Acompte', 'Attestation', 'Matériel', 'Autre']) with ordinality as l (name, n);
    insert into agency_customer_request_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Prestation supplémentaire', 'Réclamation', 'Demande de devis', 'Modification de planning', 'Autre']) with ordinality as l (name, n);
    insert into agency_unavailability_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Congés payés', 'Maladie', 'Accident du travail', 'Formation', 'Repos', 'Absence injustifiée', 'Autre']) with ordinality as l (name, n);
    insert into agency_salary_element_types (agency_id, id, rank, name) select agency, gen_random_uuid(), n - 1, name from unnest(array['Panier', 'Prime', 'Indemnité de transport', 'Habillage', 'Acompte', 'Retenue']) with ordinality as l (name, n);
  end $$;
drop table agency_event_types, site_event_types;
