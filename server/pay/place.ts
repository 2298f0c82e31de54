// The agency's part of a month of pay: its period, its calendar, its rates.

import type { AbsenceEffect, PayPlace } from '#core/pay/facts.ts';
import { type DatedRate, ratesOf } from '#core/pay/rates.ts';
import { monthAfter } from '#core/planning/days.ts';
import { payMonthOf, payPeriodOf } from '#core/planning/pay-period.ts';
import { slotsOf } from '#core/planning/slots.ts';
import { productRules } from '#core/tenant.ts';
import type { Db } from '#server/db/database.ts';
import { type HoursPlace, type HoursRules, hoursPlace } from '#server/planning/hours-calls.ts';

interface Settings extends Record<string, unknown> {
  currency: string;
  /** Hours. */
  quota: number;
  first: number;
  today: string;
  rates: DatedRate[];
  closed: ClosedMonth[];
}

export interface ClosedMonth {
  id: string;
  month: string;
  start: string;
  end: string;
  at: string;
  by: string | null;
  unsettled: number;
  /** Null: closed before they were kept. */
  rules: PayRules | null;
}

/** The agency's undated settings that a month of pay depends on. */
export interface PayRules extends HoursRules {
  /** Hours. */
  quota: number;
  /** By type of absence. Absent: closed before they were kept, like the next. */
  effects?: Readonly<Record<string, AbsenceEffect>>;
  /** Who was no employee of the agency. */
  externals?: readonly string[];
}

export interface PaySettings extends Settings {
  /** The last closed month; null: none yet. */
  last: ClosedMonth | null;
}

/** Read once for all months of a call. */
export async function paySettings(db: Db): Promise<PaySettings> {
  const [row] = await db.query<Settings>({
    name: 'pay-settings',
    text: `select g.currency, g.yearly_overtime_limit as quota, g.pay_period_start as first, app_today()::text as today,
        (select coalesce(json_agg(json_build_object('kind', r.kind, 'value', r.value, 'validFrom', r.valid_from, 'validTo', r.valid_to)), '[]')
          from pay_rates r where r.agency_id = g.id) as rates,
        (select coalesce(json_agg(json_build_object('id', p.id, 'month', p.month, 'start', p.start_date, 'end', p.end_date,
            'at', to_char(p.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', p.closed_by, 'unsettled', p.unsettled, 'rules', p.rules) order by p.month), '[]')
          from payrolls p where p.agency_id = g.id) as closed
      from agencies g where g.id = app_agency()`,
  });
  const settings = row as Settings;
  return { ...settings, last: settings.closed.at(-1) ?? null };
}

/** The month to look at first: the one that has ended and is not closed, or the current one. */
export function usualMonth({ today, first, closed }: PaySettings): string {
  const current = payMonthOf(today, first);
  const ended = monthAfter(current, -1);
  return closed.some(({ month }) => month >= ended) ? current : ended;
}

export interface PayHere {
  place: PayPlace;
  hours: HoursPlace;
}

export async function payPlace(db: Db, month: string, settings: PaySettings): Promise<PayHere> {
  // A closed month keeps the days that it was closed with.
  const known = settings.closed.find((one) => one.month === month);
  const { start, end } = known ?? payPeriodOf(month, settings.first);
  return placeOver(db, month, { start, end }, settings, known?.rules ?? null);
}

/** Any days: a month of pay, or the period of a cost. */
export async function placeOver(
  db: Db,
  month: string,
  { start, end }: { start: string; end: string },
  { currency, quota, rates }: PaySettings,
  rules: PayRules | null = null,
): Promise<PayHere> {
  const hours = await hoursPlace(db, { start, end }, rules);
  const branch = hours.settings.regulation === 'IDCC1351';
  return {
    hours,
    place: {
      ...{ month, start, end, currency, branch },
      calendar: hours.calendar,
      hours: hours.hours,
      slots: slotsOf(hours.calendar, hours.rules.night),
      rates: ratesOf(rates, branch),
      quota: (rules?.quota ?? quota) * 60,
      allowances: productRules.allowance,
    },
  };
}
