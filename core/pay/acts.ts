// Labels in the history of records.
export const payActs = {
  closePayroll: 'Clôture de la paie',
  mapPayroll: 'Format de l’export de paie',
  sendStatement: 'Envoi du décompte d’heures',
} as const;
