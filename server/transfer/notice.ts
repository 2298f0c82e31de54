// Each morning: the terms of transfers that come, or that were missed, are told once each.
import { frenchDay } from '#core/kernel/validators.ts';
import { transferDue } from '#core/transfer/notifications.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';

/** Two days before, and again on the day after a missed one. */
const soon = 2;

interface Due extends Record<string, unknown> {
  id: string;
  site: string;
  due: string;
  task: string;
  isLate: boolean;
}

export async function remindTransfers(agency: string, services: Services, now: Date): Promise<void> {
  const context = { ...nobody, agency };
  await services.database.transaction(context, async (db) => {
    if (await isLocked(db, agency)) return;
    const due = await db.query<Due>({
      name: 'transfers-due',
      text: `select t.id, t.site_name as site, t.next_due::text as due, t.next_task as task, t.next_due < app_today() as "isLate"
        from staff_transfers t
        where t.agency_id = app_agency() and t.status = 100 and t.next_due <= app_today() + ${soon} order by t.next_due, t.id`,
    });
    await notify(
      db,
      transferDue,
      due.map(({ id, site, due: day, task, isLate }) => ({
        to: 'holders',
        event: `${id}:${day}:${task}:${isLate}`,
        title: `Reprise du personnel : ${site}`,
        text: isLate
          ? `${task} : le délai est passé depuis le ${frenchDay(day)}.`
          : `${task} : avant le ${frenchDay(day)}.`,
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
