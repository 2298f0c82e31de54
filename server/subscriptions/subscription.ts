// The subscription of an agency: read by itself, moved by the platform.
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type OwnSubscription, type SoldOffer, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { familyOf, hiddenType, planType } from '#core/subscriptions/offer.ts';
import { AgencySubscription, freeTrial } from '#core/subscriptions/subscription.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { asPlatform } from '#server/payments/as-platform.ts';

/** In the platform's context. Lifts only the lock of subscriptions. */
export const setLock = (db: Db, buyer: string, message: string | null): Promise<unknown> =>
  db.query({
    name: 'lock-subscription',
    text: 'select lock_subscription($1, $2, $3)',
    values: [buyer, subscriptionMessages.ended, message],
  });

/** Fourteen days with everything. For the sign-up of agencies as well, in the transaction that creates one. */
export const startFreeTrial = (db: Db, buyer: string): Promise<void> =>
  asPlatform(db, async () => {
    await db.query({
      name: 'start-free-trial',
      text: `update agency_subscriptions set status = 100, trial_ends_on = app_today() + $2::integer - 1, starts_on = app_today(), ends_on = app_today() + $2::integer - 1,
          updated_at = now() where agency_id = app_agency() and buyer_id = $1 and not is_free_trial_done`,
      values: [buyer, freeTrial.days],
    });
    await db.query({
      name: 'trial-quotas',
      text: 'select give_quotas($1, $2, 0, $3, 0)',
      values: [buyer, freeTrial.licences, freeTrial.signatures],
    });
    await setLock(db, buyer, null);
  });

export const subscriptionExtension: Extension<typeof AgencySubscription> = {
  searchesRows: true,
  computed: {
    buyer: (t) =>
      `(select json_build_object('id', g.id, 'agentsLimit', g.agents_limit, 'accountsLimit', g.accounts_limit, 'freeAccounts', g.free_accounts,
        'remainingSheets', g.remaining_sheets, 'prepaidSignatures', g.prepaid_signatures, 'prepaidPayslips', g.prepaid_payslips) from agencies g where g.id = ${t}.buyer_id)`,
  },
  async beforeSave(rows, { db }) {
    const chosen = rows.flatMap(({ draft, current }) =>
      draft.plan?.id && draft.plan.id !== current?.plan?.id ? [draft.plan.id] : [],
    );
    if (chosen.length === 0) return;
    const [other] = await db.query({
      name: 'not-a-plan',
      text: 'select from subscription_offers where agency_id = app_agency() and id = any ($1::uuid[]) and type <> $2 limit 1',
      values: [chosen, planType],
    });
    if (other)
      throw new Problem('invalid', subscriptionMessages.notPlan, {
        violations: [{ path: 'plan', message: subscriptionMessages.notPlan }],
      });
  },
  // Z-004: a trial that the platform ends is over, as one that the clock ends.
  async afterSave(rows, call) {
    const ended = rows.flatMap(({ before, after }) =>
      before?.isFreeTrialDone === false && after.isFreeTrialDone && after.status === 100 && !after.plan ? [after] : [],
    );
    if (ended.length === 0) return;
    const { db } = call;
    await db.query({
      name: 'end-trials-by-hand',
      text: 'update agency_subscriptions set status = 200, updated_at = now(), version = version + 1 where agency_id = app_agency() and id = any ($1::uuid[])',
      values: [ended.map(({ id }) => id)],
    });
    for (const { buyer } of ended) await setLock(db, buyer?.id as string, subscriptionMessages.trialEnded);
    await writeAudits(
      db,
      call,
      ended.map(({ id }) => ({
        ...{ entity: AgencySubscription.name, id, action: 'deactivate' },
        changes: { status: { before: 100, after: 200 } },
      })),
    );
  },
  async afterMove(move, rows, { db }) {
    for (const { buyer } of rows) {
      const id = buyer?.id as string;
      if (move === 'startTrial') await startFreeTrial(db, id);
      else await setLock(db, id, move === 'activate' ? null : subscriptionMessages.ended);
    }
  },
};

let plan: Plan<typeof AgencySubscription> | null = null;
export const subscriptionPlan = (): Plan<typeof AgencySubscription> => {
  plan ??= planOf(AgencySubscription, subscriptionExtension, entityNamed);
  return plan;
};

/** A trial lasts until the end of its last day there, wherever the agency is. */
export const paris = `(now() at time zone 'Europe/Paris')::date`;

/** Of the transaction's agency. */
export async function ownSubscription(db: Db): Promise<OwnSubscription> {
  const [row] = await db.query<{ own: OwnSubscription }>({
    name: 'own-subscription',
    text: `select json_build_object('status', s.status,
        'plan', (select json_build_object('id', l.id, 'name', l.name) from subscription_offers l where l.id = s.plan_id),
        'yearly', s.yearly, 'licences', s.licences, 'startsOn', s.starts_on, 'endsOn', s.ends_on,
        'next', (select json_build_object('plan', json_build_object('id', l.id, 'name', l.name), 'yearly', coalesce(s.next_yearly, false)) from subscription_offers l where l.id = s.next_plan_id),
        'nextLicences', s.next_licences, 'renews', s.renews,
        'isFreeTrial', t.under_way, 'trialEndsOn', s.trial_ends_on, 'trialDaysLeft', case when t.under_way then s.trial_ends_on - ${paris} + 1 end,
        'agencySettingsSubscription', json_build_object(
          'defaultPaymentMethod', (select m.id from payment_methods m where m.agency_id = g.id and m.is_default and m.removed_at is null), 'isFreeTrialDone', s.is_free_trial_done, 'vat', g.vat, 'vatLabel', g.vat_label, 'mustBeBilled', s.must_be_billed)) as own
      from agency_subscriptions s join agencies g on g.id = s.buyer_id
      cross join lateral (select s.status = 100 and s.plan_id is null and not s.is_free_trial_done and coalesce(s.trial_ends_on >= ${paris}, false) as under_way) t
      where s.buyer_id = app_agency()`,
  });
  if (!row) throw new Problem('missing', AgencySubscription.missing);
  return row.own;
}

type Sold = Omit<SoldOffer, 'family'>;

/** On sale to agencies; the payslips pack is hidden (Z-043). */
export async function soldOffers(db: Db): Promise<SoldOffer[]> {
  const rows = await db.query<{ offer: Sold }>({
    name: 'sold-offers',
    text: `select json_build_object('id', id, 'name', name, 'description', description, 'type', type, 'price', price, 'yearlyPrice', yearly_price,
        'gives', json_build_object('licences', licences, 'sheets', sheets, 'signatures', signatures, 'payslips', payslips)) as offer
      from subscription_offers where status = 100 and type <> ${hiddenType} order by type, price, id`,
  });
  return rows.map(({ offer }) => ({ ...offer, family: familyOf(offer.type) }));
}
