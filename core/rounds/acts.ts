// Labels in the history of records.
export const roundsActs = {
  round: 'Ronde',
} as const;
