import { expect, test } from 'vitest';
import {
  choicesFrom,
  chosenStatuses,
  countingStatuses,
  invoiceStatusOf,
  mayFollow,
  nextTryAt,
  type PaymentStatus,
  paymentStatuses,
  retryDays,
} from './statuses.ts';

const all = Object.keys(paymentStatuses) as PaymentStatus[];

test('the labels are those of the specification (Z-035)', () => {
  expect(all.map((status) => paymentStatuses[status].label)).toEqual([
    'En attente de validation',
    'À venir',
    'En attente',
    'En cours de traitement',
    'Erreur',
    'Validé',
    'Validé manuellement',
    'Annulé manuellement',
  ]);
});

test('a person chooses three of them (Z-036), three count (Z-037)', () => {
  expect(chosenStatuses).toEqual(['COMING_SOON', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY']);
  expect(countingStatuses).toEqual(['PROCESSING', 'VALIDATED', 'VALIDATED_MANUALLY']);
});

test.each<[PaymentStatus, string[]]>([
  ['VALIDATION', ['COMING_SOON', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY']],
  ['COMING_SOON', ['VALIDATED_MANUALLY', 'CANCELLED_MANUALLY']],
  ['PENDING', ['COMING_SOON', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY']],
  ['PROCESSING', []],
  ['ERROR', ['COMING_SOON', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY']],
  ['VALIDATED', []],
  ['VALIDATED_MANUALLY', []],
  ['CANCELLED_MANUALLY', []],
])('from %s a person chooses %j', (from, expected) => expect(choicesFrom(from)).toEqual(expected));

test('what counts is never left by hand', () => {
  for (const from of countingStatuses)
    for (const to of chosenStatuses) if (from !== to) expect(mayFollow(from, to)).toBe(false);
});

const due = (status: PaymentStatus, amount = 50) => ({ status, amount });

test.each<[string, ReturnType<typeof due>[], PaymentStatus]>([
  ['to come', [due('COMING_SOON', 100)], 'COMING_SOON'],
  ['half is paid, half to come', [due('VALIDATED'), due('COMING_SOON')], 'COMING_SOON'],
  ['one is refused', [due('VALIDATED'), due('ERROR')], 'ERROR'],
  ['one is processing', [due('PROCESSING'), due('COMING_SOON')], 'PROCESSING'],
  ['all is paid', [due('VALIDATED'), due('VALIDATED_MANUALLY')], 'VALIDATED'],
  ['all is paid by hand', [due('VALIDATED_MANUALLY', 100)], 'VALIDATED_MANUALLY'],
  ['paid after a cancelled one', [due('CANCELLED_MANUALLY', 100), due('VALIDATED', 100)], 'VALIDATED'],
  ['cancelled', [due('CANCELLED_MANUALLY', 100)], 'CANCELLED_MANUALLY'],
  ['processing is not paid', [due('PROCESSING', 100)], 'PROCESSING'],
])('an invoice whose payments are %s', (_words, payments, expected) =>
  expect(invoiceStatusOf(payments, 100)).toBe(expected),
);

test('the delays of attempts grow, then somebody has to act', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const waits = [1, 2, 3, 4].map((attempt) => (nextTryAt(attempt, now)?.getTime() ?? 0) - now.getTime());
  expect(waits).toEqual(retryDays.map((days) => days * 86_400_000));
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(nextTryAt(5, now)).toBeNull();
});
