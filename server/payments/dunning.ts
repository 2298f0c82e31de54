// What an agency is told of its unpaid invoices, its suspension and its return (decision 101).
import * as z from 'zod';
import { unpaidLock } from '#core/agencies/lock.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { dunningDays, usualSuspensionDays } from '#core/payments/statuses.ts';
import { type PaymentText, paymentTexts } from '#core/payments/texts.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

const causes = ['REMINDER', 'SUSPENDED', 'RETURNED', ...(Object.keys(paymentTexts) as PaymentText[])] as const;
type Cause = (typeof causes)[number];

interface Told extends Record<string, unknown> {
  reference: string;
  agency: string;
  total: number;
  currency: string;
  due: string;
  owners: string[];
}

const wordsOf = (
  cause: Cause,
  { reference, total, currency, due, agency }: Told,
): { subject: string; lines: string[] } => {
  const what = `La facture ${reference} de ${formatMoney(total, currency)} (échéance ${frenchDay(due)})`;
  switch (cause) {
    case 'REMINDER':
      return {
        subject: `Rappel : facture ${reference} impayée`,
        lines: [`${what} n’est pas réglée.`, 'Réglez-la en ligne, ou contactez-nous si vous l’avez déjà payée.'],
      };
    case 'SUSPENDED':
      return {
        subject: `Accès suspendu : facture ${reference} impayée`,
        lines: [
          `${what} n’est toujours pas réglée : l’accès de ${agency} est suspendu.`,
          'Il rouvre dès que la facture est payée. Vos données sont conservées.',
        ],
      };
    case 'RETURNED':
      return {
        subject: 'Votre accès est rouvert',
        lines: [`L’accès de ${agency} est rouvert : plus aucune facture en retard ne le suspend. Merci.`],
      };
    default:
      return {
        subject: `Paiement de la facture ${reference}`,
        lines: [`${what} n’a pas été payée : ${paymentTexts[cause].replace(/^./, (letter) => letter.toLowerCase())}`],
      };
  }
};

export const tellAgency = job(
  'tellAgencyOfPayment',
  z.object({ invoice: z.uuid(), cause: z.enum(causes) }),
  { label: 'E-mails aux agences sur leurs factures' },
  async ({ invoice, cause }, { database, mailer, tenants }) => {
    await database.platformTransaction(async (db) => {
      const [told] = await db.query<Told>({
        text: `select i.reference, i.agency_name as agency, (i.total - i.settled_amount)::float8 as total, i.currency, i.due_date::text as due,
            coalesce((select array_agg(distinct u.email) from user_companies u where u.agency_id = i.buyer_id and u.is_owner and u.status = 100 and u.email is not null), '{}') as owners
          from agency_invoices i where i.agency_id = platform_agency() and i.id = $1`,
        values: [invoice],
      });
      if (!told) return;
      const { subject, lines } = wordsOf(cause, told);
      const url = `${tenants.urlOf(tenants.of(null))}/#/payments/invoices`;
      const action = { label: 'Mes factures', url };
      await mailer.send(
        told.owners.map((to) => ({ to, subject, paragraphs: lines, action })),
        { db, agency: null, caller: null, host: null, reason: 'agencyPayment', now: new Date() },
      );
    });
  },
);

const tell = (db: Db, { jobs }: Services, invoice: string, cause: Cause): Promise<void> =>
  jobs.enqueue(tellAgency, [{ key: `${invoice} ${cause} ${uuidv7()}`, data: { invoice, cause } }], {
    db,
    agency: platformAgencyId,
  });

/** In the transaction that records the failure. */
export const tellFailed = (db: Db, services: Services, invoice: string, cause: PaymentText): Promise<void> =>
  tell(db, services, invoice, cause);

/** Not what waits for the agency's agreement (decision 59). */
const unsettledSql = `i.agency_id = platform_agency() and i.type = 'facture' and i.issued_at is not null and i.settled_at is null
  and i.status not in ('CANCELLED_MANUALLY', 'VALIDATION')`;
const lateSql = `${unsettledSql} and i.counted_amount < i.total`;
const delaySql = `coalesce((select suspension_days from payment_settings where agency_id = platform_agency()), ${usualSuspensionDays})`;
const today = `(now() at time zone 'Europe/Paris')::date`;
const own = `e ->> 'by' is not distinct from 'payments'`;

/** Lifts the suspension of an agency whose late invoices are settled or cancelled, not merely processing, and no other lock. */
export const liftSuspension = job(
  'liftSuspension',
  z.object({ agency: z.uuid() }),
  { label: 'Réouverture d’une agence qui ne doit plus rien' },
  async ({ agency }, services) => {
    await services.database.platformTransaction(async (db) => {
      const lifted = await db.query<{ id: string }>({
        text: `update agencies g set errors = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(g.errors) e where not (${own}))
          where g.id = $1 and exists (select from jsonb_array_elements(g.errors) e where ${own})
            and not exists (select from agency_invoices i where ${unsettledSql} and i.buyer_id = g.id and i.due_date + ${delaySql} < ${today})
          returning g.id`,
        values: [agency],
      });
      // A debit that comes back suspends again.
      const [last] = await db.query<{ id: string }>({
        text: `update agency_invoices set suspended_at = null, reminders = 0
          where agency_id = platform_agency() and buyer_id = $1 and suspended_at is not null and (settled_at is not null or $2) returning id`,
        values: [agency, lifted.length > 0],
      });
      if (lifted.length > 0 && last) await tell(db, services, last.id, 'RETURNED');
    });
  },
);

/** In the transaction that records a payment. */
export const askLiftSuspension = (db: Db, { jobs }: Services, agency: string): Promise<void> =>
  jobs.enqueue(liftSuspension, [{ key: `${agency} ${uuidv7()}`, data: { agency } }], { db, agency: platformAgencyId });

/** Reminders after the due date, then the suspension, once per invoice. */
export async function dun(services: Services): Promise<void> {
  await services.database.platformTransaction(async (db) => {
    const reminded = await db.query<{ id: string }>({
      text: `update agency_invoices i set reminders = d.due, reminded_at = now()
        from (select x.id, (select count(*) from unnest($1::integer[]) day where x.due_date + day <= ${today})::integer as due
          from agency_invoices x where ${lateSql.replaceAll('i.', 'x.')}) d
        where i.agency_id = platform_agency() and i.id = d.id and d.due > i.reminders returning i.id`,
      values: [[...dunningDays]],
    });
    for (const { id } of reminded) await tell(db, services, id, 'REMINDER');
    const late = await db.query<{ id: string; buyer: string; reference: string }>({
      text: `update agency_invoices i set suspended_at = now() where ${lateSql} and i.suspended_at is null and i.due_date + ${delaySql} < ${today}
        returning i.id, i.buyer_id as buyer, i.reference`,
    });
    for (const { id, buyer, reference } of late) {
      const message = unpaidLock(reference);
      await db.query({
        text: `update agencies g set errors = g.errors || jsonb_build_array(jsonb_build_object('message', $2::text, 'lock', true, 'by', 'payments'))
          where g.id = $1 and not exists (select from jsonb_array_elements(g.errors) e where ${own})`,
        values: [buyer, message],
      });
      await tell(db, services, id, 'SUSPENDED');
    }
  });
}

export const dunAgencies = job(
  'dunAgencies',
  byClock,
  { label: 'Relances et suspensions des agences impayées', cron: { at: '15 7 * * *', of: 'platform' } },
  (_, services) => dun(services),
);
