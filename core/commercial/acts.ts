// Labels in the history of commercial contracts.
export const commercialActs = { revise: 'Révision des prix', renew: 'Reconduction tacite' } as const;
