// Labels in the history of records.
export const notesActs = {
  acknowledge: 'Prise de connaissance',
  remind: 'Relance',
  addRecipients: 'Destinataires ajoutés',
} as const;
