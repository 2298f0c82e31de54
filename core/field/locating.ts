// The position of an event that somebody reports while no service runs (P-018 to P-020). Elsewhere the phone knows it.
import type { Fix } from './event.ts';

export const locatingWords = {
  locating: 'Localisation en cours...',
  failed: 'La localisation GPS est impossible.',
  question: 'Continuer sans localisation ?',
} as const;

/** What a failure of the GPS does: 0 is passed on, 1 asks, any other goes on without a position. */
export type OnGpsFailure = number;

/** He does not go on without a position. */
export class NotLocated extends Error {}

export async function located(
  find: () => Promise<Fix>,
  onFailure: OnGpsFailure,
  /** « Continuer sans localisation ? » */
  ask: () => Promise<boolean>,
): Promise<Fix | null> {
  try {
    return await find();
  } catch (error) {
    if (onFailure === 0) throw error;
    if (onFailure === 1 && !(await ask())) throw new NotLocated(locatingWords.failed, { cause: error });
    return null;
  }
}
