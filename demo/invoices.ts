// A year of issued invoices: most are paid, some in parts, some late, one credited. The last month is left to prepare.
import type { Invoice } from '#core/billing/invoice.ts';
import { billedTotals, storedTotals } from '#core/billing/parts.ts';
import type { Draft } from '#core/kernel/entity.ts';
import { divide, subtract, toNumber } from '#core/kernel/money.ts';
import { dayNumber, dayOfNumber, monthAfter } from '#core/planning/days.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { Written } from './orders.ts';
import type { DemoCustomer } from './world.ts';

export interface DemoPayment {
  id: string;
  invoice: string;
  date: string;
  amount: number;
  means: 'TRANSFER' | 'CHEQUE' | 'DEBIT';
  note: string | null;
}

export interface DemoInvoices {
  /** In the order of their issue. */
  papers: (Written<Draft<typeof Invoice>> & { number: string; issuedAt: string })[];
  payments: DemoPayment[];
}

type Item = NonNullable<Draft<typeof Invoice>['items']>[number];
type Fate = 'paid' | 'half' | 'unpaid' | 'credited';

/** Months ago: what happened to the invoice of the customer of this rank. */
function fateOf(age: number, rank: number): Fate {
  if (age === 5 && rank === 3) return 'credited';
  if (age === 6 && rank === 2) return 'unpaid';
  if (age === 3) return rank % 4 === 0 ? 'half' : rank % 4 === 1 ? 'unpaid' : 'paid';
  if (age === 2) return rank % 3 === 0 ? 'paid' : rank % 3 === 1 ? 'half' : 'unpaid';
  return 'paid';
}

interface Asked {
  draw: Draw;
  customers: readonly DemoCustomer[];
  /** How many months ago the first ones were. */
  months: number;
  /** To how many customers. */
  billed: number;
}

export function invoicesOf({ draw, customers, months, billed: most }: Asked): DemoInvoices {
  const made: DemoInvoices = { papers: [], payments: [] };
  const today = dayOfNumber(draw.lastDay);
  const billed = customers
    .filter(({ status, draft }) => status === 100 && !draft.customerInfos?.prospect)
    .slice(0, most);
  const counts = new Map<string, number>();
  const numberOf = (series: 'F' | 'A', date: string): string => {
    const key = `${series}${date.slice(0, 4)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key}-${String(counts.get(key)).padStart(4, '0')}`;
  };
  const issue = (
    id: string,
    series: 'F' | 'A',
    date: string,
    draft: Omit<Draft<typeof Invoice>, 'date'>,
    columns: object = {},
  ): number => {
    const { price, totalVat, total } = storedTotals(billedTotals(draft as never, 'EUR'));
    made.papers.push({
      ...{ id, createdAt: `${date}T15:00:00.000Z`, issuedAt: `${date}T16:00:00.000Z`, number: numberOf(series, date) },
      draft: { ...draft, date, discounts: [] },
      columns: { price, total_vat: totalVat, total, status: 100, ...columns },
    });
    return total as number;
  };
  const credits: (() => void)[] = [];
  for (let age = months; age >= 2; age -= 1) {
    const month = monthAfter(today.slice(0, 7), -age);
    const [first, next] = [`${month}-01`, dayNumber(`${monthAfter(month, 1)}-01`)];
    const date = dayOfNumber(next - 1);
    for (const credit of credits.splice(0)) credit();
    for (const [rank, customer] of billed.entries()) {
      const chance = draw.chance('invoice', age * 100 + rank);
      const id = idAt(age * 100 + rank, chance);
      const item = (place: number, title: string, quantity: number, price: number): Item => ({
        ...{ id: idAt(place, draw.chance('invoiceItem', age * 1000 + rank * 10 + place)), title, quantity, price },
        ...{ unit: 'HOUR', vat: 20 },
      });
      const items = [
        item(0, 'Gardiennage et surveillance, jour', 60 + chance.integer(0, 179), 21),
        item(1, 'Gardiennage et surveillance, nuit', 20 + chance.integer(0, 119), 23.1),
      ];
      const customerRef = { id: customer.id };
      const due = dayNumber(date) + 30;
      const total = issue(id, 'F', date, {
        ...{ customer: customerRef, items, title: `Prestations de sécurité, ${month.slice(5)}/${month.slice(0, 4)}` },
        ...{ dueDate: dayOfNumber(due), periodStart: first, periodEnd: date },
      });
      const pay = (place: number, amount: number, late: number, note: string | null = null): void => {
        const on = Math.min(due + late, draw.lastDay);
        made.payments.push({
          ...{ id: idAt(place, draw.chance('payment', age * 1000 + rank * 10 + place)), invoice: id, amount, note },
          ...{ date: dayOfNumber(on), means: rank % 5 === 4 ? 'CHEQUE' : 'TRANSFER' },
        });
      };
      const fate = fateOf(age, rank);
      if (fate === 'paid') pay(0, total, chance.integer(-6, 7));
      if (fate === 'half') pay(0, toNumber(divide(total, 2, 2)), 2, 'Acompte');
      if (fate === 'credited')
        credits.push(() => {
          const back: Item = { ...(items[1] as Item), id: idAt(7, draw.chance('creditItem', rank)), quantity: 8 };
          const credited = issue(idAt(8, draw.chance('credit', rank)), 'A', dayOfNumber(next + 9), {
            customer: customerRef,
            items: [back],
            title: 'Nuit non assurée',
            type: 'avoir',
            creditOf: { id },
          });
          pay(1, toNumber(subtract(total, credited)), 3);
        });
    }
  }
  return made;
}
