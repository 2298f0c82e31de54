// Labels in the history of records.
export const marketplaceActs = {
  answerOffer: 'Réponse envoyée',
  closeAnswer: 'Close avec l’annonce',
  removeOffer: 'Annonce retirée par la plateforme',
  addSubcontractor: 'Sous-traitant ajouté',
} as const;
