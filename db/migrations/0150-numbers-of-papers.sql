-- X-045: the number of a paper is its series, year and rank. No code read these prefixes.
drop view agency_records;
alter table agencies
  drop column estimate_number_prefix,
  drop column invoice_number_prefix,
  drop column credit_note_number_prefix,
  drop column purchase_order_number_prefix;
create view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant select on agency_records to :app, :platform;
grant update on agency_records to :app;
