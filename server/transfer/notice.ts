// Each morning: the terms of transfers that come, or that were missed, are told once each.
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter } from '#core/planning/days.ts';
import { openTasks } from '#core/transfer/deadlines.ts';
import { transferDue } from '#core/transfer/notifications.ts';
import { runningTransfer } from '#core/transfer/transfer.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';
import { transfersOf, transferTasks } from './transfers.ts';

/** Two days before, and again on the day after a missed one. */
const soon = 2;

export async function remindTransfers(agency: string, services: Services, now: Date): Promise<void> {
  const context = { ...nobody, agency };
  await services.database.transaction(context, async (db) => {
    if (await isLocked(db, agency)) return;
    const running = await db.query<{ id: string }>({
      name: 'transfers-running',
      text: `select t.id from staff_transfers t where t.agency_id = app_agency() and t.status = ${runningTransfer}`,
    });
    const ids = running.map(({ id }) => id);
    // One that nobody marks as done must not hide the later ones: each open term is told.
    const due = (await transfersOf(db, ids)).flatMap((transfer) =>
      openTasks(transferTasks(transfer))
        .filter(({ due: day }) => day <= daysAfter(transfer.today, soon))
        .map((task) => ({ ...task, transfer, isLate: task.due < transfer.today })),
    );
    await notify(
      db,
      transferDue,
      due.map(({ transfer: { id, site }, due: day, label, isLate }) => ({
        to: 'holders',
        event: `${id}:${day}:${label}:${isLate}`,
        title: `Reprise du personnel : ${site}`,
        text: isLate
          ? `${label} : le délai est passé depuis le ${frenchDay(day)}.`
          : `${label} : avant le ${frenchDay(day)}.`,
        link: `/reprises?open=${id}`,
        action: 'Ouvrir la reprise',
      })),
      { caller: null, context, now, host: null, services },
    );
  });
}

export const remindOfTransfers = job(
  'remindOfTransfers',
  byClock,
  { label: 'Délais des reprises du personnel', cron: { at: '15 7 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await remindTransfers(agency, services, new Date());
  },
);
