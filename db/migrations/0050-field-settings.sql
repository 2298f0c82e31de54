-- What an agency asks of its people in the field.

-- N-052: a photo at the end of a service, of a circuit.
alter table agencies add column service_end_photo boolean not null default false;
alter table agencies add column circuit_end_photo boolean not null default false;
-- Instructions of a site are confirmed before its service starts.
alter table agencies add column confirm_instructions boolean not null default false;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (service_end_photo, circuit_end_photo, confirm_instructions) on agencies to :app;
