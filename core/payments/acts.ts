/** In the history of records. */
export const paymentActs = {
  editPayments: 'Paiements',
  agree: 'Accord de l’agence',
  refuseOrder: 'Refus de l’agence',
} as const;
