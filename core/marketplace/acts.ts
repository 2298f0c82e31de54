// Labels in the history of records.
export const marketplaceActs = {
  answerOffer: 'Réponse envoyée',
  closeAnswer: 'Close avec l’annonce',
  addSubcontractor: 'Sous-traitant ajouté',
} as const;
