// Tables that tell of nobody, each with its reason; those that do are in tables.ts.

const reasons = {
  erased_people: 'numéros de personnes effacées ; ce que la loi garde y est chiffré',
  sign_in_failures: 'empreintes à clé, sans adresse',
  import_pieces: 'lignes chiffrées, qui disparaissent une fois écrites',
  import_heads: 'titres de colonnes',
  expiration_types: 'listes de l’agence',
  agencies: 'sociétés',
  counters: 'compteurs',
  specialties: 'listes de l’agence',
  // A private customer is a party to contracts and invoices: his record is kept and exported as a customer's.
  customers: 'parties aux contrats et aux factures',
  customer_specialties: 'listes',
  customer_documents: 'documents du client',
  customer_discounts: 'tarifs',
  sites: 'lieux',
  site_specialties: 'listes',
  site_keys: 'clés',
  site_alarms: 'alarmes',
  site_items: 'matériel',
  site_event_types: 'listes',
  site_instructions: 'consignes',
  site_instruction_content_images: 'images des consignes',
  site_instruction_files: 'fichiers des consignes',
  email_attachments: 'fichiers des e-mails, qui suivent ceux-ci',
  information_notes: 'notes',
  information_note_sites: 'listes',
  information_note_specialties: 'listes',
  information_note_content_images: 'images des notes',
  information_note_files: 'fichiers des notes',
  migrations: 'mises à jour faites',
  platform_settings: 'réglages',
  retention_rules: 'règles',
  retention_runs: 'comptes sans nom',
};

export const nobodysTables: Record<string, { nobodys: string }> = Object.fromEntries(
  Object.entries(reasons).map(([table, why]) => [table, { nobodys: why }]),
);
