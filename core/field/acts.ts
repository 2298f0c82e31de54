// Labels in the history of records.
export const fieldActs = {
  applied: 'Appliqué',
  closed: 'Classé',
  enrol: 'Téléphone inscrit',
  lose: 'Téléphone déclaré perdu',
} as const;
