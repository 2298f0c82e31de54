// Planning a maintenance. Its effect is in the kernel: server/operations/maintenance.ts.
import { endMaintenance, readMaintenance, saveMaintenance } from '#core/guides/maintenance-calls.ts';
import { isBlankHtml } from '#core/kernel/html.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { type Maintenance, stateOf } from '#core/session/maintenance.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { withoutPictures } from './guides.ts';

/** There is one plan: its history is under the platform's own id. */
const entity = 'maintenance';

async function planned({ db, now }: Call): Promise<Maintenance | null> {
  const [found] = await db.query<{ value: Maintenance }>({
    name: 'planned-maintenance',
    text: `select value from platform_settings where key = 'maintenance'`,
  });
  return found && stateOf(found.value, now) !== 'over' ? found.value : null;
}

async function plan(call: Call, after: Maintenance | null): Promise<void> {
  const before = await planned(call);
  await call.db.query({
    name: 'plan-maintenance',
    text: 'select plan_maintenance($1)',
    values: [after && JSON.stringify(after)],
  });
  await writeAudit(call.db, call, {
    ...{ entity, id: call.context.agency as string, action: after ? 'plan' : 'end' },
    changes: { maintenance: { before, after } },
  });
}

const changed = 'Une autre maintenance a été prévue ou annulée entre-temps : relisez-la, puis enregistrez de nouveau.';

/** Two administrators plan one after the other, and each knows what he replaces. */
async function refuseUnseen(call: Call, seen: Maintenance | null | undefined): Promise<void> {
  await call.db.query({ name: 'maintenance-turn', text: `select pg_advisory_xact_lock(hashtext('maintenance'))` });
  if (seen === undefined) return;
  const now = await planned(call);
  const isSame = (['message', 'startAt', 'endAt'] as const).every((name) => seen?.[name] === now?.[name]);
  if (!isSame && !(now === null && seen && stateOf(seen, call.now) === 'over')) throw new Problem('conflict', changed);
}

export const maintenanceHandlers: Handler[] = [
  handle(readMaintenance, async (call) => ({ maintenance: await planned(call as unknown as Call) })),
  handle(saveMaintenance, async (call) => {
    const message = withoutPictures(call.input.message);
    const refuse = (path: string, why: string): Problem =>
      new Problem('invalid', why, { violations: [{ path, message: why }] });
    if (isBlankHtml(message)) throw refuse('message', messages.required);
    const { seen, ...typed } = call.input;
    const maintenance = { ...typed, message };
    if (stateOf(maintenance, call.now) === 'over') throw refuse('endAt', 'La fin est déjà passée');
    await refuseUnseen(call as unknown as Call, seen);
    await plan(call as unknown as Call, maintenance);
    return { maintenance };
  }),
  handle(endMaintenance, async (call) => {
    if (await planned(call as unknown as Call)) await plan(call as unknown as Call, null);
  }),
];
