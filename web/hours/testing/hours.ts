// Hours as the calls return them, for tests.
import type { HoursRow, WholeHours } from '#core/planning/hours-calls.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';

export const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
export const slots = (some: Partial<SlotMinutes> = {}): SlotMinutes =>
  ({ ...Object.fromEntries(slotNames.map((name) => [name, 0])), ...some }) as SlotMinutes;
export const row = (more: Partial<HoursRow> = {}): HoursRow => ({
  id: id(1),
  name: 'Aline Petit',
  planned: 9_000,
  effective: 8_985,
  done: 6_000,
  paid: 9_225,
  breaks: 120,
  gaps: 15,
  unsettled: 1,
  contract: 9_100,
  difference: -115,
  slots: slots({ day: 8_000, sundayNight: 985 }),
  overtime: [{ percent: 25, minutes: 120 }],
  night: 985,
  nightRest: 10,
  meals: 12,
  ...more,
});
export const whole = (more: Partial<WholeHours> = {}): WholeHours => ({
  ...row(),
  weeks: [{ monday: '2026-11-02', number: 45, minutes: 2_220, overtime: [{ from: 35, percent: 25, minutes: 120 }] }],
  months: [],
  cycles: [],
  paidDays: [
    {
      day: '2026-11-03',
      effective: 120,
      paid: 360,
      by: 'minimum',
      from: '2026-11-03T05:00:00.000Z',
      to: '2026-11-03T11:00:00.000Z',
    },
  ],
  ...more,
});
export const period = { start: '2026-11-01', end: '2026-11-30', payPeriodStart: 1 };
