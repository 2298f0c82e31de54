-- Services come from a spreadsheet too (V-023).
alter table imports drop constraint imports_entity_check;
alter table imports add constraint imports_entity_check check (entity in ('agent', 'customer', 'site', 'service'));
