// An act on what was read: refused if somebody wrote meanwhile, and says who.
import type { Entity, Row } from '#core/kernel/entity.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { Call } from './call.ts';
import { readRow } from './list.ts';
import type { Plan } from './plan.ts';

/** `read`: the version that the caller saw; absent: he takes the row as it stands. The rows are locked. */
export async function refuseStale<E extends Entity>(
  plan: Plan<E>,
  row: Row<E>,
  read: number | undefined,
  call: Call,
): Promise<void> {
  const { id, version } = row as { id: string; version: number };
  if (read === undefined || read === version) return;
  const [last] = await call.db.query<{ author: string | null }>({
    name: 'last-author',
    text: 'select author from audit where agency_id = app_agency() and entity = $1 and entity_id = $2 order by at desc, id desc limit 1',
    values: [plan.of.name, id],
  });
  const message = last?.author
    ? `${messages.conflict.slice(0, -1)} par ${last.author} : relisez-la.`
    : messages.conflict;
  throw new Problem('conflict', message, { current: JSON.parse((await readRow(plan, call, id)) ?? 'null') });
}
