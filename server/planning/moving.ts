// Unscheduling and rescheduling of several services: those that may move do, the others are named with the reason.
import type { Output } from '#core/kernel/endpoint.ts';
import { refusal } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { moveServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import type { Call } from '#server/kernel/call.ts';
import { stopRefusal } from './checking.ts';
import { refusedOf } from './giving-back.ts';
import { rescheduled } from './services.ts';
import { labelOf } from './undoing.ts';
import { lockRemaining, moveAll } from './writing.ts';

/** One service alone is refused by a problem; a question about anomalies is asked for all that may move. */
export async function moveThose(call: Call<typeof moveServices>): Promise<Output<typeof moveServices>> {
  const { type } = call.params;
  const ids = [...new Set(call.input.services.map((id) => id.toLowerCase()))];
  const rows = ids.length === 1 ? [] : await lockRemaining(call.db, ids);
  if (ids.length > 1 && rows.length === 0) throw new Problem('missing', Service.missing);
  const whys = new Map<string, string>();
  for (const row of rows) {
    const why = refusal(serviceStatus, type, row) ?? stopRefusal(row);
    if (why !== null) whys.set(row.id, why);
  }
  if (type === 'reschedule') {
    const open = rows.filter(({ id }) => !whys.has(id));
    const found = await refusedOf(rescheduled(open, call.input), call, false);
    for (const [at, { id }] of open.entries()) {
      const why = found.get(at);
      if (why !== undefined) whys.set(id, why);
    }
  }
  const known = new Map(rows.map((row) => [row.id, row]));
  const moved = ids.length === 1 ? ids : ids.filter((id) => known.has(id) && !whys.has(id));
  const after = moved.length === 0 ? [] : await moveAll(moved, type, call);
  const place = new Map(moved.map((id, index) => [id, index]));
  return {
    services: after
      .map(({ id, version }) => ({ id, version }))
      .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0)),
    refused: ids
      .filter((id) => !moved.includes(id))
      .map((id) => {
        const row = known.get(id);
        return { id, name: row ? labelOf(row) : Service.label.one, why: whys.get(id) ?? Service.missing };
      }),
  };
}
