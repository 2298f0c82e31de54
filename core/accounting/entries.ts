// Accounting entries of a fiscal year, derived from issued invoices, credit notes and payments. These facts are never
// changed, so the entries need no table of their own: the same facts always give the same entries.

import { type BilledDiscount, type BilledLine, totalsOf } from '../billing/totals.ts';
import {
  add,
  allocate,
  compare,
  type Decimal,
  divide,
  type Exact,
  exact,
  scaleOf,
  subtract,
  sum,
  times,
} from '../kernel/money.ts';

export const journals = { VE: 'Ventes', BQ: 'Banque', CA: 'Caisse', OD: 'Opérations diverses' } as const;
export type Journal = keyof typeof journals;

/** Accounts of the agency, as they were when the entry was made; the defaults are those of the French chart of accounts. */
export interface Accounts {
  customers: string;
  services: string;
  goods: string;
  vatDue: string;
  /** VAT of services that falls due when they are paid (CGI art. 269, 2 c). */
  vatPending: string;
  bank: string;
  cheques: string;
  cash: string;
}

export const accountLabels: Readonly<Record<keyof Accounts, string>> = {
  customers: 'Clients',
  services: 'Prestations de services',
  goods: 'Ventes de marchandises',
  vatDue: 'TVA collectée',
  vatPending: 'TVA en attente d’encaissement',
  bank: 'Banque',
  cheques: 'Chèques à encaisser',
  cash: 'Caisse',
};

export interface BookedPaper {
  id: string;
  type: 'facture' | 'avoir';
  number: string;
  /** Its date, and the moment of its issue: numbers of entries follow the latter. */
  date: string;
  issuedAt: string;
  /** The day of the issue in the agency's zone. */
  issuedOn: string;
  customer: { code: string; name: string };
  creditOf: string | null;
  vatOnDebits: boolean;
  accounts: Accounts;
  currency: string;
  items: (BilledLine & { commercialDocItemType: 'SERVICE' | 'GOODS' })[];
  discounts: BilledDiscount[];
}

export interface BookedPayment {
  id: string;
  invoice: string;
  date: string;
  /** Negative: a refund or a reversal. */
  amount: Exact;
  means: string | null;
  reverses: string | null;
  accounts: Accounts;
  createdAt: string;
  createdOn: string;
}

export interface EntryLine {
  account: string;
  label: string;
  /** The customer, on the customers' account only. */
  auxiliary: { code: string; name: string } | null;
  debit: Decimal;
  credit: Decimal;
}

export interface Entry {
  journal: Journal;
  /** Continuous per journal and fiscal year, in the order of validation. */
  number: string;
  date: string;
  piece: string;
  pieceDate: string;
  label: string;
  validOn: string;
  /** The number of the invoice, once it is settled. */
  lettering: { code: string; day: string } | null;
  lines: EntryLine[];
}

type Unnumbered = Omit<Entry, 'number' | 'lettering'> & { at: string; invoice: string };

interface Part {
  nature: 'SERVICE' | 'GOODS';
  base: Decimal;
  vat: Decimal;
}

/** By nature: goods and services have other accounts, and their VAT falls due at other moments. */
function partsOf({ items, discounts, currency }: BookedPaper): { parts: Part[]; total: Decimal } {
  const scale = scaleOf(currency);
  const totals = totalsOf(items, discounts, currency);
  const parts = totals.parts.flatMap((taxed): Part[] => {
    const natures = (['SERVICE', 'GOODS'] as const).map((nature) => ({
      nature,
      lines: add(
        { units: 0n, scale },
        sum(
          totals.lines.filter((_line, index) => {
            const item = items[index] as BookedPaper['items'][number];
            return item.commercialDocItemType === nature && compare(item.vat, taxed.rate) === 0;
          }),
        ),
      ),
    }));
    const weights = compare(taxed.lines, 0) === 0 ? [1, 0] : natures.map(({ lines }) => lines);
    const bases = allocate(taxed.base, weights, scale);
    const vats = allocate(taxed.vat, weights, scale);
    return natures.map(({ nature }, index) => ({
      nature,
      base: bases[index] as Decimal,
      vat: vats[index] as Decimal,
    }));
  });
  return { parts, total: totals.total };
}

const isZero = (amount: Exact): boolean => compare(amount, 0) === 0;
const negated = (amount: Exact): Decimal => times(amount, -1);
const none: Decimal = { units: 0n, scale: 0 };

/** A positive amount is a debit. */
const line = (account: string, label: string, amount: Exact, auxiliary: EntryLine['auxiliary'] = null): EntryLine[] =>
  isZero(amount)
    ? []
    : [
        compare(amount, 0) > 0
          ? { account, label, auxiliary, debit: exact(amount), credit: none }
          : { account, label, auxiliary, debit: none, credit: negated(amount) },
      ];

