// What the screens of an opened store read.
import type { FieldEvent } from '#core/field/event.ts';
import type { Queue } from '#core/field/queue.ts';
import type { DayService } from './day.ts';
import type { KeptNote } from './kept.ts';
import type { Held } from './store/pack.ts';

/** `unknown`: nothing was sent yet. */
export type Link = 'unknown' | 'works' | 'lost' | 'signedOut';

export interface FieldView {
  queue: Queue;
  held: Held;
  day: readonly DayService[];
  /** Of the log, since the pack was read: a part runs its own rules over them. */
  events: readonly FieldEvent[];
  kept: readonly KeptNote[];
  /** Photos of events, not sent yet. */
  photos: number;
  link: Link;
}

export const emptyQueue: Queue = {
  phase: 'idle',
  events: [],
  attempt: 0,
  failures: 0,
  unanswered: 0,
  since: 0,
  sent: 0,
  question: null,
};
