// How far a commercial document has come: the display labels of the specification.
/** The number of a document that has not left the draft (decision 84). */
export const draftNumber = 'Brouillon';

export const documentStates = {
  NOT_SENT: 'Non envoyé',
  SENT: 'Envoyé',
  AWAITING_VALIDATION: 'En attente de validation',
  VALIDATED: 'Validé',
  REFUSED: 'Refusé',
  TRANSFORMED: 'Transformé en facture',
  AWAITING_PAYMENT: 'En attente de paiement',
  PAID: 'Payée',
  /** Not of the specification: its credit notes took off the whole. */
  CREDITED: 'Créditée',
} as const;

/** Of invoices: also those to issue and to chase. */
export const followUps = {
  DRAFT: 'Brouillon',
  ...documentStates,
  PARTLY_PAID: 'Partiellement payée',
  LATE: 'En retard',
} as const;

/** The layout: an e-mail, or a letter whose address is seen through the window of its envelope. */
export const documentVersions = { mail: 'E-mail', letter: 'Courrier' } as const;

/** How far an issued invoice has come on its way to the customer and back. */
export const invoiceStates = {
  ISSUED: 'Émise',
  DEPOSITED: 'Déposée',
  REJECTED: 'Rejetée',
  CASHED: 'Encaissée',
} as const;
export type InvoiceState = keyof typeof invoiceStates;
