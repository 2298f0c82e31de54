// Labels in the history of records.
export const fieldActs = {
  applied: 'Appliqué',
  closed: 'Classé',
  clock: 'Horloge du téléphone réglée',
  enrol: 'Téléphone inscrit',
  lose: 'Téléphone déclaré perdu',
  revoke: 'Téléphone révoqué',
} as const;
