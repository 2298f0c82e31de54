// Labels in the history of records.
export const billingActs = {
  number: 'Numérotation',
  mail: 'Envoi par e-mail',
  remind: 'Relance par e-mail',
  pay: 'Paiement',
  reverse: 'Paiement annulé',
  state: 'État de transmission',
  renewEventKey: 'Secret des états de factures remplacé',
  end: 'Fin de l’abonnement',
  transform: 'Transformation en facture',
  credit: 'Facture créditée en entier',
} as const;
