// What an agency does with its subscription, and what the platform sets.
import { Problem } from '#core/kernel/problem.ts';
import {
  alertedQuotas,
  changePlan,
  fillCart,
  type OwnSubscription,
  orderSubscription,
  type QuotaAlert,
  readAlerts,
  readConfig,
  readFreeTrial,
  readSubscriptions,
  saveAlerts,
  saveQuotas,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { planType, platformVat } from '#core/subscriptions/offer.ts';
import { freeTrial } from '#core/subscriptions/subscription.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { readWhole } from '#server/kernel/save.ts';
import { refusePlatform } from '#server/kernel/scope.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform } from '#server/payments/as-platform.ts';
import { waysOf } from '#server/payments/methods.ts';
import { mergedQuotas, type Quotas } from './merging.ts';
import {
  cartLines,
  cartOf,
  lockSubscription,
  type PricedLine,
  placeOrder,
  refuseBilled,
  refuseOverflow,
  refuseUnpaid,
} from './orders.ts';
import { ownSubscription, soldOffers, subscriptionPlan } from './subscription.ts';

/** Absent: told both ways. */
export async function alertsOf(db: Db): Promise<QuotaAlert[]> {
  const rows = await db.query<QuotaAlert & Record<string, unknown>>({
    name: 'subscription-alerts',
    text: 'select quota, notification, email from subscription_alerts where agency_id = app_agency()',
  });
  return alertedQuotas.map(
    (quota) => rows.find((row) => row.quota === quota) ?? { quota, notification: true, email: true },
  );
}

/** A pack of what is not counted would only begin to limit it. */
async function refuseUncounted(db: Db, lines: readonly PricedLine[]): Promise<void> {
  const [counted] = await db.query<{ sheets: boolean; signatures: boolean; payslips: boolean }>({
    name: 'counted-quotas',
    text: `select remaining_sheets is not null as sheets, prepaid_signatures is not null as signatures, prepaid_payslips is not null as payslips
      from agencies where id = app_agency()`,
  });
  for (const { offer } of lines)
    for (const quota of ['sheets', 'signatures', 'payslips'] as const)
      if (offer.gives[quota] > 0 && offer.type !== planType && !counted?.[quota])
        throw new Problem('conflict', `« ${offer.name} » : votre abonnement n’est pas limité, ce pack est inutile.`);
}

/** The next period, in words of the history. */
const choiceOf = ({ plan, yearly, next, licences, nextLicences, renews }: OwnSubscription): string =>
  renews
    ? `${(next?.plan ?? plan)?.name}, ${(next ? next.yearly : yearly) ? 'par an' : 'par mois'}, licences en plus : ${nextLicences ?? licences}`
    : 'Pas de renouvellement';

const auditOf = (call: Call, action: string, changes: Record<string, { before: unknown; after: unknown }>) =>
  writeAudit(call.db, call, { entity: 'agency', id: call.context.agency as string, action, changes });

export const subscriptionHandlers: Handler[] = [
  handle(readSubscriptions, async ({ db }) => ({
    subscription: await ownSubscription(db),
    offers: await soldOffers(db),
  })),

  handle(readFreeTrial, async ({ db }) => {
    const { isFreeTrial, trialEndsOn, trialDaysLeft, plan, agencySettingsSubscription } = await ownSubscription(db);
    const { isFreeTrialDone } = agencySettingsSubscription;
    return { trial: { isFreeTrial, trialEndsOn, trialDaysLeft, isFreeTrialDone, hasPlan: plan !== null } };
  }),

  handle(readConfig, async ({ services, host }) => ({
    config: {
      modules: services.tenants.of(host).tenant.modules,
      freeTrialDays: freeTrial.days,
      ...waysOf(services.environment),
    },
  })),

  handle(fillCart, async ({ db, input }) => {
    const { lines, yearly } = cartLines(input, await soldOffers(db), await ownSubscription(db));
    return { cart: cartOf(lines, yearly) };
  }),

  handle(orderSubscription, async (call) => {
    refusePlatform(call);
    const { db, input, context, caller } = call;
    const buyerId = context.agency as string;
    if (input.vat !== platformVat)
      throw new Problem('conflict', `Le taux de TVA est de ${platformVat} %.`, {
        violations: [{ path: 'vat', message: `Le taux de TVA est de ${platformVat} %.` }],
      });
    const { today, isRunning } = await asPlatform(db, () => lockSubscription(db, buyerId));
    const own = await ownSubscription(db);
    const { lines, yearly, hasPlan } = cartLines(input, await soldOffers(db), own);
    if (own.plan === null && !hasPlan) throw new Problem('conflict', subscriptionMessages.needsPlan);
    if (hasPlan && isRunning) throw new Problem('conflict', subscriptionMessages.planRuns);
    await asPlatform(db, () => refuseUnpaid(db, buyerId, hasPlan));
    await refuseUncounted(db, lines);
    await asPlatform(db, () => refuseOverflow(db, buyerId, lines, hasPlan));
    const { needsDelivery } = cartOf(lines, yearly);
    if (needsDelivery && !input.deliveryAddress)
      throw new Problem('invalid', 'Indiquez où livrer.', {
        violations: [{ path: 'deliveryAddress', message: 'Obligatoire' }],
      });
    const { invoice, ...order } = await placeOrder(db, {
      ...{ buyerId, lines, yearly, renewal: false, once: uuidv7(), dueAt: today, caller },
      deliveryAddress: input.deliveryAddress ?? null,
      deliveryInstructions: input.deliveryInstructions ?? null,
      first: own.plan === null,
    });
    await auditOf(call as never, 'orderSubscription', { order: { before: null, after: invoice?.number ?? order.id } });
    return { order, invoice };
  }),

  handle(changePlan, async (call) => {
    refusePlatform(call);
    const { db, input, context } = call;
    const plan = (await soldOffers(db)).find(({ id, type }) => id === input.plan.id.toLowerCase() && type === planType);
    if (!plan) throw new Problem('conflict', subscriptionMessages.notOnSale);
    const before = await ownSubscription(db);
    if (!before.plan) throw new Problem('conflict', subscriptionMessages.needsPlan);
    const { yearly, renews, licences = null } = input;
    if (licences !== null && licences > before.licences)
      throw new Problem('conflict', subscriptionMessages.moreLicences, {
        violations: [{ path: 'licences', message: subscriptionMessages.moreLicences }],
      });
    const isSame = !renews || (before.plan.id === plan.id && before.yearly === yearly);
    const fewer = renews && licences !== before.licences ? licences : null;
    await asPlatform(db, async () => {
      await lockSubscription(db, context.agency as string);
      await refuseBilled(db, context.agency as string);
      await db.query({
        name: 'change-plan',
        text: `update agency_subscriptions set next_plan_id = $2, next_yearly = $3, next_licences = $4, renews = $5, updated_at = now(), version = version + 1
          where agency_id = app_agency() and buyer_id = $1`,
        values: [context.agency, isSame ? null : plan.id, isSame ? null : yearly, fewer, renews],
      });
    });
    const after = await ownSubscription(db);
    await auditOf(call as never, 'changePlan', { next: { before: choiceOf(before), after: choiceOf(after) } });
    return { subscription: after };
  }),

  handle(readAlerts, async ({ db }) => ({ alerts: await alertsOf(db) })),

  handle(saveAlerts, async (call) => {
    const { db, input } = call;
    await db.query({
      name: 'save-subscription-alerts',
      text: `insert into subscription_alerts (agency_id, quota, notification, email)
        select app_agency(), x.quota, x.notification, x.email from json_to_recordset($1) as x (quota text, notification boolean, email boolean)
        on conflict (agency_id, quota) do update set notification = excluded.notification, email = excluded.email`,
      values: [JSON.stringify(input.alerts)],
    });
    await auditOf(call as never, 'saveSubscriptionAlerts', {});
    return { alerts: await alertsOf(db) };
  }),

  handle(saveQuotas, async (call) => {
    const { db, params } = call;
    const plan = subscriptionPlan();
    const read = async () =>
      isUuid(params.id) ? (await readWhole(plan, db, [params.id])).get(params.id.toLowerCase()) : undefined;
    const known = await read();
    if (!known) throw new Problem('missing', plan.of.missing);
    await db.query({ name: 'lock-quotas', text: 'select lock_quotas($1)', values: [known.buyer?.id] });
    const row = (await read()) ?? known;
    const { seen, ...typed } = call.input;
    const input = seen ? mergedQuotas(typed, seen, row.buyer as Quotas) : typed;
    await db.query({
      name: 'set-quotas',
      text: 'select set_quotas($1, $2, $3, $4, $5, $6, $7)',
      values: [
        ...[row.buyer?.id, input.agentsLimit, input.accountsLimit, input.freeAccounts],
        ...[input.remainingSheets, input.prepaidSignatures, input.prepaidPayslips],
      ],
    });
    const { id: _id, ...before } = row.buyer as NonNullable<typeof row.buyer>;
    await writeAudit(db, call as never, {
      entity: plan.of.name,
      id: row.id,
      action: 'saveQuotas',
      changes: { quotas: { before, after: input } },
    });
    return new RawJson(`{"agencySubscription":${await readRow(plan, call as never, row.id)}}`) as never;
  }),
];
