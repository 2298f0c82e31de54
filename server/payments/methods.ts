// Means of payment of an agency: the calls (Z-014..Z-027).
import { postcodeFault } from '#core/kernel/postcode.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  bankDetails,
  cardDetails,
  createPaymentCustomer,
  deletePaymentMethod,
  finishSetup as finishSetupCall,
  giveAddress,
  listPaymentMethods,
  methodLabel,
  type PaymentMethod,
  setDefaultPaymentMethod,
} from '#core/payments/method-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import type { Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { refusePlatform } from '#server/kernel/scope.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { approveFirstPayments } from './agreements.ts';
import type { Provider, ProviderName } from './provider.ts';
import { providersOf } from './providers.ts';
import { createCustomer, finishSetup, startSetup } from './setups.ts';

export interface MethodRow extends Record<string, unknown> {
  id: string;
  type: 'card' | 'sepa';
  provider: ProviderName;
  ref: string;
  enabled: boolean;
  isDefault: boolean;
  name: string | null;
  number: string | null;
  expiration: string | null;
  brand: string | null;
  holderName: string | null;
  bankName: string | null;
  accountNumber: string | null;
}

/** A card past its month is no longer valid, whatever the provider says (Z-020). */
export const isValidMethod = `m.enabled and (m.expiration is null or to_date(m.expiration, 'MM/YYYY') + interval '1 month' > now())`;

/** Of the agency `$1`: its own, or for the platform one that it bills. */
export const methodsSql = `select m.id, m.type, m.provider, m.ref, ${isValidMethod} as enabled, m.is_default as "isDefault", m.name, m.number, m.expiration, m.brand,
    m.holder_name as "holderName", m.bank_name as "bankName", m.account_number as "accountNumber"
  from payment_methods m where m.agency_id = $1 and m.removed_at is null order by m.is_default desc, m.created_at, m.id limit 100`;

export const shownMethod = (row: MethodRow): PaymentMethod => ({
  id: row.id,
  type: row.type,
  enabled: row.enabled,
  stripeCard:
    row.type === 'card' ? { name: row.name, number: row.number, expiration: row.expiration, brand: row.brand } : null,
  goBankDetail:
    row.type === 'sepa'
      ? { holderName: row.holderName, bankName: row.bankName, accountNumber: row.accountNumber }
      : null,
});

export const waysOf = (environment: Environment): { cards: boolean; debits: boolean } => {
  const { stripe, gocardless } = providersOf(environment);
  return { cards: stripe !== null, debits: gocardless !== null };
};

const methodsOf = (db: Db, agency: string): Promise<MethodRow[]> =>
  db.query<MethodRow>({ name: 'payment-methods', text: methodsSql, values: [agency] });

async function listed({ db, context, services }: Pick<Call, 'db' | 'context' | 'services'>) {
  const rows = await methodsOf(db, context.agency as string);
  return {
    paymentMethods: rows.map(shownMethod),
    defaultPaymentMethod: rows.find(({ isDefault }) => isDefault)?.id ?? null,
    ...waysOf(services.environment),
  };
}

async function oneOf(call: Call & { params: { id: string } }): Promise<MethodRow> {
  const { db, context, params } = call;
  // Two that choose at once wait for each other.
  await db.query({
    name: 'lock-payment-methods',
    text: 'select 1 from payment_methods where agency_id = app_agency() for update',
  });
  const rows = isUuid(params.id) ? await methodsOf(db, context.agency as string) : [];
  const found = rows.find(({ id }) => id === params.id.toLowerCase());
  if (!found) throw new Problem('missing', paymentMessages.missingMethod);
  return found;
}

const audited = (call: Call, action: string, method: MethodRow): Promise<void> =>
  writeAudit(call.db, call, {
    ...{ entity: 'paymentMethod', id: method.id, action },
    changes: { method: { before: null, after: methodLabel(shownMethod(method)) } },
  });

const providerOr = ({ services }: Pick<Call, 'services'>, name: ProviderName, otherwise: string): Provider => {
  const provider = providersOf(services.environment)[name];
  if (!provider) throw new Problem('conflict', otherwise);
  return provider;
};

