// Labels in the history of records.
export const documentsActs = {
  mailOwn: 'Envoi par son titulaire',
} as const;
