// Short builders of a month of pay, for tables of cases.
import { calendarOf } from '../../planning/calendar.ts';
import { hoursOf } from '../../planning/hours.ts';
import { payPeriodOf } from '../../planning/pay-period.ts';
import { slotsOf } from '../../planning/slots.ts';
import { paris, shift } from '../../planning/testing/planned.ts';
import type { PayContract, PayPerson, PayPlace, PayShift } from '../facts.ts';
import { type DatedRate, ratesOf } from '../rates.ts';

const night = { start: '21:00', end: '06:00' };
const overtime = [
  { from: 35, percent: 25 },
  { from: 43, percent: 50 },
];

export function placeOf(
  month: string,
  { own = [] as DatedRate[], branch = true, holidays = [] as string[] } = {},
): PayPlace {
  const { start, end } = payPeriodOf(month, 1);
  const calendar = calendarOf({
    zone: paris,
    from: start,
    to: end,
    holidays: holidays.map((day) => ({ day, name: 'Férié' })),
  });
  return {
    month,
    start,
    end,
    calendar,
    hours: hoursOf(calendar, { night, overtime, branch }),
    slots: slotsOf(calendar, night),
    rates: ratesOf(own, branch),
    branch,
    currency: 'EUR',
    quota: 329 * 60,
    allowances: true,
  };
}

/** Coefficient 120 of 2026: 1 883,85 € a month, 12,4207 € an hour. */
export const contractOf = (more: Partial<PayContract> = {}): PayContract => ({
  type: 'CDI',
  startDate: '2025-01-06',
  endDate: null,
  period: 'WEEK',
  hoursLimit: 35,
  cycleWeeks: null,
  monthlyPay: 1883.85,
  hourlyPay: null,
  category: 'AGENT_EXPLOIT',
  classificationCoeff: 120,
  ...more,
});

export const personOf = (more: Partial<PayPerson> = {}): PayPerson => ({
  id: 'a',
  name: 'Alice',
  hourly: false,
  seniority: null,
  contracts: [contractOf()],
  overtimeIncrease: [],
  weekMinutes: {},
  shifts: [],
  absences: [],
  elements: [],
  carried: { nightRest: 0, quotaRest: 0, overtimeYear: 0 },
  ...more,
});

/** « 2026-10-05 08:00-16:00 » */
export const workOf = (...texts: string[]): PayShift[] =>
  texts.map((text) => {
    const { start, end } = shift(text);
    return { id: text, start, end, gaps: [], site: 'Entrepôt' };
  });
