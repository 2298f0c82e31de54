// Labels in the history of commercial contracts.
export const commercialActs = { revise: 'Révision des prix' } as const;
