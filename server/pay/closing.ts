// Freezes a month of pay.
import { sum, toNumber } from '#core/kernel/money.ts';
import { payPeriodOf } from '#core/planning/pay-period.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { isExternal } from '#server/planning/facts.ts';
import type { PaidRow, Payroll } from './payroll.ts';
import { type PayRules, type PaySettings, payPlace } from './place.ts';

export const totalsOf = (rows: readonly PaidRow[]): number => toNumber(sum(rows.map(({ total }) => total)));
export const unsettledIn = (rows: readonly PaidRow[]): number =>
  rows.reduce((all, { unsettled }) => all + unsettled, 0);

interface Closing {
  at: Date;
  by: string | null;
  settings: PaySettings;
}

async function undatedOf(db: Db): Promise<Pick<PayRules, 'effects' | 'externals'>> {
  const [row] = await db.query<Required<Pick<PayRules, 'effects' | 'externals'>> & Record<string, unknown>>({
    name: 'pay-undated-rules',
    text: `select (select coalesce(json_object_agg(y.id, y.pay_effect), '{}') from agency_unavailability_types y where y.agency_id = app_agency()) as effects,
        (select coalesce(json_agg(a.id), '[]') from agents a where a.agency_id = app_agency() and ${isExternal('a')}) as externals`,
  });
  return row ?? {};
}

/** Written in the transaction that closes the month; the database refuses every later change. */
export async function freezePayroll(db: Db, { month, rows }: Payroll, { at, by, settings }: Closing): Promise<void> {
  const { start, end } = payPeriodOf(month, settings.first);
  const { hours } = await payPlace(db, month, settings);
  const rules: PayRules = { ...hours.rules, quota: settings.quota, ...(await undatedOf(db)) };
  const id = uuidv7(at.getTime());
  await db.query({
    name: 'close-payroll',
    text: `insert into payrolls (agency_id, id, month, start_date, end_date, closed_at, closed_by, unsettled, total, rules)
      values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [id, month, start, end, at, by, unsettledIn(rows), totalsOf(rows), JSON.stringify(rules)],
  });
  await db.query({
    name: 'close-payroll-rows',
    text: `insert into payroll_rows (agency_id, payroll_id, month, agent_id, registration_number, effective, paid, unsettled, total, lines, counters, issues, terms)
      select app_agency(), $1, $3, x.id, x."registrationNumber", x.effective, x.paid, x.unsettled, x.total, x.lines, x.counters, x.issues, x.terms
      from json_to_recordset($2) as x (id uuid, "registrationNumber" text, effective integer, paid integer, unsettled integer, total numeric, lines jsonb, counters jsonb, issues jsonb, terms jsonb)`,
    values: [id, JSON.stringify(rows), month],
  });
}
