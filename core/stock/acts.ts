// Labels in the history of records.
export const stockActs = {
  restitute: 'Restitution',
  takeBack: 'Restitution annulée',
  deduct: 'Sortie facturée',
  giveBack: 'Retour d’un avoir',
} as const;
