/** In the history of records. */
export const paymentActs = {
  editPayments: 'Paiements',
} as const;
