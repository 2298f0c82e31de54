// Art. 7.07.3: how long before a change or an extra service the agent is told; a shorter notice wants his consent, and
// his refusal is no fault of his.
import type { Minute } from './model.ts';

/** Minutes. */
export const changeNotice = 7 * 1_440;
export const extraNotice = 48 * 60;

export interface Told {
  start: Minute;
  end: Minute;
}

/** Of one agent: the service as he was told of it, null where he was not, and as it shall be. Null: he has time enough. */
export function shortNotice(before: Told | null, after: Told, now: Minute): 'change' | 'extra' | null {
  // What is over is only put right.
  if (after.end <= now) return null;
  if (before === null) return after.start < now + extraNotice ? 'extra' : null;
  if (before.start === after.start && before.end === after.end) return null;
  return Math.min(before.start, after.start) < now + changeNotice ? 'change' : null;
}

export const noticeSentences = {
  change: 'Le planning publié change moins de 7 jours avant : l’accord du collaborateur est nécessaire (art. 7.07.3).',
  extra: 'Le service est donné moins de 48 heures avant : l’accord du collaborateur est nécessaire (art. 7.07.3).',
} as const;
