// How soon something expires (1 §4; decision 6): the same states in every list of expirations.

export const expiryStates = {
  EXPIRED: 'Expiré',
  SOON: 'Expire bientôt (-30j)',
  WATCH: 'A surveiller (-60j)',
  NEXT: 'Prochainement (-90j)',
  VALID: 'Valide',
} as const;

export type ExpiryState = keyof typeof expiryStates;

export const expiryThresholds = { SOON: 30, WATCH: 60, NEXT: 90 } as const;

const dayLength = 86_400_000;

export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayLength);

/** The last day is still valid. */
export function expiryState(expiresAt: string, today: string): ExpiryState {
  const left = daysUntil(expiresAt, today);
  if (left < 0) return 'EXPIRED';
  if (left <= expiryThresholds.SOON) return 'SOON';
  if (left <= expiryThresholds.WATCH) return 'WATCH';
  return left <= expiryThresholds.NEXT ? 'NEXT' : 'VALID';
}
