// Customers: the generated number, the count of sites, and their archiving.
import type { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import { rightSet } from '#core/grants.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { refuseOpenBilling } from '#server/billing/open.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Extension, Pending, Saved } from '#server/kernel/extension.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Numbering, nextNumbers } from '#server/kernel/next-numbers.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { offeredBySite } from '#server/logbook/offered.ts';
import { refuseErased } from '#server/privacy/erased.ts';
import { accountState } from '#server/rights/account-state.ts';
import { permitNewAddresses } from '#server/rights/handing-on.ts';

/** The states of his contacts' accounts. */
const contactAccess = (t: string): string =>
  `array(select distinct ${accountState('l')} from contacts l where l.agency_id = ${t}.agency_id and l.customer_id = ${t}.id order by 1)`;

export const customerExtension: Extension<typeof Customer> = {
  computed: {
    siteCount: (t) =>
      `(select count(*)::integer from sites s where s.agency_id = ${t}.agency_id and s.customer_id = ${t}.id and s.status <> 300)`,
    contactAccess: (t) => `to_json(${contactAccess(t)})`,
  },
  bare: { contactAccess },
  async beforeSave(rows, call) {
    await refuseErased(rows, call.db);
    await permitNewAddresses(
      call,
      rows.flatMap(({ draft }) => draft.userCompanies ?? []),
      rows.flatMap(({ current }) => current?.userCompanies ?? []),
    );
    await numberThem(rows, call.db);
  },
  async afterSave(rows, { db }) {
    await giveRights(rows, db);
    // The search finds a site by its customer.
    const renamed = rows.filter(({ after, before }) => before && before.name !== after.name);
    if (renamed.length > 0)
      await putWords(
        sites,
        db,
        `${alias}.customer_id = any ($1::uuid[])`,
        renamed.map(({ after }) => after.id),
      );
  },
  // Nobody plans for a customer who left; his sites come back with him.
  async afterMove(move, rows, call) {
    const ids = rows.map(({ id }) => id);
    if (move === 'archive') {
      await refuseOpenBilling(call.db, ids, call.now);
      await archiveSites(ids, call);
    }
    if (move === 'reactivate' || move === 'deactivate') await reopenSites(ids, call);
  },
};

/** C-042. What somebody then ticks or unticks stays, also before the contact opens his account. */
async function giveRights(rows: readonly Saved<typeof Customer>[], db: Db): Promise<void> {
  const added = rows.flatMap(({ after, before }) => {
    const known = new Set(before?.userCompanies.map(({ id }) => id));
    return after.userCompanies.map(({ id }) => id).filter((id) => !known.has(id));
  });
  if (added.length === 0) return;
  await db.query({
    name: 'rights-of-new-contacts',
    text: 'update contacts set rights = $2 where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [added, rightSet('customer')],
  });
}

const sites = planOf(Site, { computed: { serviceEventTypes: offeredBySite } }, entityNamed);

async function archiveSites(customers: readonly string[], call: Call): Promise<void> {
  const open = await call.db.query<{ id: string; status: number }>({
    name: 'open-sites-of-customers',
    text: `select s.id, s.status from sites s where s.agency_id = app_agency() and s.customer_id = any ($1::uuid[])
      and s.status in (${activeStatus}, ${inactiveStatus}) for update`,
    values: [customers],
  });
  const ids = open.map(({ id }) => id);
  await moveMany(sites, ids, 'archive', call);
  await call.db.query({
    name: 'keep-status-of-sites',
    text: `update sites s set status_before = o.status from unnest($1::uuid[], $2::integer[]) o (id, status)
      where s.agency_id = app_agency() and s.id = o.id`,
    values: [ids, open.map(({ status }) => status)],
  });
}

/** Only those that were archived with their customer, in the state of before. */
async function reopenSites(customers: readonly string[], call: Call): Promise<void> {
  const closed = await call.db.query<{ id: string; status: number }>({
    name: 'sites-that-reopen',
    text: `select s.id, s.status_before as status from sites s where s.agency_id = app_agency() and s.customer_id = any ($1::uuid[])
      and s.status_before is not null for update`,
    values: [customers],
  });
  for (const [move, to] of [
    ['reactivate', activeStatus],
    ['deactivate', inactiveStatus],
  ] as const)
    await moveMany(
      sites,
      closed.flatMap(({ id, status }) => (status === to ? [id] : [])),
      move,
      call,
    );
}

const customerNumbers: Numbering = { counter: 'customer', table: 'customers', column: 'customer_number_id' };

/** H-014: the agency's prefix, then a unique number padded to four digits. */
async function numberThem(rows: readonly Pending<typeof Customer>[], db: Db): Promise<void> {
  const unnumbered = rows.filter(({ draft, current }) => {
    const infos = draft.customerInfos;
    const before = current?.customerInfos;
    const number = infos?.customerNumberId === undefined ? before?.customerNumberId : infos.customerNumberId;
    return !number && (infos?.generateCustomerNumberId ?? before?.generateCustomerNumberId ?? true);
  });
  if (unnumbered.length === 0) return;
  const [agency] = await db.query<{ prefix: string }>({
    name: 'customer-number-prefix',
    text: 'select customer_number_prefix as prefix from agencies where id = app_agency()',
  });
  const numbers = await nextNumbers(db, customerNumbers, {
    count: unnumbered.length,
    typed: rows.flatMap(({ draft }) => draft.customerInfos?.customerNumberId ?? []),
    prefix: agency?.prefix ?? '',
  });
  for (const [index, { draft }] of unnumbered.entries())
    draft.customerInfos = { ...draft.customerInfos, customerNumberId: numbers[index] ?? null };
}
