// The quota of sheets and accounts, checked under a lock, so that concurrent saves see each other.
import {
  accountsLeft,
  accountsRefused,
  isAccountLimitReached,
  isAgentLimitReached,
  type Pricing,
  quotaMessages,
  readPricing,
  refusedSheet,
  sheetPrice,
  toSubscription,
} from '#core/agents/quota.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

export async function pricingOf(db: Db): Promise<Pricing> {
  const [row] = await db.query<{ pricing: Pricing }>({
    name: 'pricing',
    text: `select json_build_object('countAgents', json_build_object(
          'agents', (select count(*) from agents a where a.agency_id = g.id and a.status in (100, 200)),
          'accounts', (select count(*) from agents a where a.agency_id = g.id and a.status = 100)),
        'agentsLimit', g.agents_limit, 'accountsLimit', g.accounts_limit, 'vFreeAccounts', g.free_accounts,
        'remainingSheets', g.remaining_sheets, 'prepaidSignatures', g.prepaid_signatures, 'prepaidPayslips', g.prepaid_payslips, 'sheetPrice', ${sheetPrice}) as pricing
      from agencies g where g.id = app_agency()`,
  });
  if (!row) throw new Problem('missing', 'Agence introuvable');
  return row.pricing;
}

/** Waits for concurrent creations. */
export const holdQuota = (db: Db): Promise<unknown> =>
  db.query({ name: 'hold-quota', text: `select pg_advisory_xact_lock(hashtextextended('quota ' || app_agency(), 0))` });

/** Takes this many sheets and accounts from the quota: all of them, or a refusal. */
export async function takeSheets(db: Db, sheets: number, accounts: number): Promise<void> {
  await holdQuota(db);
  const pricing = await pricingOf(db);
  // Check the last one, which is the first to be refused.
  const { countAgents, remainingSheets } = pricing;
  const last: Pricing = {
    ...pricing,
    countAgents: { agents: countAgents.agents + sheets - 1, accounts: countAgents.accounts + accounts - 1 },
    remainingSheets: remainingSheets === null ? null : remainingSheets - sheets + 1,
  };
  const refused = refusedSheet(last);
  if (refused !== null) throw new Problem('conflict', refused, { remedy: toSubscription });
  if (accounts > 0 && isAccountLimitReached(last)) throw accountsRefused(accountsLeft(pricing) ?? 0, accounts);
  if (remainingSheets !== null)
    await db.query({
      name: 'take-sheets',
      text: 'update agencies set remaining_sheets = remaining_sheets - $1 where id = app_agency()',
      values: [sheets],
    });
}

/** Checks what sheets that came back or were activated take: an archived sheet and a released licence are free again. */
export async function checkMoved(db: Db, sheets: number, accounts: number): Promise<void> {
  if (sheets === 0 && accounts === 0) return;
  await holdQuota(db);
  const { countAgents, ...pricing } = await pricingOf(db);
  const without = (agents: number, licences: number): Pricing => ({
    ...pricing,
    countAgents: { agents: countAgents.agents - agents, accounts: countAgents.accounts - licences },
  });
  // The rows are already moved, so they count themselves. A sheet is paid for once, when it is created.
  if (sheets > 0 && isAgentLimitReached(without(1, 0)))
    throw new Problem('conflict', quotaMessages.agents, { remedy: toSubscription });
  if (accounts > 0 && isAccountLimitReached(without(0, 1)))
    throw accountsRefused(accountsLeft(without(0, accounts)) ?? 0, accounts);
}

export const quotaHandlers: Handler[] = [handle(readPricing, async ({ db }) => ({ pricing: await pricingOf(db) }))];
