// Tables that tell of nobody, each with its reason; those that do are in tables.ts.

const reasons = {
  erased_people: 'numéros de personnes effacées ; ce que la loi garde y est chiffré',
  sign_in_failures: 'empreintes à clé, sans adresse',
  import_pieces: 'lignes chiffrées, qui disparaissent une fois écrites',
  import_heads: 'titres de colonnes',
  expiration_types: 'listes de l’agence',
  agencies: 'sociétés',
  agency_request_types: 'listes de l’agence',
  agency_customer_request_types: 'listes de l’agence',
  agency_unavailability_types: 'listes de l’agence',
  agency_event_types: 'listes de l’agence',
  agency_salary_element_types: 'listes de l’agence',
  rights_sets: 'jeux de droits ; qui les a est dans agents et contacts',
  counters: 'compteurs',
  specialties: 'listes de l’agence',
  site_specialties: 'listes',
  site_event_types: 'listes',
  email_attachments: 'fichiers des e-mails, qui suivent ceux-ci',
  information_notes: 'notes',
  information_note_sites: 'listes',
  information_note_specialties: 'listes',
  information_note_content_images: 'images des notes',
  information_note_files: 'fichiers des notes',
  service_series: 'règles de répétition',
  service_rounds: 'rondes à effectuer',
  migrations: 'mises à jour faites',
  platform_settings: 'réglages',
  retention_rules: 'règles',
  retention_runs: 'comptes sans nom',
};

export const nobodysTables: Record<string, { nobodys: string }> = Object.fromEntries(
  Object.entries(reasons).map(([table, why]) => [table, { nobodys: why }]),
);
