/** What the agency decided on an event that could not be applied (decision 87). */
export const settlements = { applied: 'Appliqué', closed: 'Classé' } as const;
export type Settlement = keyof typeof settlements;
export const settlementNames = Object.keys(settlements) as [Settlement, ...Settlement[]];
