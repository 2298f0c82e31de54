// Messages about files; without zod, for the small bundle that every page loads first.
export const fileMessages = {
  tooLarge:
    'La taille de vos fichiers excèdent la taille maximale autorisée (25 Mo), essayez de les importer individuellement ou de réduire leur taille.',
  refusedTitle: 'Format de fichier non autorisé',
  invalid: 'Le fichier est invalide',
  archive:
    'Cette archive ne peut pas être acceptée : elle est illisible ou protégée, ou contient un programme, une autre archive ou un type de fichier non autorisé.',
  infected: 'Un virus a été trouvé dans ce fichier : il n’a pas été enregistré.',
  notKept: 'Le stockage des fichiers ne répond pas. Réessayez dans un instant.',
  notScanned: 'Le fichier n’a pas pu être analysé par l’antivirus. Réessayez dans un instant.',
  noPreview: 'Impossible de prévisualiser le fichier',
  cannotOpen: "Impossible d'ouvrir le fichier",
  notSent: "Le fichier n'est pas encore téléchargé",
  awaited: 'Cette photo n’est pas encore arrivée du téléphone de l’agent.',
  oldLink: 'Ce lien n’est plus valable : rouvrez le fichier depuis l’application.',
  /** `most`: bytes. */
  full: (most: number) =>
    `L’espace de stockage de votre agence est plein (${Math.round(most / 1024 ** 2).toLocaleString('fr')} Mo). Supprimez des fichiers ou demandez davantage d’espace.`,
  failed: 'Echec du téléchargement...',
} as const;
