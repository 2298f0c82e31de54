-- A private customer is a person: exported and erased as agents and contacts are.

alter table personal_exports drop constraint personal_exports_subject_kind_check,
  add constraint personal_exports_subject_kind_check check (subject_kind in ('agent', 'contact', 'customer'));
-- Its id is one of agents, contacts or customers.
alter table erased_people drop constraint erased_people_kind_check,
  add constraint erased_people_kind_check check (kind in ('agent', 'contact', 'customer'));

-- The owner of the tables is under their policies too.
alter table retention_rules no force row level security;
insert into retention_rules (key, rank, label, fate, counted_from, unit, period, shortest, longest, legal_basis, source, module) values
  ('privateCustomers', 115, 'Clients particuliers archivés', 'anonymise', 'l''archivage du client', 'month', 36, 12, 60, 'Recommandation de la CNIL : 3 ans après la fin de la relation ; c''est un réglage. Ce que la facturation doit garder reste chiffré', 'CNIL (recommandation)', null);
alter table retention_rules force row level security;