const accountOfMeans = (means: string | null): { journal: Journal; account: keyof Accounts } =>
  means === 'CASH'
    ? { journal: 'CA', account: 'cash' }
    : { journal: 'BQ', account: means === 'CHEQUE' ? 'cheques' : 'bank' };

/** The VAT of services of an invoice and its credit notes that is not due yet. */
const pendingOf = (paper: BookedPaper, parts: readonly Part[]): Decimal =>
  paper.vatOnDebits ? none : sum(parts.filter(({ nature }) => nature === 'SERVICE').map(({ vat }) => vat));

function saleEntry(paper: BookedPaper): Unnumbered {
  const { accounts } = paper;
  const { parts, total } = partsOf(paper);
  const sign = paper.type === 'facture' ? 1 : -1;
  // A credit note of no invoice is paid by nothing: its VAT does not wait.
  const waits = paper.type === 'facture' || paper.creditOf !== null;
  const pending = waits ? pendingOf(paper, parts) : none;
  const vat = sum(parts.map((part) => part.vat));
  const sold = (nature: Part['nature']): Decimal =>
    sum(parts.filter((part) => part.nature === nature).map(({ base }) => base));
  return {
    journal: 'VE',
    date: paper.date,
    piece: paper.number,
    pieceDate: paper.date,
    label: `${paper.type === 'facture' ? 'Facture' : 'Avoir'} ${paper.number} ${paper.customer.name}`,
    validOn: paper.issuedOn,
    at: paper.issuedAt,
    invoice: paper.creditOf ?? paper.id,
    lines: [
      ...line(accounts.customers, accountLabels.customers, times(total, sign), paper.customer),
      ...line(accounts.services, accountLabels.services, times(sold('SERVICE'), -sign)),
      ...line(accounts.goods, accountLabels.goods, times(sold('GOODS'), -sign)),
      ...line(accounts.vatPending, accountLabels.vatPending, times(pending, -sign)),
      ...line(accounts.vatDue, accountLabels.vatDue, times(subtract(vat, pending), -sign)),
    ],
  };
}

/** Pays or gives back all that is owed, or more: what was taken twice has no tax. */
const isAllOf = (amount: Exact, balance: Exact): boolean =>
  compare(balance, 0) > 0 ? compare(amount, balance) >= 0 : compare(amount, balance) <= 0;

/**
 * The VAT that becomes due with each payment of an invoice. What is left follows the balance, so that a settled invoice
 * leaves nothing pending, whatever credit notes came between; a reversal takes back exactly what its payment made due.
 */
function dueByPayment(
  invoice: BookedPaper,
  credits: readonly BookedPaper[],
  payments: readonly BookedPayment[],
): Map<string, Decimal> {
  const scale = scaleOf(invoice.currency);
  const steps = [
    ...[invoice, ...credits].map((paper) => ({ at: paper.issuedAt, paper, payment: null })),
    ...payments.map((payment) => ({ at: payment.createdAt, paper: null, payment })),
  ].toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1));
  const due = new Map<string, Decimal>();
  let [balance, pending]: [Decimal, Decimal] = [none, none];
  for (const { paper, payment } of steps) {
    if (paper) {
      const { parts, total } = partsOf(paper);
      const sign = paper.type === 'facture' ? 1 : -1;
      balance = add(balance, times(total, sign));
      pending = add(pending, times(pendingOf(paper, parts), sign));
      continue;
    }
    const undone = payment.reverses ? due.get(payment.reverses) : undefined;
    const moved = undone
      ? negated(undone)
      : isZero(balance)
        ? none
        : isAllOf(payment.amount, balance)
          ? pending
          : divide(times(pending, payment.amount), balance, scale);
    due.set(payment.id, moved);
    balance = subtract(balance, payment.amount);
    pending = subtract(pending, moved);
  }
  return due;
}

/** The customer and the tax that waited are on the accounts of the invoice, the money on those of the payment. */
function paymentEntries(invoice: BookedPaper, payment: BookedPayment, due: Exact): Unnumbered[] {
  const { customers, vatPending } = invoice.accounts;
  const { accounts } = payment;
  const { journal, account } = accountOfMeans(payment.means);
  const what = payment.reverses
    ? 'Annulation du règlement'
    : compare(payment.amount, 0) < 0
      ? 'Remboursement'
      : 'Règlement';
  const shared = {
    date: payment.date,
    piece: invoice.number,
    pieceDate: payment.date,
    label: `${what} ${invoice.number} ${invoice.customer.name}`,
    validOn: payment.createdOn,
    at: payment.createdAt,
    invoice: invoice.id,
  };
  const settled: Unnumbered = {
    ...shared,
    journal,
    lines: [
      ...line(accounts[account], accountLabels[account], payment.amount),
      ...line(customers, accountLabels.customers, negated(payment.amount), invoice.customer),
    ],
  };
  if (isZero(due)) return [settled];
  const vat: Unnumbered = {
    ...shared,
    journal: 'OD',
    label: `TVA exigible ${invoice.number} ${invoice.customer.name}`,
    lines: [
      ...line(vatPending, accountLabels.vatPending, due),
      ...line(accounts.vatDue, accountLabels.vatDue, negated(due)),
    ],
  };
  return [settled, vat];
}

