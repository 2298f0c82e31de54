// The SQL version of core/agents/contracts.ts and expiry.ts; tests compare both.
import { branchMinimums, fullTimeMonthlyHours } from '#core/agents/branch.ts';
import { expiryThresholds } from '#core/agents/expiry.ts';
import { quoted } from '#server/kernel/names.ts';

/** Planned once per statement, not once per row. */
export const today = '(select app_today())';
export const french = '(select app_french())';

const started = `c.start_date <= ${today}`;

/** The contract shown in lists (`activeContract`), as `c`, of the agent in `t`. */
export const activeContractOf = (t: string): string =>
  `from agent_contracts c where c.agency_id = ${t}.agency_id and c.agent_id = ${t}.id
    order by ${started} and (c.end_date is null or c.end_date >= ${today}) desc, ${started} desc,
      case when ${started} then c.start_date end desc nulls last, case when ${started} then c.id end desc nulls last,
      c.start_date, c.id limit 1`;

export const overlaps = (one: string, other: string): string =>
  `${other}.id <> ${one}.id and ${one}.start_date <= coalesce(${other}.end_date, 'infinity') and ${other}.start_date <= coalesce(${one}.end_date, 'infinity')`;

/** F-029 */
export const monthlyHours = (c: string): string =>
  `case when ${c}.period = 'MONTH' then ${c}.hours_limit else round(${c}.hours_limit * 52 / 12, 2) end`;

const minimums = branchMinimums
  .map(
    ({ category, coefficient, monthly, validFrom, validTo }) =>
      `(${quoted(category)}, ${coefficient}, ${monthly}, date ${quoted(validFrom)}, ${validTo === null ? 'null::date' : `date ${quoted(validTo)}`})`,
  )
  .join(', ');

/** Whether the pay of contract `c` is below the branch's current minimum. */
export const isUnderpaid = (c: string): string =>
  `exists (select from (values ${minimums}) as m (category, coefficient, monthly, valid_from, valid_to)
    where m.category = ${c}.category and m.coefficient = ${c}.classification_coeff
      and m.valid_from <= ${today} and (m.valid_to is null or m.valid_to >= ${today})
      and coalesce(${c}.monthly_pay, round(${c}.hourly_pay * (${monthlyHours(c)}), 2))
        < round(m.monthly * least(${monthlyHours(c)}, ${fullTimeMonthlyHours}) / ${fullTimeMonthlyHours}, 2))`;

/** The `expiryState` of a day; without a day nothing expires. */
export const expiryStateOf = (day: string): string =>
  `case when ${day} is null then 'VALID' when ${day} < ${today} then 'EXPIRED' when ${day} <= ${today} + ${expiryThresholds.SOON} then 'SOON'
    when ${day} <= ${today} + ${expiryThresholds.WATCH} then 'WATCH' when ${day} <= ${today} + ${expiryThresholds.NEXT} then 'NEXT' else 'VALID' end`;
