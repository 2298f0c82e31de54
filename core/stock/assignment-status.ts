/** How much of an assignment came back; a lost piece is settled too. */
export const restitutionStatuses = { 100: 'Non restitué', 200: 'Partiellement restitué', 300: 'Restitué' } as const;
export type RestitutionStatus = keyof typeof restitutionStatuses;
export const restituted = 300;
