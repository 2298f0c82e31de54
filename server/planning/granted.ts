// Absences that an accepted request made, or is tied to: whoever changes or removes one tells the other side.
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Unavailability } from '#core/planning/unavailability.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Pending, Saved } from '#server/kernel/extension.ts';
import { tellBecame } from '#server/requests/became.ts';
import { periodOf } from './absence-notice.ts';

type Absence = Row<typeof Unavailability>;

async function zoneOf(db: Db): Promise<string> {
  const [row] = await db.query<{ zone: string }>({ name: 'zone-of-absences', text: 'select app_zone() as zone' });
  return row?.zone ?? 'Europe/Paris';
}

/** The request of one person grants nothing to another. */
export function refuseOtherAgent(rows: readonly Pending<typeof Unavailability>[]): void {
  for (const { draft, current } of rows) {
    if (!current?.request || !draft.agent || draft.agent.id.toLowerCase() === current.agent.id) continue;
    const message = `Cette absence vient de la demande acceptée « ${current.request.subject} » : elle garde son collaborateur.`;
    throw new Problem('invalid', message, { violations: [{ path: 'agent', message }] });
  }
}

const isOther = (one: Absence, other: Absence): boolean =>
  one.startAt !== other.startAt || one.endAt !== other.endAt || one.type.id !== other.type.id;

export async function tellChangedAbsences(rows: readonly Saved<typeof Unavailability>[], call: Call): Promise<void> {
  const changed = rows.flatMap(({ before, after }) =>
    before?.request && isOther(before, after) ? [{ before, after, request: before.request.id }] : [],
  );
  if (changed.length === 0) return;
  const zone = await zoneOf(call.db);
  const words = (one: Absence): string => `${periodOf(one, zone)} (${one.type.name})`;
  await tellBecame(
    changed.map(({ before, after, request }) => ({
      ...{ request, title: 'Absence modifiée' },
      content: `L’absence accordée a été modifiée : elle est maintenant ${words(after)}. Elle était ${words(before)}.`,
    })),
    call,
  );
}

export async function tellRemovedAbsences(rows: readonly Absence[], call: Call): Promise<void> {
  const granted = rows.flatMap((row) => (row.request ? [{ row, request: row.request.id }] : []));
  if (granted.length === 0) return;
  const zone = await zoneOf(call.db);
  await tellBecame(
    granted.map(({ row, request }) => ({
      ...{ request, title: 'Absence supprimée' },
      content: `L’absence accordée, ${periodOf(row, zone)}, a été supprimée du planning.`,
    })),
    call,
  );
}
