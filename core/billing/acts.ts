// Labels in the history of records.
export const billingActs = {
  number: 'Numérotation',
  pay: 'Paiement',
  reverse: 'Paiement annulé',
  transform: 'Transformation en facture',
} as const;
