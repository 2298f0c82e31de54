// What a phone reports. Small: the field application loads it before its home.

/** `return` belongs to an alarm of the perimeter. */
export const reportedKinds = ['sos', 'call', 'fall', 'inactivity', 'perimeter', 'return'] as const;
export type ReportedKind = (typeof reportedKinds)[number];

/** S-004, S-016 */
export const reportWords: Readonly<Record<ReportedKind, string>> = {
  sos: 'Le collaborateur a déclenché une alerte SOS',
  call: 'Le collaborateur a lancé un appel d’urgence',
  fall: 'Une chute avec immobilisation a été détectée',
  inactivity: 'Le collaborateur a été détecté inactif',
  perimeter: 'Le collaborateur est sorti du périmètre du site',
  return: 'Le collaborateur est revenu dans le périmètre du site',
};

export const drillMark = 'Essai';
