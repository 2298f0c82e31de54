import type { Taken } from '#core/field/calls.ts';
import { correctedTime, type FieldEvent } from '#core/field/event.ts';
import type { Settlement } from '#core/field/settlements.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { unplannedStart } from '#core/planning/unplanned-message.ts';
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
  /** Of a step: it counts on this telephone until the agency has decided. `of`: its service as it was shown then. */
  step?: { event: FieldEvent; of: DayService | null };
  /** What the agency decided. */
  settled?: Settlement;
  /** He has read it: it is no longer shown. */
  isRead?: true;
}

const stepTypes: readonly string[] = [serviceStep.type, unplannedStart.type];

/** After the pack was read: what the agency decided. What he had read before goes then. */
export const settledOf = (
  kept: readonly KeptNote[],
  decided: readonly { uuid: string; how: Settlement }[],
): KeptNote[] =>
  kept.flatMap((note) => {
    const how = decided.find(({ uuid }) => uuid === note.uuid)?.how;
    if (!how || note.settled) return [note];
    return note.isRead ? [] : [{ ...note, settled: how }];
  });

/** « J’ai lu »: what still counts stays, unseen. */
export const readOf = (kept: readonly KeptNote[], read: readonly KeptNote[]): KeptNote[] =>
  kept.flatMap((note): KeptNote[] => {
    if (!read.includes(note)) return [note];
    return note.step && !note.settled ? [{ ...note, isRead: true }] : [];
  });

/** Longer than any service: a decision that never comes does not keep somebody at work. */
const longest = 24 * 3_600_000;
const counts = ({ step, settled }: KeptNote, now: number): boolean =>
  step !== undefined && !settled && now - correctedTime(step.event) < longest;

const mostKept = 50;
/** Newest first. A step that counts stays, however many come after it. */
export const cut = (kept: readonly KeptNote[], now: number): KeptNote[] =>
  kept.filter((note, index) => index < mostKept || counts(note, now));

/** The steps that the agency has not decided on, in their order, and services that only they name. */
export function undecidedOf(kept: readonly KeptNote[], now: number): { events: FieldEvent[]; services: DayService[] } {
  const open = kept.flatMap((note) => (note.step && counts(note, now) ? [note.step] : []));
  const services = open.flatMap(({ of }) => (of ? [of] : []));
  return {
    events: open.map(({ event }) => event).toSorted((one, other) => one.rank - other.rank),
    services: [...new Map(services.map((one) => [one.id, one])).values()],
  };
}

/**
 * Newest first. An answer comes twice where it was late, or the telephone died before it had written that the event is gone:
 * what is known stays as it was read and decided.
 */
export const withNew = (kept: readonly KeptNote[], notes: readonly KeptNote[]): KeptNote[] => [
  ...notes.filter(({ uuid }) => kept.every((one) => one.uuid !== uuid)).toReversed(),
  ...kept,
];

/** What had its effect: an alarm also where its event is kept. */
export const appliedOf = (taken: readonly Taken[], events: readonly FieldEvent[]): FieldEvent[] =>
  events.filter(({ uuid }) => taken.some((one) => one.uuid === uuid && (one.outcome === 'applied' || one.raised)));

/** Of the events that were sent, in their order. */
export const keptOf = (
  taken: readonly Taken[],
  events: readonly FieldEvent[],
  day: readonly DayService[],
  /** As the pack has them, before any step. */
  before: ReadonlyMap<string, DayService> = new Map(),
): KeptNote[] =>
  taken.flatMap(({ uuid, outcome, reason }, index) => {
    const event = events[index];
    if (outcome !== 'kept' || !event || event.uuid !== uuid) return [];
    const service = day.find(({ id }) => id === event.service);
    const words = [service && nameOf(service), wordsOf(event)].filter(Boolean).join(' · ');
    const step = stepTypes.includes(event.type) ? { step: { event, of: before.get(event.service ?? '') ?? null } } : {};
    return [{ uuid, words, at: event.at, reason: reason ?? '', service: event.service, ...step }];
  });
