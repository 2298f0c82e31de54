// What was bought in advance is used up here, under the row of the agency: concurrent uses wait for each other.
import { prepaidRefused } from '#core/agents/quota.ts';
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import type { Db } from '#server/db/database.ts';

const prepaid = { prepaid_signatures: 'signatures', prepaid_payslips: 'payslips' } as const;

/** All of them, or a refusal. An agency whose quota is null is not counted. */
async function take(db: Db, column: keyof typeof prepaid, count: number): Promise<void> {
  if (count === 0) return;
  const [row] = await db.query<{ left: number }>({
    name: `hold-${column}`,
    // References to the agency do not wait for it.
    text: `select ${column} as left from agencies where id = app_agency() and ${column} is not null for no key update`,
  });
  if (!row) return;
  if (row.left < count) throw prepaidRefused(subscriptionMessages[prepaid[column]], row.left, count);
  await db.query({
    name: `take-${column}`,
    text: `update agencies set ${column} = ${column} - $1 where id = app_agency()`,
    values: [count],
  });
}

/** Decision 105: one per signatory and sending. */
export const takeSignatures = (db: Db, count: number): Promise<void> => take(db, 'prepaid_signatures', count);
/** One per person to whom a paper of a batch is handed out: the only act that hands out payslips. */
export const takePayslips = (db: Db, count: number): Promise<void> => take(db, 'prepaid_payslips', count);
