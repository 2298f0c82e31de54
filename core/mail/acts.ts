// Labels in the history of records.
export const mailActs = {
  send: 'Envoi',
} as const;
