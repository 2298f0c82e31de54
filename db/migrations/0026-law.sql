-- Levels of the papers and of the break (V-001, V-011). Each agency keeps for every paper the level it had for all of them.
alter table agencies
  add column check_break integer not null default 1 check (check_break in (0, 1, 2)),
  add column check_card integer not null default 2 check (check_card in (0, 1, 2)),
  add column check_licence integer not null default 1 check (check_licence in (0, 1, 2)),
  add column check_medical_visit integer not null default 1 check (check_medical_visit in (0, 1, 2)),
  add column check_first_aid integer not null default 1 check (check_first_aid in (0, 1, 2)),
  alter column check_expirations set default 1;
alter table agencies no force row level security;
update agencies set check_card = check_expirations, check_licence = check_expirations,
  check_medical_visit = check_expirations, check_first_aid = check_expirations;
alter table agencies force row level security;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
-- The columns of real hours (0023) were never granted: saving them failed.
grant update (check_break, check_card, check_licence, check_medical_visit, check_first_aid, gap_tolerance, gap_rounding, gap_rounding_way)
  on agencies to :app;

-- Which level applies to a type of paper, besides the card and the licences of specialties.
alter table expiration_types add column kind text not null default 'OTHER' check (kind in ('OTHER', 'MEDICAL_VISIT', 'FIRST_AID'));
alter table expiration_types no force row level security;
update expiration_types set kind = case name when 'SST' then 'FIRST_AID' else 'MEDICAL_VISIT' end where name in ('SST', 'Visite médicale');
alter table expiration_types force row level security;

-- F-053: the initial types of each agency; validity from law.md section 2. The agency can change them.
create or replace function expiration_types_of(agency uuid) returns void language sql as $$
  with made as (insert into expiration_types (agency_id, id, name, validity_months, renewal_months, is_card, kind)
    select agency, gen_random_uuid(), name, validity, renewal, name = 'Carte professionnelle',
      case name when 'SST' then 'FIRST_AID' when 'Visite médicale' then 'MEDICAL_VISIT' else 'OTHER' end
    from (values ('Carte professionnelle', 60, 3), ('SST', 24, 1), ('Pièce d''identité ou titre de séjour', null, 2),
      ('Permis de conduire', null, null), ('Visite médicale', 60, 1), ('MAC APS', 60, 3), ('Habilitation électrique', 36, 2),
      ('SSIAP', 36, 2)) as usual (name, validity, renewal) returning agency_id, id, name)
  insert into search (agency_id, entity, id, words) select agency_id, 'expirationType', id, search_words_of(name) from made $$;
