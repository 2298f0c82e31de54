// The agencies as records of the platform: what is counted, and the trace of its edits in the agency's own history.
import { entityNamed } from '#core/entities.ts';
import { codesIn } from '#core/kernel/codes.ts';
import type { Row } from '#core/kernel/entity.ts';
import { maximumPageSize } from '#core/kernel/query.ts';
import { departments } from '#core/marketplace/departments.ts';
import { settledStatuses } from '#core/payments/statuses.ts';
import { AdminAgency, type AgencyState, activeDays } from '#core/platform/agency.ts';
import { exportAgencies } from '#core/platform/agency-calls.ts';
import { checkIdentity } from '#server/agencies/identity.ts';
import { lockOf } from '#server/agencies/lock.ts';
import { changesBetween, groupsOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { list } from '#server/kernel/list.ts';
import { literal } from '#server/kernel/names.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { asAgency } from './as-agency.ts';

/** AB-039. A state of `g`, a row of the agencies. */
export const stateOf = (g: string): string => {
  const states: Record<AgencyState, string> = {
    LOCKED: `${lockOf(g)} is not null`,
    PENDING: `${g}.pending`,
    ACTIVE: `${g}.last_use_at >= now() - interval '${activeDays} days'`,
    INACTIVE: 'true',
  };
  const cases = Object.entries(states).map(([state, holds]) => `when ${holds} then '${state}'`);
  return `case ${cases.join(' ')} end`;
};

const codes = codesIn(departments).map((code) => literal(String(code)));
/** As core/marketplace/departments.ts does. */
const departmentOf = (g: string): string =>
  `(select d.code from (select case when ${g}.zipcode !~ '^[0-9]{5}$' then null when ${g}.zipcode like '97%' then left(${g}.zipcode, 3)
      when ${g}.zipcode like '20%' then case when ${g}.zipcode < '20200' then '2A' else '2B' end else left(${g}.zipcode, 2) end as code) d
    where ${g}.country = 'FR' and d.code in (${codes.join(', ')}))`;

const subscribed = (g: string, sql: string): string =>
  `(select ${sql} from agency_subscriptions s where s.agency_id = ${g}.agency_id and s.buyer_id = ${g}.id)`;

/** Under way, as server/subscriptions/subscription.ts says. */
const onTrial = `s.status = 100 and s.plan_id is null and not s.is_free_trial_done and coalesce(s.trial_ends_on >= app_today(), false)`;

export const subscriptionOf = `case when ${onTrial} then 'TRIAL' when s.status in (200, 300) then 'ENDED' when s.plan_id is not null then 'PLAN' else 'NONE' end`;

const used = (count: string, limit: string, word: string): string =>
  `p.${count} || coalesce(' / ' || ${limit}, '') || case when greatest(p.${count}, ${limit}) > 1 then ' ${word}s' else ' ${word}' end`;

const lastPaymentOf = (g: string): string =>
  `(select max(p.settled_at) from agency_payments p where p.buyer_id = ${g}.id and p.status in (${settledStatuses.map(literal).join(', ')}))`;

const groups = groupsOf(AdminAgency.fields);

/** Its owner reads in its history what the platform changed. */
const tellAgency = (before: object, after: Row<typeof AdminAgency>, call: Call): Promise<void> =>
  asAgency(call.db, call, after.id, (inAgency) =>
    writeAudit(call.db, inAgency, {
      ...{ entity: 'agency', id: after.id, action: 'editByPlatform' },
      changes: changesBetween(before as Record<string, unknown>, after, groups),
    }),
  );

export const adminAgencyExtension: Extension<typeof AdminAgency> = {
  searchesRows: true,
  computed: {
    manager: (t) =>
      `(select p.manager || case when p.expired then ' (invitation expirée)' when p.invited then ' (invitation envoyée)' else '' end from agency_people(${t}.id) p)`,
    status: stateOf,
    errors: (t) =>
      `(select string_agg((e ->> 'message') || case e ->> 'by' when 'subscriptions' then ' (abonnement)' when 'payments' then ' (paiement)' else '' end, ' · ') from jsonb_array_elements(${t}.errors) e)`,
    subscription: (t) =>
      subscribed(
        t,
        `case when ${onTrial} then 'Essai gratuit' else (select o.name from subscription_offers o where o.agency_id = s.agency_id and o.id = s.plan_id) end`,
      ),
    subscriptionState: (t) => `coalesce(${subscribed(t, subscriptionOf)}, 'NONE')`,
    quotas: (t) =>
      `(select ${used('sheets', `${t}.agents_limit`, 'fiche')} || ' · ' || ${used('accounts', `${t}.accounts_limit`, 'compte')} from agency_people(${t}.id) p)`,
    billable: (t) => `coalesce(${subscribed(t, 's.must_be_billed')}, false)`,
    payment: (t) =>
      `case when exists (select from agency_payments p where p.buyer_id = ${t}.id and p.status = 'ERROR') then 'ERROR'
        else coalesce((select upper(m.type) from payment_methods m where m.agency_id = ${t}.id and m.is_default and m.removed_at is null), 'NONE') end`,
    expiresOn: (t) => subscribed(t, 's.ends_on'),
    lastPaymentAt: (t) => utc(lastPaymentOf(t)),
    department: departmentOf,
    country: (t) => `${t}.country`,
  },
  bare: { lastPaymentAt: lastPaymentOf },
  async beforeSave(rows, call) {
    for (const row of rows) await checkIdentity(call, row, 'platform');
  },
  async afterSave(rows, call) {
    for (const { before, after } of rows) await tellAgency(before ?? {}, after, call);
  },
};

const plan = planOf(AdminAgency, adminAgencyExtension, entityNamed) as unknown as Plan;

export const administeredHandlers: Handler[] = [
  handle(
    exportAgencies,
    (call) => list(plan, { ...call, input: { ...call.input, limit: maximumPageSize } } as never) as never,
  ),
];