const urlOf = ({ services, host }: Call): string => services.tenants.urlOf(services.tenants.of(host));

export const methodHandlers: Handler[] = [
  handle(listPaymentMethods, listed),

  handle(setDefaultPaymentMethod, async (call) => {
    refusePlatform(call);
    const method = await oneOf(call);
    if (method.isDefault) throw new Problem('conflict', paymentMessages.alreadyDefault);
    if (!method.enabled) throw new Problem('conflict', paymentMessages.notEnabled);
    await call.db.query({
      name: 'no-default-method',
      text: 'update payment_methods set is_default = false, updated_at = now() where agency_id = app_agency() and is_default',
    });
    await call.db.query({
      name: 'default-method',
      text: 'update payment_methods set is_default = true, updated_at = now() where agency_id = app_agency() and id = $1',
      values: [method.id],
    });
    await audited(call, 'default', method);
    return listed(call);
  }),

  handle(deletePaymentMethod, async (call) => {
    refusePlatform(call);
    const method = await oneOf(call);
    if (method.isDefault) throw new Problem('conflict', paymentMessages.keepsDefault);
    await call.db.query({
      name: 'remove-method',
      text: 'update payment_methods set removed_at = $2, updated_at = $2 where agency_id = app_agency() and id = $1',
      values: [method.id, call.now],
    });
    await audited(call, 'delete', method);
    const provider = providersOf(call.services.environment)[method.provider];
    // Nothing is collected with it any more here; the provider learns of it afterwards.
    if (provider) call.afterCommit(() => provider.forgetMethod(method.ref));
    return listed(call);
  }),

  handle(createPaymentCustomer, async (call) => {
    refusePlatform(call);
    const provider = providerOr(call, 'stripe', paymentMessages.noCards);
    return { customer: await createCustomer(call.services, call.context.agency as string, provider) };
  }),

  handle(cardDetails, async (call) => {
    refusePlatform(call);
    const provider = providerOr(call, 'stripe', paymentMessages.noCards);
    const where = { action: call.params.action, url: urlOf(call) };
    return { redirectUrl: await startSetup(call.services, call.context.agency as string, provider, where) };
  }),

  handle(bankDetails, async (call) => {
    refusePlatform(call);
    const provider = providerOr(call, 'gocardless', paymentMessages.noDebits);
    const where = { action: call.params.action, url: urlOf(call) };
    return { redirectUrl: await startSetup(call.services, call.context.agency as string, provider, where) };
  }),

  handle(finishSetupCall, async ({ services, context, params, caller }) => {
    refusePlatform({ caller });
    if (!isUuid(params.id)) throw new Problem('missing', 'Demande introuvable');
    const agency = context.agency as string;
    const state = await finishSetup(services, agency, params.id);
    if (state === 'done') await approveFirstPayments(services, agency);
    return { state };
  }),

  handle(giveAddress, async (call) => {
    refusePlatform(call);
    const { db, input, context } = call;
    const [lacking] = await db.query<{ country: string; before: object }>({
      name: 'lock-missing-address',
      text: `select country, json_build_object('street', street, 'zipcode', zipcode, 'city', city, 'country', country) as before from agencies
        where id = app_agency() and not coalesce(street <> '' and city <> '', false) for no key update`,
    });
    if (!lacking) return;
    const fault = postcodeFault(lacking.country, input.zipcode);
    if (fault) throw new Problem('invalid', fault, { violations: [{ path: 'zipcode', message: fault }] });
    await db.query({
      name: 'give-address',
      text: 'update agencies set street = $1, zipcode = $2, city = $3, version = version + 1 where id = app_agency()',
      values: [input.street, input.zipcode, input.city],
    });
    await writeAudit(db, call, {
      ...{ entity: 'agency', id: context.agency as string, action: 'edit' },
      changes: { address: { before: lacking.before, after: { ...lacking.before, ...input } } },
    });
  }),
];
