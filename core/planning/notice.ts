// Art. 7.07.3: notice periods for a change and for an extra service. A shorter notice needs the agent's consent, and
// refusing it is not a fault.
import type { Minute } from './model.ts';

/** Minutes. */
export const changeNotice = 7 * 1_440;
export const extraNotice = 48 * 60;

export interface ShiftTimes {
  start: Minute;
  end: Minute;
}

/** `before`: the service as published to the agent, null if it was not; `after`: as it will be. Null: enough notice. */
export function shortNotice(before: ShiftTimes | null, after: ShiftTimes, now: Minute): 'change' | 'extra' | null {
  // A change of a past service is only a correction.
  if (after.end <= now) return null;
  if (before === null) return after.start < now + extraNotice ? 'extra' : null;
  if (before.start === after.start && before.end === after.end) return null;
  return Math.min(before.start, after.start) < now + changeNotice ? 'change' : null;
}

/** One service of an agent. */
export interface Told {
  /** His hours on it until now; null: he is not on it. */
  before: ShiftTimes | null;
  /** The hours published to him; null: none. He may have been taken off since. */
  published: ShiftTimes | null;
}

/** Against what the agent was told; his consent was asked when his hours were set. */
export function neededConsent({ before, published }: Told, after: ShiftTimes, now: Minute): 'change' | 'extra' | null {
  if (before?.start === after.start && before.end === after.end) return null;
  return shortNotice(published, after, now);
}

/** `day`: of the service, in words. */
export const noticeSentence = (notice: 'change' | 'extra', day: string): string =>
  `${notice === 'change' ? `Le planning publié du ${day} change moins de 7 jours` : `Le service du ${day} est donné moins de 48 heures`} avant : l’accord du collaborateur est nécessaire (art. 7.07.3).`;
