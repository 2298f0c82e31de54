// Labels in the history of records.
export const privacyActs = {
  exportPersonalData: 'Export des données personnelles demandé',
  erase: 'Données personnelles effacées',
} as const;
