-- Privacy: retention rules, personal exports, and erased people.

-- Retention (law.md, sections 4 and 5) --------------------------------------------------------------------------------

-- People decide and date these rules, so they are data. One nightly job applies them (server/privacy/retention.ts).
create table retention_rules (
  key text primary key,
  -- In the order of the screen.
  rank integer not null,
  label text not null,
  -- The action after the period: remove the row, or make it anonymous.
  fate text not null check (fate in ('delete', 'anonymise')),
  -- Start of the period.
  counted_from text not null,
  unit text not null check (unit in ('day', 'month', 'year')),
  period integer not null,
  shortest integer not null,
  longest integer not null,
  legal_basis text not null,
  source text not null,
  -- The rule waits for a module that does not exist yet.
  module text,
  changed_at timestamptz,
  version integer not null default 1,
  constraint retention_rules_bounds check (shortest >= 1 and period between shortest and longest)
);

-- geolocationActivity applies to the position of an event (service_events): it follows the activity, 2 months. The
-- event itself proves the work and its hours, so geolocationProof (no other proof) and geolocationHours (hours counted
-- only by positions) do not apply to it: they wait for their module.
insert into retention_rules (key, rank, label, fate, counted_from, unit, period, shortest, longest, legal_basis, source, module) values
  ('sessions', 10, 'Sessions closes ou expirées', 'delete', 'leur fin', 'day', 30, 1, 365, 'Intérêt légitime : sécurité des comptes (RGPD, art. 6.1.f et 32)', 'Réglage de la plateforme', null),
  ('links', 20, 'Liens de mot de passe et invitations expirés', 'delete', 'leur expiration', 'day', 7, 1, 90, 'Intérêt légitime : répondre aux questions sur un lien', 'Réglage de la plateforme', null),
  ('signInFailures', 30, 'Échecs de connexion', 'delete', 'le dernier échec', 'day', 30, 1, 365, 'Intérêt légitime : sécurité des comptes (RGPD, art. 6.1.f et 32)', 'Réglage de la plateforme', null),
  ('repetitions', 40, 'Clés de répétition des enregistrements', 'delete', 'l''enregistrement', 'day', 7, 3, 30, 'Exécution du service : un envoi répété ne compte qu''une fois', 'Réglage de la plateforme', null),
  ('mailSecrets', 50, 'Contenu des e-mails qui ouvrent un compte', 'delete', 'l''envoi', 'day', 7, 1, 7, 'Intérêt légitime : sécurité des comptes', 'Réglage de la plateforme', null),
  ('mails', 60, 'E-mails et leur suivi', 'delete', 'l''envoi', 'month', 12, 1, 36, 'Intérêt légitime : preuve d''envoi', 'Spécification L-014', null),
  ('exports', 70, 'Exports de données personnelles', 'delete', 'leur création', 'day', 7, 1, 7, 'Minimisation (RGPD, art. 5.1.c)', 'Réglage de la plateforme', null),
  ('audit', 80, 'Historique des fiches et journal des accès', 'delete', 'l''acte', 'month', 60, 12, 120, 'Intérêt légitime : preuve ; prescription de droit commun de 5 ans (Code civil, art. 2224)', 'Réglage, à confirmer par l''agence', null),
  ('staffFiles', 90, 'Contrats et registre unique du personnel', 'anonymise', 'le départ du collaborateur', 'year', 5, 5, 10, 'Obligation légale : 5 ans après le départ (Code du travail, art. L1221-13 et D1221-23 à D1221-27)', 'service-public.fr F10029, F1784', null),
  ('candidates', 100, 'Candidats non retenus', 'anonymise', 'la dernière modification de la fiche', 'month', 24, 1, 24, 'Recommandation de la CNIL : 2 ans après le dernier contact ; c''est un réglage, non une durée légale', 'CNIL (recommandation)', null),
  ('contacts', 110, 'Interlocuteurs des clients archivés', 'anonymise', 'l''archivage du client', 'month', 36, 12, 60, 'Recommandation de la CNIL : 3 ans après la fin de la relation ; c''est un réglage', 'CNIL (recommandation)', null),
  ('privateCustomers', 115, 'Clients particuliers archivés', 'anonymise', 'l''archivage du client', 'month', 36, 12, 60, 'Recommandation de la CNIL : 3 ans après la fin de la relation ; c''est un réglage. Ce que la facturation doit garder reste chiffré', 'CNIL (recommandation)', null),
  ('hours', 200, 'Décomptes d''heures', 'delete', 'la période', 'month', 12, 12, 60, 'Obligation légale : 1 an', 'service-public.fr F10029', 'Heures'),
  ('payslips', 210, 'Doubles des bulletins de paie', 'delete', 'l''émission', 'year', 5, 5, 10, 'Obligation légale : 5 ans (Code du travail, art. L3243-4)', 'service-public.fr F10029', 'Paie'),
  ('invoices', 220, 'Factures', 'delete', 'la clôture de l''exercice', 'year', 10, 10, 15, 'Obligation légale : 10 ans (Code de commerce, art. L123-22)', 'service-public.fr F10029', 'Facturation'),
  ('geolocationActivity', 230, 'Positions : suivi de l''activité', 'delete', 'la collecte', 'month', 2, 1, 2, 'Doctrine de la CNIL (délibération 2015-165) : 2 mois', 'CNIL, NS-51', null),
  ('geolocationProof', 240, 'Positions : preuve de la prestation', 'delete', 'la collecte', 'month', 12, 2, 12, 'Doctrine de la CNIL : 1 an lorsqu''aucune autre preuve n''est possible', 'CNIL, NS-51', 'Géolocalisation'),
  ('geolocationHours', 250, 'Positions : suivi du temps de travail', 'delete', 'la collecte', 'year', 5, 1, 5, 'Doctrine de la CNIL : 5 ans', 'CNIL, NS-51', 'Géolocalisation');

