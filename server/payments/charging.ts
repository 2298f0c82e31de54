// Collects a payment. Every step is recorded before the next one, and every request to a provider may be repeated: what
// dies between two steps is taken up again with the same keys, and never takes the money twice.
import { scaleOf } from '#core/kernel/money.ts';
import { mayFollow, nextTryAt, type PaymentStatus } from '#core/payments/statuses.ts';
import type { PaymentText } from '#core/payments/texts.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { platformContext } from './as-platform.ts';
import { askLiftSuspension, tellFailed } from './dunning.ts';
import { audit, refreshInvoice } from './invoicing.ts';
import { type Outcome, type ProviderName, Refused } from './provider.ts';
import { providersOf } from './providers.ts';

export interface Asked {
  /** The person is there: where he comes back after 3-D Secure. */
  returnUrl?: string | null;
  /** For tests: may stop the work between two steps. */
  at?(step: Step): void;
}
export const steps = ['recorded', 'created', 'referred', 'confirmed', 'settled'] as const;
export type Step = (typeof steps)[number];

export interface Charge {
  id: string;
  provider: ProviderName;
  customer: string | null;
  method: string;
  ref: string | null;
  createdAt: Date;
}

interface Begun {
  charge: Charge;
  amount: number;
  currency: string;
  description: string;
  attempt: number;
}

interface PaymentRow extends Record<string, unknown> {
  id: string;
  invoice: string;
  reference: string;
  buyer: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  method: string | null;
  attempts: number;
  awaitsHolder: boolean;
}

async function lockPayment(db: Db, id: string): Promise<PaymentRow | null> {
  const [row] = await db.query<PaymentRow>({
    name: 'lock-agency-payment',
    text: `select p.id, p.agency_invoice_id as invoice, i.reference, p.buyer_id as buyer, p.amount::float8 as amount, i.currency, p.status, p.method_id as method, p.attempts, p.authentication_required as "awaitsHolder"
      from agency_payments p join agency_invoices i on i.agency_id = p.agency_id and i.id = p.agency_invoice_id
      where p.agency_id = app_agency() and p.id = $1 for update of p`,
    values: [id],
  });
  return row ?? null;
}

export const openCharge = async (db: Db, payment: string): Promise<Charge | null> =>
  (
    await db.query<Charge & Record<string, unknown>>({
      name: 'open-charge',
      text: `select id, provider, customer_ref as customer, method_ref as method, ref, created_at as "createdAt" from payment_charges
        where agency_id = app_agency() and agency_payment_id = $1 and state = 'open'`,
      values: [payment],
    })
  )[0] ?? null;

interface Method {
  type: 'card' | 'sepa';
  provider: ProviderName;
  ref: string;
  customer: string | null;
  enabled: boolean;
}

/** The method of the payment, else the agency's default one. */
async function methodOf(db: Db, { buyer, method }: PaymentRow): Promise<Method | null> {
  const [row] = await db.query<Method & Record<string, unknown>>({
    name: 'method-of-payment',
    text: `select m.type, m.provider, m.ref, m.customer_ref as customer, m.enabled and m.removed_at is null as enabled from payment_methods m
      where m.agency_id = $1 and case when $2::uuid is null then m.is_default else m.id = $2 end`,
    values: [buyer, method],
  });
  return row ?? null;
}

const setStatus = (
  db: Db,
  id: string,
  status: PaymentStatus,
  more: {
    error?: PaymentText | null;
    message?: string | null;
    authentication?: boolean;
    nextTryAt?: Date | null;
    isAttempt?: boolean;
  } = {},
): Promise<unknown> =>
  db.query({
    name: 'set-payment-status',
    text: `update agency_payments set status = $2, error = $3, provider_message = $4, authentication_required = $5, next_try_at = $6, attempts = attempts + $7,
        settled_at = case when $2 = 'VALIDATED' then coalesce(settled_at, now()) end, updated_at = now()
      where agency_id = app_agency() and id = $1`,
    values: [
      ...[id, status, more.error ?? null, more.message?.slice(0, 500) ?? null, more.authentication ?? false],
      ...[more.nextTryAt ?? null, more.isAttempt ? 1 : 0],
    ],
  });

/** A key of Z-038 that says why nothing can be asked of a provider; null: something can. */
const lacking = (method: Method | null): PaymentText | null =>
  method === null ? 'NO_DEFAULT' : method.enabled ? null : method.type === 'card' ? 'NO_CARD' : 'NO_BANK';

