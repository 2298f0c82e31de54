// By the clock: contracts that nobody ended go on, and what falls due is announced in time (G-045).
import { dueKinds } from '#core/commercial/contract.ts';
import { customerContractDue } from '#core/commercial/notifications.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';

/** By whole periods, counted from the day after its end, so that the 31st stays the last day of its month. */
async function renew(db: Db, agency: string, now: Date): Promise<void> {
  const renewed = await db.query<{ id: string; before: string; after: string }>({
    name: 'renew-contracts',
    text: `with due as (select c.id, c.end_date as before, (select (c.end_date + 1 + make_interval(months => n * c.renewal_months))::date - 1
          from generate_series(1, 1200) n where (c.end_date + 1 + make_interval(months => n * c.renewal_months))::date - 1 >= app_today() order by n limit 1) as after
        from commercial_contracts c where c.agency_id = app_agency() and c.status = 100 and c.renewal_months > 0 and c.denounced_on is null and c.end_date < app_today()
        for update)
      update commercial_contracts c set end_date = due.after, version = c.version + 1, updated_at = now() from due
        where c.agency_id = app_agency() and c.id = due.id and due.after is not null returning c.id, due.before::text, due.after::text`,
  });
  for (const { id, before, after } of renewed)
    await writeAudit(
      db,
      { caller: null, context: { ...nobody, agency }, now },
      { entity: 'commercialContract', id, action: 'renew', changes: { endDate: { before, after } } },
    );
}

interface Due extends Record<string, unknown> {
  id: string;
  contract: string;
  title: string;
  customer: string;
  kind: keyof typeof dueKinds;
  date: string;
}

/** Each due date once: of two processes, one records it. */
const newlyDue = (db: Db, now: Date): Promise<Due[]> =>
  db.query<Due>({
    name: 'newly-due-contracts',
    text: `with told as (insert into commercial_alerts (agency_id, due_id, date, sent_at)
        select d.agency_id, d.id, d.date, $1 from commercial_due d join commercial_contracts c on c.agency_id = d.agency_id and c.id = d.contract::uuid
          where d.agency_id = app_agency() and c.alert_days > 0 and d.date between app_today() and app_today() + c.alert_days
        on conflict do nothing returning due_id, date)
      select d.id, d.contract, d.title, u.name as customer, d.kind, d.date::text as date from told
        join commercial_due d on d.agency_id = app_agency() and d.id = told.due_id and d.date = told.date
        join customers u on u.agency_id = d.agency_id and u.id = d.customer_id order by d.date, d.title, d.id`,
    values: [now],
  });

export async function followContracts(agency: string, services: Services, now: Date): Promise<void> {
  const context = { ...nobody, agency };
  await services.database.transaction(context, async (db) => {
    if (await isLocked(db, agency)) return;
    await renew(db, agency, now);
    const due = await newlyDue(db, now);
    await notify(
      db,
      customerContractDue,
      due.map(({ id, contract, title, customer, kind, date }) => ({
        ...{ to: 'holders', event: `${id} ${date}`, link: `/contrats-commerciaux?open=${contract}` },
        title: `${dueKinds[kind]} le ${frenchDay(date)} : ${title}`,
        text: `Contrat de ${customer}`,
        action: 'Ouvrir le contrat',
      })),
      { caller: null, context, now, host: null, services },
    );
  });
}

export const followCustomerContracts = job(
  'followCustomerContracts',
  byClock,
  { label: 'Reconductions et échéances des contrats clients', cron: { at: '30 6 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await followContracts(agency, services, new Date());
  },
);
