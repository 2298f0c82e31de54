// The invoices of a demo agency bill what its past months hold, as « Préparer les factures » would: no month is billed twice.
import type { Invoice } from '#core/billing/invoice.ts';
import { billedTotals, storedTotals } from '#core/billing/parts.ts';
import type { Draft } from '#core/kernel/entity.ts';
import { add, subtract, toNumber } from '#core/kernel/money.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { DemoInvoices } from '#demo/invoices.ts';
import { readBillable } from '#server/billing/billable.ts';
import { type Group, groupsOf, itemOf, type keepProof } from '#server/commercial/preparing.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

type Paper = DemoInvoices['papers'][number];
type Items = NonNullable<Draft<typeof Invoice>['items']>;

export interface BilledInvoices extends DemoInvoices {
  /** Which line billed what, to be kept with the papers. */
  proofs: Parameters<typeof keepProof>[1];
}

const isInvoice = ({ draft }: Paper): boolean => draft.type !== 'avoir';

/** With these lines; its last payment, if it was settled, pays them too. */
function grown(paper: Paper, items: Items, made: DemoInvoices): { paper: Paper; payments: DemoInvoices['payments'] } {
  const draft = { ...paper.draft, items: [...(paper.draft.items ?? []), ...items] };
  const { price, totalVat, total } = storedTotals(billedTotals(draft as never, 'EUR'));
  const more = subtract(total as number, (paper.columns.total as number | undefined) ?? 0);
  const last = made.payments.findLastIndex(({ invoice, note }) => invoice === paper.id && note === null);
  return {
    paper: { ...paper, draft, columns: { ...paper.columns, price, total_vat: totalVat, total } },
    payments: made.payments.map((one, index) =>
      index === last ? { ...one, amount: toNumber(add(one.amount, more)) } : one,
    ),
  };
}

/** The draft of a customer to whom the agency billed nothing else that month. */
const empty = (customer: string, { start, end }: { start: string; end: string }): Paper => ({
  ...{ id: uuidv7(), createdAt: `${end}T15:00:00.000Z`, issuedAt: `${end}T16:00:00.000Z`, number: '' },
  draft: {
    ...{ customer: { id: customer }, items: [], discounts: [], date: end, dueDate: daysAfter(end, 30) },
    ...{ title: `Prestations de sécurité, ${end.slice(5, 7)}/${end.slice(0, 4)}`, periodStart: start, periodEnd: end },
  },
  columns: { price: 0, total_vat: 0, total: 0, status: 100 },
});

/** In the order of their dates, without a gap. */
function numbered(papers: readonly Paper[]): Paper[] {
  const counts = new Map<string, number>();
  return papers
    .toSorted((one, other) => (one.draft.date ?? '').localeCompare(other.draft.date ?? ''))
    .map((paper) => {
      const series = `${isInvoice(paper) ? 'F' : 'A'}${paper.draft.date?.slice(0, 4)}`;
      const count = (counts.get(series) ?? 0) + 1;
      counts.set(series, count);
      return { ...paper, number: `${series}-${String(count).padStart(4, '0')}` };
    });
}

export async function withBilled(db: Db, invented: DemoInvoices, now: Date): Promise<BilledInvoices> {
  const made: DemoInvoices = { ...invented };
  const proofs: { group: Pick<Group, 'lines'>; invoice: { id: string; items: { id: string }[] } }[] = [];
  const months = new Map(
    made.papers
      .filter(isInvoice)
      .map(({ draft: { periodStart, periodEnd } }) => [periodStart as string, periodEnd as string]),
  );
  for (const [start, end] of months) {
    const billable = await readBillable(db, { start, end }, {}, now);
    for (const group of groupsOf(billable, { start, end })) {
      if (group.lines.length === 0) continue;
      const items = group.lines.map((line) => ({ id: uuidv7(), ...itemOf(line) }));
      const known = made.papers.find(
        (paper) =>
          isInvoice(paper) && paper.draft.periodStart === start && paper.draft.customer?.id === group.customer.id,
      );
      const { paper, payments } = grown(known ?? empty(group.customer.id, { start, end }), items as Items, made);
      made.papers = known ? made.papers.map((one) => (one === known ? paper : one)) : [...made.papers, paper];
      made.payments = payments;
      proofs.push({ group, invoice: { id: paper.id, items } });
    }
  }
  return { papers: numbered(made.papers), payments: made.payments, proofs };
}