type Beginning = { begun: Begun } | { cancel: Charge } | null;

/** The intent is written before anything is asked. `PROCESSING`: an attempt that died is taken up, not counted again. */
async function begin(db: Db, id: string, services: Services): Promise<Beginning> {
  const providers = providersOf(services.environment);
  const payment = await lockPayment(db, id);
  if (!payment || (payment.status !== 'PENDING' && payment.status !== 'PROCESSING')) return null;
  const method = await methodOf(db, payment);
  let charge = await openCharge(db, id);
  if (payment.status === 'PROCESSING' && charge === null) return null;
  if (payment.status === 'PENDING') {
    const lacks = lacking(method);
    const provider = method && providers[method.provider];
    if (lacks || !method || !provider) {
      // Without any key the platform collects by hand: the payment waits.
      if (!Object.values(providers).some((one) => one !== null)) return null;
      await setStatus(db, id, 'ERROR', { error: lacks ?? 'UNKNOWN' });
      await refreshInvoice(db, payment.invoice);
      await tellFailed(db, services, payment.invoice, lacks ?? 'UNKNOWN');
      return null;
    }
    // Another provider: what the first one has is cancelled there before the second is asked.
    if (charge && charge.provider !== method.provider) return { cancel: charge };
    if (!charge) {
      charge = {
        id: uuidv7(),
        provider: method.provider,
        customer: method.customer,
        method: method.ref,
        ref: null,
        createdAt: new Date(),
      };
      await db.query({
        name: 'open-a-charge',
        text: `insert into payment_charges (agency_id, id, agency_payment_id, provider, customer_ref, method_ref, amount, currency, created_at)
          values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [
          ...[charge.id, id, charge.provider, charge.customer, charge.method],
          ...[payment.amount, payment.currency, charge.createdAt],
        ],
      });
    } else {
      charge = { ...charge, method: method.ref };
      await db.query({
        name: 'charge-another-method',
        text: 'update payment_charges set method_ref = $2, updated_at = now() where agency_id = app_agency() and id = $1',
        values: [charge.id, method.ref],
      });
    }
    await setStatus(db, id, 'PROCESSING', { isAttempt: true });
    await refreshInvoice(db, payment.invoice);
  }
  const { amount, currency, reference, attempts } = payment;
  return {
    begun: {
      charge: charge as Charge,
      amount: Math.round(amount * 10 ** scaleOf(currency)),
      currency,
      description: `Facture ${reference}`,
      attempt: payment.status === 'PENDING' ? attempts + 1 : attempts,
    },
  };
}

/** Null: nothing was to be collected. */
export async function collect(services: Services, payment: string, asked: Asked = {}): Promise<Outcome | null> {
  const { database } = services;
  const within = <T>(work: (db: Db) => Promise<T>): Promise<T> => database.transaction(platformContext, work);
  const at = asked.at ?? (() => {});
  let beginning = await within((db) => begin(db, payment, services));
  if (beginning && 'cancel' in beginning) {
    const over = await cancelCharge(services, beginning.cancel);
    if (over) return over;
    beginning = await within((db) => begin(db, payment, services));
  }
  if (!beginning || 'cancel' in beginning) return null;
  at('recorded');
  const { charge, attempt, ...order } = beginning.begun;
  const provider = providersOf(services.environment)[charge.provider];
  // Its key was taken away: it waits.
  if (!provider) return null;
  let outcome: Outcome;
  try {
    const { id, customer, method, createdAt } = charge;
    const ref = charge.ref ?? (await provider.create({ charge: id, createdAt, customer, method, ...order }));
    at('created');
    if (!charge.ref) await within((db) => keepRef(db, id, ref));
    at('referred');
    outcome = await provider.confirm(ref, {
      ...{ key: `${id}-${attempt}`, method, isNew: charge.ref === null, returnUrl: asked.returnUrl ?? null },
    });
  } catch (error) {
    // Unknown: stays `PROCESSING`, and is asked again with the same keys.
    if (!(error instanceof Refused)) throw error;
    outcome = { state: 'failed', message: error.message, redirectUrl: null };
  }
  at('confirmed');
  await within((db) => recordOutcome(db, services, charge.id, outcome));
  at('settled');
  return outcome;
}

const keepRef = (db: Db, charge: string, ref: string): Promise<unknown> =>
  db.query({
    name: 'keep-charge-ref',
    text: 'update payment_charges set ref = $2, updated_at = now() where agency_id = app_agency() and id = $1 and ref is null',
    values: [charge, ref],
  });

/** What the provider still has is cancelled there. Answers the outcome if it was too late: the money came. */
export async function cancelCharge(services: Services, charge: Charge): Promise<Outcome | null> {
  const provider = providersOf(services.environment)[charge.provider];
  let outcome: Outcome = { state: 'cancelled', message: null, redirectUrl: null };
  if (charge.ref && provider) outcome = await provider.cancel(charge.ref);
  if (outcome.state === 'cancelled') {
    await services.database.transaction(platformContext, (db) => closeCharge(db, charge.id, 'cancelled'));
    return null;
  }
  if (outcome.state === 'failed' || outcome.state === 'authentication_required') return outcome;
  await services.database.transaction(platformContext, (db) => recordOutcome(db, services, charge.id, outcome));
  return outcome;
}

const closeCharge = (db: Db, charge: string, state: 'succeeded' | 'cancelled'): Promise<unknown> =>
  db.query({
    name: 'close-charge',
    text: 'update payment_charges set state = $2, updated_at = now() where agency_id = app_agency() and id = $1',
    values: [charge, state],
  });

/** The same outcome twice changes nothing. Answers whether something changed. */
export async function recordOutcome(
  db: Db,
  services: Services,
  charge: string,
  { state, message }: Outcome,
): Promise<boolean> {
  const [of] = await db.query<{ payment: string }>({
    name: 'payment-of-charge',
    text: 'select agency_payment_id as payment from payment_charges where agency_id = app_agency() and id = $1',
    values: [charge],
  });
  const payment = of && (await lockPayment(db, of.payment));
  if (!payment) return false;
  const { id, invoice, status, attempts } = payment;
  const now = new Date();
  const put = async (to: PaymentStatus, more: Parameters<typeof setStatus>[3] = {}): Promise<boolean> => {
    if (!mayFollow(status, to)) return false;
    const isSame = status === to;
    await setStatus(db, id, to, more);
    await refreshInvoice(db, invoice);
    if (!isSame) await audit(db, invoice, 'pay', { status: { before: status, after: to } }, null);
    return !isSame;
  };
  switch (state) {
    case 'processing':
      return status === 'ERROR' ? put('PROCESSING') : false;
    case 'succeeded': {
      await closeCharge(db, charge, 'succeeded');
      if (status === 'VALIDATED') return false;
      // Cancelled or settled by hand meanwhile, and yet the money came: it is written, and somebody pays it back.
      if (!mayFollow(status, 'VALIDATED')) {
        await audit(db, invoice, 'pay', { provider: { before: null, after: 'succeeded' } }, null);
        return false;
      }
      const changed = await put('VALIDATED');
      await askLiftSuspension(db, services, payment.buyer);
      return changed;
    }
    default: {
      if (state === 'cancelled') await closeCharge(db, charge, 'cancelled');
      // Z-033: its holder was asked, and what he did failed. Another attempt of the clock would only ask him again.
      if (status === 'ERROR' && payment.awaitsHolder && state === 'failed')
        await setStatus(db, id, 'ERROR', { error: 'NOT_COLLECTED', message });
      if (status === 'ERROR' || !mayFollow(status, 'ERROR')) return false;
      // A debit that came back is another object next time.
      if (status === 'VALIDATED') await closeCharge(db, charge, 'cancelled');
      const isAuthentication = state === 'authentication_required';
      const error = isAuthentication ? 'AUTHENTICATION' : state === 'cancelled' ? 'CANCELLED' : 'NOT_COLLECTED';
      const changed = await put('ERROR', {
        error,
        message,
        authentication: isAuthentication,
        // Only its holder can authenticate.
        nextTryAt: isAuthentication ? null : nextTryAt(attempts, now),
      });
      await tellFailed(db, services, invoice, error);
      return changed;
    }
  }
}

/** What the provider says now of an open or finished charge. */
export async function readCharge(
  services: Services,
  charge: { id: string; provider: ProviderName; ref: string; isRunning: boolean },
): Promise<boolean> {
  const provider = providersOf(services.environment)[charge.provider];
  if (!provider) return false;
  const outcome = await provider.read(charge.ref);
  // The attempt that runs says itself how it ended; only good news is taken meanwhile.
  if (charge.isRunning && outcome.state !== 'succeeded') return false;
  return services.database.transaction(platformContext, (db) => recordOutcome(db, services, charge.id, outcome));
}
