/** In the history of records. */
export const guideActs = {
  plan: 'Maintenance annoncée',
  referral: 'Parrainage envoyé',
} as const;
