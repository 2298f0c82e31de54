// The statuses of a payment of an agency and of its invoice (Z-035..Z-037, decisions 58, 59 and 101), as one table.

import type { Tone } from '../kernel/machine.ts';
import { compare, type Exact, sum } from '../kernel/money.ts';

interface Fact {
  label: string;
  tone: Tone;
  /** Z-036: a person may choose it; the others are the server's. */
  chosen?: true;
  /** Z-037: counts in the balance, and is no longer edited. */
  counts?: true;
  /** The money is there. */
  settled?: true;
  /** What may follow. */
  next: readonly PaymentStatus[];
}

export type PaymentStatus =
  | 'VALIDATION'
  | 'COMING_SOON'
  | 'PENDING'
  | 'PROCESSING'
  | 'ERROR'
  | 'VALIDATED'
  | 'VALIDATED_MANUALLY'
  | 'CANCELLED_MANUALLY';

/** By hand, at any time before the provider has it. */
const byHand = ['COMING_SOON', 'VALIDATED_MANUALLY', 'CANCELLED_MANUALLY'] as const;

export const paymentStatuses: Readonly<Record<PaymentStatus, Fact>> = {
  /** Decision 59: the first payment, until a means of payment is chosen. */
  VALIDATION: { label: 'En attente de validation', tone: 'warning', next: ['PENDING', ...byHand] },
  COMING_SOON: { label: 'À venir', tone: 'neutral', chosen: true, next: ['PENDING', ...byHand] },
  PENDING: { label: 'En attente', tone: 'warning', next: ['PROCESSING', 'ERROR', ...byHand] },
  /** The provider has it, or may have it: nobody decides before the provider has said. */
  PROCESSING: { label: 'En cours de traitement', tone: 'info', counts: true, next: ['VALIDATED', 'ERROR'] },
  ERROR: { label: 'Erreur', tone: 'negative', next: ['PENDING', 'VALIDATED', 'PROCESSING', ...byHand] },
  /** A debit may come back from the bank weeks later. */
  VALIDATED: { label: 'Validé', tone: 'positive', counts: true, settled: true, next: ['ERROR'] },
  VALIDATED_MANUALLY: {
    label: 'Validé manuellement',
    tone: 'positive',
    chosen: true,
    counts: true,
    settled: true,
    next: [],
  },
  CANCELLED_MANUALLY: { label: 'Annulé manuellement', tone: 'neutral', chosen: true, next: [] },
};

export const paymentLabels = Object.fromEntries(
  Object.entries(paymentStatuses).map(([status, { label }]) => [status, label]),
) as Readonly<Record<PaymentStatus, string>>;

const statuses = Object.keys(paymentStatuses) as PaymentStatus[];
export const chosenStatuses = statuses.filter((status) => paymentStatuses[status].chosen);
export const countingStatuses = statuses.filter((status) => paymentStatuses[status].counts);
export const settledStatuses = statuses.filter((status) => paymentStatuses[status].settled);
/** Nothing more is expected of it. */
export const isOver = (status: PaymentStatus): boolean =>
  paymentStatuses[status].settled === true || status === 'CANCELLED_MANUALLY';

export const mayFollow = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || paymentStatuses[from].next.includes(to);

/** What a person may choose for a payment in this status; null: a new one. */
export const choicesFrom = (from: PaymentStatus | null): PaymentStatus[] =>
  chosenStatuses.filter((status) => from === null || (from !== status && mayFollow(from, status)));

export interface Due {
  amount: Exact;
  status: PaymentStatus;
}

const amountOf = (payments: readonly Due[], of: readonly PaymentStatus[]): Exact =>
  sum(payments.filter(({ status }) => of.includes(status)).map(({ amount }) => amount));

export const countedOf = (payments: readonly Due[]): Exact => amountOf(payments, countingStatuses);
export const settledOf = (payments: readonly Due[]): Exact => amountOf(payments, settledStatuses);

/** In this order: the first one that a payment has is the invoice's. */
const worst: readonly PaymentStatus[] = ['ERROR', 'VALIDATION', 'PENDING', 'PROCESSING', 'COMING_SOON'];

/** The status of an invoice follows from its payments. */
export function invoiceStatusOf(payments: readonly Due[], total: Exact): PaymentStatus {
  const alive = payments.filter(({ status }) => status !== 'CANCELLED_MANUALLY');
  if (compare(settledOf(alive), total) >= 0 && (alive.length > 0 || compare(total, 0) === 0))
    return alive.some(({ status }) => status === 'VALIDATED') ? 'VALIDATED' : 'VALIDATED_MANUALLY';
  if (payments.length > 0 && alive.length === 0) return 'CANCELLED_MANUALLY';
  return worst.find((status) => alive.some((payment) => payment.status === status)) ?? 'COMING_SOON';
}

/** Z-034 */
export const paymentOutcomes = ['succeeded', 'authentication_required', 'processing', 'failed', 'cancelled'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Days after each refusal before the next attempt; after the last one somebody has to act. */
export const retryDays = [1, 3, 5, 7] as const;

export const nextTryAt = (attempts: number, now: Date): Date | null => {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
};

/** Decision 101. */
export const usualSuspensionDays = 30;
/** Days after the due date on which the agency is reminded. */
export const dunningDays = [3, 10, 20] as const;
