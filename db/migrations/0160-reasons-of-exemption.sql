-- F-006: whoever is exempt has a reason, which the list shows. Without one, no other edit of his sheet could be saved.
alter table agents no force row level security;
update agents set insurance_exempt_reason = 'Motif à préciser' where insurance_exempt and coalesce(insurance_exempt_reason, '') = '';
alter table agents force row level security;
