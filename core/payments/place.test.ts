import { expect, test } from 'vitest';
import { paymentsPlace } from './place.ts';

test.each([
  [['listSubscriptionInvoices', 'editPaymentMethod'], false, '/payments/invoices'],
  [['editPaymentMethod'], false, '/payments/methods'],
  [['editPaymentMethod'], true, '/'],
  [[], false, '/'],
] as const)('holders of %j (staff of the platform: %s) are led to %s', (held, isStaff, place) =>
  expect(paymentsPlace((rights) => rights.some((right) => (held as readonly string[]).includes(right)), isStaff)).toBe(
    place,
  ),
);
