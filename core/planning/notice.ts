// Art. 7.07.3: notice periods for a change and for an extra service. A shorter notice needs the agent's consent, and
// refusing it is not a fault.
import { wallClock } from '../kernel/clock.ts';
import { instantOf } from './calendar.ts';
import type { Minute } from './model.ts';
import { dayText } from './sentences.ts';

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

/** Names the published day too, if the service goes to another one. */
export function noticeSentence(
  notice: 'change' | 'extra',
  { published, after, zone }: { published: ShiftTimes | null; after: ShiftTimes; zone: string },
): string {
  const dayOf = ({ start }: ShiftTimes): string => dayText(wallClock(instantOf(start), zone).day);
  const day = dayOf(after);
  const was = published ? dayOf(published) : day;
  const changed = was === day ? `Le planning publié du ${day} change` : `Le service publié du ${was} passe au ${day},`;
  return `${notice === 'change' ? `${changed} moins de 7 jours` : `Le service du ${day} est donné moins de 48 heures`} avant : l’accord du collaborateur est nécessaire (art. 7.07.3).`;
}
