// Labels in the history of records.
export const marketplaceActs = {
  answerOffer: 'Réponse envoyée',
  addSubcontractor: 'Sous-traitant ajouté',
} as const;
