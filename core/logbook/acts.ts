// Labels in the history of records.
export const logbookActs = {
  printLogbook: 'Impression de la main courante',
  saveEventTypes: 'Choix des types d’événements',
} as const;
