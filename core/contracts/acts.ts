// Labels in the history of contracts.
export const contractsActs = {
  signed: 'Signature',
  refused: 'Refus de signer',
  expired: 'Délai de signature dépassé',
  sealed: 'Toutes les signatures réunies',
  remindSignature: 'Relance de signature',
  joinScan: 'Exemplaire signé joint',
  tellCancelled: 'Annulation annoncée par e-mail',
} as const;
