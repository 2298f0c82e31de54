// Labels in the history of records.
export const billingActs = {
  pay: 'Paiement',
  reverse: 'Paiement annulé',
  transform: 'Transformation en facture',
} as const;