/** Browsers of agents lack Map.groupBy. */
function grouped<V, K>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

const within = (day: string, from: string, to: string): boolean => day >= from && day <= to;

export interface Facts {
  /** Issued in the year, or concerned by a payment or a credit note of the year. */
  papers: readonly BookedPaper[];
  /** All payments of these. */
  payments: readonly BookedPayment[];
}

/** The entries dated within the fiscal year, in the order of validation. */
export function entriesOf(facts: Facts, from: string, to: string): Entry[] {
  const invoices = new Map(facts.papers.filter(({ type }) => type === 'facture').map((paper) => [paper.id, paper]));
  // A credit note undoes its invoice, and a reversal its payment, as they were booked: whatever the agency chose since.
  const papers = facts.papers.map((paper) => {
    const { vatOnDebits, accounts } = invoices.get(paper.creditOf ?? paper.id) ?? paper;
    return { ...paper, vatOnDebits, accounts };
  });
  const entered = new Map(facts.payments.map((payment) => [payment.id, payment]));
  const payments = facts.payments.map((payment) => {
    const { accounts } = (payment.reverses && entered.get(payment.reverses)) || payment;
    return { ...payment, accounts };
  });
  const creditsOf = grouped(
    papers.filter(({ type }) => type === 'avoir'),
    ({ creditOf }) => creditOf,
  );
  const paymentsOf = grouped(payments, ({ invoice }) => invoice);
  const all = [
    ...papers.map(saleEntry),
    ...[...paymentsOf].flatMap(([id, own]) => {
      const invoice = invoices.get(id);
      if (!invoice) return [];
      const due = dueByPayment(invoice, creditsOf.get(id) ?? [], own);
      return own.flatMap((payment) => paymentEntries(invoice, payment, due.get(payment.id) ?? 0));
    }),
  ].filter(({ lines }) => lines.length > 0);
  const letterings = letteringsOf(all, invoices);
  const counts = new Map<Journal, number>();
  return all
    .filter(({ date }) => within(date, from, to))
    .toSorted(byValidation)
    .map(({ at: _at, invoice, ...entry }): Entry => {
      const rank = (counts.get(entry.journal) ?? 0) + 1;
      counts.set(entry.journal, rank);
      const lettering = entry.journal === 'OD' ? null : (letterings.get(invoice) ?? null);
      return { ...entry, number: `${entry.journal}${String(rank).padStart(6, '0')}`, lettering };
    });
}

const ranks: readonly Journal[] = ['VE', 'BQ', 'CA', 'OD'];

/** Two entries of one moment: by journal, then by document. */
const byValidation = (one: Unnumbered, other: Unnumbered): number =>
  one.at !== other.at
    ? one.at < other.at
      ? -1
      : 1
    : one.journal !== other.journal
      ? ranks.indexOf(one.journal) - ranks.indexOf(other.journal)
      : one.piece < other.piece
        ? -1
        : Number(one.piece > other.piece);

/** An invoice whose lines on the customers' account add up to nothing is settled. */
function letteringsOf(
  entries: readonly Unnumbered[],
  invoices: ReadonlyMap<string, BookedPaper>,
): Map<string, NonNullable<Entry['lettering']>> {
  const letterings = new Map<string, NonNullable<Entry['lettering']>>();
  for (const [id, all] of grouped(entries, ({ invoice }) => invoice)) {
    const invoice = invoices.get(id);
    const mine = all.flatMap(({ lines, date }) =>
      lines.filter(({ account }) => account === invoice?.accounts.customers).map((line) => ({ ...line, date })),
    );
    const left = sum(mine.map(({ debit, credit }) => subtract(debit, credit)));
    if (!invoice || mine.length < 2 || !isZero(left)) continue;
    const day = mine
      .map(({ date }) => date)
      .toSorted()
      .at(-1) as string;
    letterings.set(id, { code: invoice.number, day });
  }
  return letterings;
}

/** The year that holds a day, for a fiscal year that begins with this month. */
export function fiscalYearOf(day: string, firstMonth: number): { from: string; to: string } {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const first = month >= firstMonth ? year : year - 1;
  const pad = (value: number): string => String(value).padStart(2, '0');
  const end = new Date(Date.UTC(first + 1, firstMonth - 1, 0));
  return { from: `${first}-${pad(firstMonth)}-01`, to: end.toISOString().slice(0, 10) };
}
