import type { Taken } from '#core/field/calls.ts';
import type { FieldEvent } from '#core/field/event.ts';
import { type DayService, nameOf } from './day.ts';
import { wordsOf } from './messages.ts';

/** An event that the server kept for the agency (decision 87). */
export interface KeptNote {
  uuid: string;
  /** What happened, and where. */
  words: string;
  at: number;
  reason: string;
  /** Absent: of an older version of the application. */
  service?: string | null;
}

/** Of the events that were sent, in their order. */
export const keptOf = (
  taken: readonly Taken[],
  events: readonly FieldEvent[],
  day: readonly DayService[],
): KeptNote[] =>
  taken.flatMap(({ uuid, outcome, reason }, index) => {
    const event = events[index];
    if (outcome !== 'kept' || !event || event.uuid !== uuid) return [];
    const service = day.find(({ id }) => id === event.service);
    const words = [service && nameOf(service), wordsOf(event)].filter(Boolean).join(' · ');
    return [{ uuid, words, at: event.at, reason: reason ?? '', service: event.service }];
  });
