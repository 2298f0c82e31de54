// What this telephone corrected of an entry, before the agency has it.
import { logbookCorrection } from '#core/logbook/messages.ts';
import type { FieldView } from '../session.ts';

export interface Corrected {
  type: number;
  subType: string | null;
  description: string | null;
  isWaiting: boolean;
}

/** The last one; null: none. */
export function correctedIn({ events, queue }: Pick<FieldView, 'events' | 'queue'>, entry: string): Corrected | null {
  const waiting = new Set(queue.events.map(({ uuid }) => uuid));
  const found = [...events, ...queue.events]
    .filter(({ type }) => type === logbookCorrection.type)
    .toSorted((one, other) => one.rank - other.rank)
    .flatMap(({ uuid, payload }): Corrected[] => {
      const { success, data } = logbookCorrection.payload.safeParse(payload);
      if (!success || data.event !== entry) return [];
      const { type, subType, description } = data;
      return [{ type, subType, description, isWaiting: waiting.has(uuid) }];
    });
  return found.at(-1) ?? null;
}
