import { expect, test } from 'vitest';
import { paymentsPlace, staffPlace } from './place.ts';

test.each([
  [['listSubscriptionInvoices', 'editPaymentMethod'], false, '/payments/invoices'],
  [['editPaymentMethod'], false, '/payments/methods'],
  [['editPaymentMethod'], true, '/'],
  [['listSubscriptionInvoices'], true, '/'],
  [[], false, '/'],
] as const)('holders of %j (staff of the platform: %s) are led to %s', (held, isStaff, place) =>
  expect(paymentsPlace((rights) => rights.some((right) => (held as readonly string[]).includes(right)), isStaff)).toBe(
    place,
  ),
);

test('after the choice of a means of payment staff are led to a screen that is open to them (Z-013)', () => {
  expect([staffPlace(true, false), staffPlace(true, true), staffPlace(false, false)]).toEqual([
    '/adminAgencies',
    '/home',
    '/home',
  ]);
});
