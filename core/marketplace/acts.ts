// Labels in the history of records.
export const marketplaceActs = {
  answerOffer: 'Réponse envoyée',
} as const;
