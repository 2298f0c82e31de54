// Payments by the clock: those that come due, those to try again, and those whose answer was lost.
import * as z from 'zod';
import { platformAgencyId } from '#core/kernel/platform.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { platformContext } from './as-platform.ts';
import { cancelCharge, collect, openCharge, readCharge } from './charging.ts';
import { refreshInvoice } from './invoicing.ts';
import type { ProviderName } from './provider.ts';
import { hasProvider } from './providers.ts';

/** An attempt that has not ended by then died: it is taken up with the same keys. */
const attemptLasts = `interval '5 minutes'`;

export const collectPayment = job(
  'collectPayment',
  z.object({ payment: z.uuid() }),
  { label: 'Encaissement d’un paiement d’agence', wait: 60, retries: 5 },
  async ({ payment }, services) => {
    await collect(services, payment);
  },
);

export const askCollect = (db: Db, { jobs }: Services, payments: readonly string[]): Promise<void> =>
  jobs.enqueue(
    collectPayment,
    payments.map((payment) => ({ key: `${payment} ${uuidv7()}`, data: { payment } })),
    { db, agency: platformAgencyId },
  );

/** Settled or cancelled by hand: what the provider still has of it is cancelled there. */
export const cancelCollection = job(
  'cancelCollection',
  z.object({ payment: z.uuid() }),
  { label: 'Annulation d’un encaissement chez le prestataire' },
  async ({ payment }, services) => {
    const charge = await services.database.transaction(platformContext, (db) => openCharge(db, payment));
    if (charge) await cancelCharge(services, charge);
  },
);

export const askCancel = (db: Db, { jobs }: Services, payments: readonly string[]): Promise<void> =>
  jobs.enqueue(
    cancelCollection,
    payments.map((payment) => ({ key: `${payment} ${uuidv7()}`, data: { payment } })),
    { db, agency: platformAgencyId },
  );

/** Decision 101: « À venir » becomes « En attente » on its day; a refused one when its delay is over. */
export async function comeDue(db: Db): Promise<string[]> {
  const due = await db.query<{ id: string; invoice: string }>({
    name: 'payments-come-due',
    text: `update agency_payments p set status = 'PENDING', next_try_at = null, updated_at = now()
      where p.agency_id = app_agency() and (p.status = 'COMING_SOON' and p.date <= app_today() or p.status = 'ERROR' and p.next_try_at <= now())
      returning p.id, p.agency_invoice_id as invoice`,
  });
  for (const invoice of new Set(due.map((one) => one.invoice))) await refreshInvoice(db, invoice);
  return due.map(({ id }) => id);
}

export async function followDue(services: Services): Promise<void> {
  await services.database.transaction(platformContext, async (db) => {
    await comeDue(db);
    if (!hasProvider(services.environment)) return;
    const open = await db.query<{ id: string }>({
      name: 'payments-to-collect',
      text: `select id from agency_payments where agency_id = app_agency()
        and (status = 'PENDING' or status = 'PROCESSING' and updated_at < now() - ${attemptLasts}) order by date, id limit 500`,
    });
    await askCollect(
      db,
      services,
      open.map(({ id }) => id),
    );
  });
}

export const followPayments = job(
  'followPayments',
  byClock,
  { label: 'Paiements d’agences à échéance', retries: 0, cron: { at: '*/15 * * * *', of: 'platform' } },
  (_, services) => followDue(services),
);

export interface KnownCharge extends Record<string, unknown> {
  id: string;
  payment: string;
  provider: ProviderName;
  ref: string;
  isRunning: boolean;
}

export const chargeSql = `select c.id, c.agency_payment_id as payment, c.provider, c.ref, p.status = 'PROCESSING' and p.updated_at > now() - interval '2 minutes' as "isRunning"
  from payment_charges c join agency_payments p on p.agency_id = c.agency_id and p.id = c.agency_payment_id
  where c.agency_id = app_agency() and c.ref is not null`;

/** Z-029: asks the providers about what is under way, and takes up what is due. Of one agency. */
export async function fixPaymentsOf(services: Services, buyer: string): Promise<{ checked: number; changed: number }> {
  const within = <T>(work: (db: Db) => Promise<T>): Promise<T> => services.database.transaction(platformContext, work);
  const charges = await within((db) =>
    db.query<KnownCharge>({
      name: 'charges-of-agency',
      text: `${chargeSql} and p.buyer_id = $1 and p.status in ('PROCESSING', 'ERROR') and c.state = 'open' order by c.created_at limit 50`,
      values: [buyer],
    }),
  );
  let changed = 0;
  for (const charge of charges) if (await readCharge(services, charge)) changed += 1;
  const due = await within(async (db) => {
    await comeDue(db);
    return db.query<{ id: string }>({
      name: 'payments-due-of-agency',
      text: `select id from agency_payments where agency_id = app_agency() and buyer_id = $1
        and (status = 'PENDING' or status = 'PROCESSING' and updated_at < now() - ${attemptLasts}) order by date, id limit 20`,
      values: [buyer],
    });
  });
  for (const { id } of due) if (await collect(services, id)) changed += 1;
  return { checked: charges.length + due.length, changed };
}
