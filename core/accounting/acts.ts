// Labels in the history of records.
export const accountingActs = { debitFile: 'Fichier pour la banque' } as const;
