// What people read about payments. Those of Z-038 and Z-039 have no wording in the specification.
export const paymentTexts = {
  NO_DEFAULT: 'Aucun moyen de paiement par défaut n’est sélectionné.',
  NO_BANK: 'Aucun compte bancaire n’est associé : régularisez votre mandat de prélèvement.',
  NO_CARD: 'Aucune carte bancaire n’est associée.',
  NOT_COLLECTED: 'Le paiement n’a pas pu être encaissé. Réessayez avec un autre moyen de paiement ou contactez-nous.',
  UNKNOWN: 'Une erreur est survenue.',
  CANCELLED: 'Le paiement a été annulé.',
  AUTHENTICATION: 'Une authentification 3D Secure est requise.',
} as const;
export type PaymentText = keyof typeof paymentTexts;

export const subscriptionTexts = {
  ORDER: 'Votre commande n’a pas été validée.',
  SUBSCRIPTION: 'L’abonnement demandé n’a pas pu aboutir.',
  AGREEMENT: 'L’enregistrement de votre accord d’abonnement a échoué.',
  REDIRECT: 'La redirection vers le prestataire de paiement a échoué.',
} as const;

export const paymentMessages = {
  // Z-017, Z-019
  alreadyDefault: 'Ce moyen de paiement est déjà utilisé par défaut.',
  keepsDefault: 'Vous ne pouvez pas supprimer votre moyen de paiement par défaut.',
  // Z-016
  notEnabled: 'Ce moyen de paiement n’est pas valide : il ne peut pas être utilisé par défaut.',
  // Z-020
  notValid: 'N’est plus valide',
  missingMethod: 'Moyen de paiement introuvable',
  missingInvoice: 'Facture introuvable',
  missingPayment: 'Paiement introuvable',
  // Z-022..Z-024; the spelling is the specification's.
  noCustomer: 'Aucun client Stripe trouvé',
  customerFailed: "Une erreur c'est produite pendant la création du client Stripe",
  addressRequired: 'Une adresse est requise',
  addressMissing: 'Informations sur la localisation de l’agence manquante',
  // Z-032, Z-033
  alreadyAccepted: 'Paiement Stripe déjà accepté',
  willUpdate: 'Vos paiements se mettent à jour automatiquement.',
  cardError: 'Erreur Stripe',
  accepted: 'Paiement accepté',
  // Z-029
  fixing: 'Tentative de correction des paiements...',
  // Without keys; the last one is for the platform.
  byTransfer: 'Vos factures se règlent par virement : chacune dit à qui, combien et sous quelle référence.',
  noCards: 'Le paiement par carte n’est pas encore proposé ici. Vos factures se règlent par virement.',
  noDebits: 'Le prélèvement SEPA n’est pas encore proposé ici. Vos factures se règlent par virement.',
  byHand:
    'Aucun prestataire de paiement n’est configuré : les paiements sont réglés à la main (« Validé manuellement »).',
  unreachable: 'Le prestataire de paiement ne répond pas. Réessayez dans quelques minutes.',
  held: 'Ce paiement est en cours de traitement ou réglé : il ne se modifie plus.',
  notChosen: 'Ce statut n’est pas au choix.',
  tooMuch: 'Les paiements dépassent le total de la facture.',
  lateDue: 'L’échéance est passée : aujourd’hui au plus tôt.',
  notPayable: 'Ce paiement n’est pas à régler.',
} as const;

/** Neither can be taken back. */
export const cancelling = (
  count: number,
  isWhole: boolean,
): { title: string; message: string; confirmLabel: string; cancelLabel: string } => ({
  title: isWhole ? 'Annuler cette facture ?' : `Annuler ${count} ${count > 1 ? 'paiements' : 'paiement'} ?`,
  message: isWhole
    ? 'Un avoir du montant total est émis aussitôt. Cela ne se reprend pas.'
    : 'Un paiement annulé ne se reprend pas.',
  confirmLabel: isWhole ? 'Annuler la facture' : 'Annuler les paiements',
  cancelLabel: 'Retour',
});

/** AB-018 */
export const willTrigger = (count: number): string =>
  `Vous allez déclencher ${count} ${count > 1 ? 'paiements' : 'paiement'}`;

/** AB-019 */
export const willBillDefault = (count: number): string =>
  count > 1
    ? `${count} paiements n’ont pas de moyen de paiement : facturer le moyen de paiement par défaut de l’agence ?`
    : 'Un paiement n’a pas de moyen de paiement : facturer le moyen de paiement par défaut de l’agence ?';