-- Log of the nightly job: counts per rule, never the rows.
create table retention_runs (
  id uuid primary key,
  rule text not null references retention_rules (key) on delete cascade,
  at timestamptz not null default now(),
  before timestamptz not null,
  count integer not null
);
create index retention_runs_of on retention_runs (rule, at desc);
create index retention_runs_at on retention_runs (at desc);

-- After the inserts above: the policies also apply to the owner of the table.
select platform_table(t) from unnest(array['retention_rules', 'retention_runs']) t;

-- Personal exports ----------------------------------------------------------------------------------------------------

-- All data held on a person, exported by a job for the requester; the content is sealed in the file store.
create table personal_exports (
  id uuid primary key,
  requested_by uuid not null references users (id) on delete cascade,
  -- Null: the requester himself. Otherwise the person and his agency.
  subject_agency uuid references agencies (id) on delete cascade,
  -- A private customer is a person, like agents and contacts.
  subject_kind text check (subject_kind in ('agent', 'contact', 'customer')),
  subject_id uuid,
  state text not null default 'queued' check (state in ('queued', 'ready', 'failed')),
  hash text,
  size bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  constraint personal_exports_subject check ((subject_agency is null) = (subject_id is null) and (subject_id is null) = (subject_kind is null))
);
create index personal_exports_requested on personal_exports (requested_by, created_at desc);
create index personal_exports_agency on personal_exports (subject_agency);
create index personal_exports_hash on personal_exports (hash);

-- Each user sees the exports he requested.
select platform_table('personal_exports');
grant select, insert on personal_exports to :app;
create policy own on personal_exports to :app using (requested_by = (select app_user())) with check (requested_by = (select app_user()));

-- Erased people -------------------------------------------------------------------------------------------------------

-- The pseudonym number of an erased person, and the data the law requires to keep, sealed, with its end date.
create table erased_people (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- agents.id, contacts.id or customers.id
  id uuid not null,
  kind text not null check (kind in ('agent', 'contact', 'customer')),
  number integer not null,
  kept text,
  kept_until date,
  erased_at timestamptz not null default now(),
  primary key (agency_id, id)
);
create index erased_people_until on erased_people (kept_until) where kept is not null;

-- The whole agency may read that a person was erased; only the erasure writes it.
select platform_table('erased_people');
grant select on erased_people to :app;
create policy agency on erased_people for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
