// The findings of an event, with what this telephone added, corrected or withdrew and the agency may not have yet.
import { eventStates } from '#core/logbook/event.ts';
import { finding } from '#core/logbook/messages.ts';
import type { SentPhoto } from '../SentPhotos.tsx';
import type { FieldView } from '../session.ts';

export interface Found {
  uuid: string;
  content: string | null;
  photos: readonly SentPhoto[];
  at: string;
  isHis: boolean;
  /** Null: nothing is to be said. */
  state: string | null;
}

export function withOwnFindings(
  known: readonly Found[],
  entry: string,
  { events, queue }: Pick<FieldView, 'events' | 'queue'>,
): Found[] {
  const waiting = new Set(queue.events.map(({ uuid }) => uuid));
  const found = new Map(known.map((one) => [one.uuid, one]));
  const own = [...new Map([...events, ...queue.events].map((one) => [one.uuid, one])).values()]
    .filter(({ type }) => type === finding.type)
    .toSorted((one, other) => one.rank - other.rank);
  for (const { uuid: message, payload, at, clockOffset } of own) {
    const { success, data } = finding.payload.safeParse(payload);
    if (!success || data.event !== entry) continue;
    const { uuid, content, attachments, withdrawn } = data;
    if (withdrawn) found.delete(uuid);
    else
      found.set(uuid, {
        ...{ uuid, content: content ?? null, photos: attachments ?? [], isHis: true },
        at: new Date(at + (clockOffset ?? 0)).toISOString(),
        state: waiting.has(message) ? 'à transmettre' : found.has(uuid) ? eventStates.CORRECTED : null,
      });
  }
  return [...found.values()];
}
