/** In the history of records. */
export const subscriptionActs = {
  saveQuotas: 'Quotas',
  saveSubscriptionAlerts: 'Alertes de quota',
  orderSubscription: 'Commande d’offres',
  changePlan: 'Changement de formule',
} as const;
