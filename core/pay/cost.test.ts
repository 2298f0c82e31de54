import { expect, test } from 'vitest';
import { costsOf } from './cost.ts';
import type { PayPerson, PayShift } from './facts.ts';
import { contractOf, personOf, placeOf, workOf } from './testing/paid.ts';

const october = placeOf('2026-10');
const costs = (more: Partial<PayPerson>, external = false) => costsOf(october, { ...personOf(more), external });

test('a service costs its paid hours, premiums and meal, and the employer’s charges', () => {
  // A Sunday of 8 h: 99,37 € and 9,94 € of premium, and a meal.
  expect(costs({ shifts: workOf('2026-10-04 08:00-16:00') })).toEqual([
    { service: '2026-10-04 08:00-16:00', day: '2026-10-04', paid: 480, pay: 113.79, loaded: 161.58 },
  ]);
  // Two hours are paid six.
  expect(costs({ shifts: workOf('2026-10-06 08:00-10:00') })).toMatchObject([{ paid: 360, pay: 74.52 }]);
});

test('the increase of a week’s overtime is shared by its services', () => {
  const shifts = workOf(...['05', '06', '07', '08', '09'].map((day) => `2026-10-${day} 08:00-16:00`));
  const found = costs({ shifts });
  // 5 h at 25 %: 15,53 € on top of 40 h and five meals.
  const cents = found.reduce((all, { pay }) => all + Math.round((pay ?? 0) * 100), 0);
  expect(cents).toBe(5 * 9937 + 5 * 448 + 1553);
});

test('a subcontractor costs his price; without one the cost is unknown', () => {
  const shifts = workOf('2026-10-06 08:00-10:00');
  const priced = { shifts, contracts: [contractOf({ monthlyPay: null, hourlyPay: 24.5, category: null })] };
  expect(costs(priced, true)).toMatchObject([{ paid: 120, pay: 49, loaded: 49 }]);
  expect(costs({ shifts, contracts: [] }, true)).toMatchObject([{ pay: null, loaded: null }]);
  expect(costs({ shifts, contracts: [] })).toMatchObject([{ pay: null, loaded: null }]);
});

test('a day that begins with a service that is all break is paid its minimum on the next one', () => {
  const [rest, work] = workOf('2026-10-06 08:00-09:00', '2026-10-06 09:00-11:00') as [PayShift, PayShift];
  const shifts = [{ ...rest, gaps: [{ type: 0 as const, start: rest.start, end: rest.end }] }, work];
  expect(costs({ shifts })).toMatchObject([{ service: work.id, paid: 360, pay: 74.52 }]);
  // Its meal too.
  const [, long] = workOf('2026-10-06 08:00-09:00', '2026-10-06 09:00-17:00') as [PayShift, PayShift];
  const meals = [{ ...rest, gaps: [{ type: 0 as const, start: rest.start, end: rest.end }] }, long];
  expect(costs({ shifts: meals })).toMatchObject([{ service: long.id, pay: 103.85 }]);
});

test('what art. 7.12 adds to a day that begins with excluded work is shared by the rest of it', () => {
  const [training, guard, round] = workOf(
    '2026-10-06 08:00-10:00',
    '2026-10-06 10:00-11:00',
    '2026-10-06 12:00-13:00',
  ) as [PayShift, PayShift, PayShift];
  // Two hours of work are paid six, beside the training.
  expect(costs({ shifts: [{ ...training, excluded: 'training' }, guard, round] })).toMatchObject([
    { service: training.id, paid: 120 },
    { service: guard.id, paid: 180 },
    { service: round.id, paid: 180 },
  ]);
});
