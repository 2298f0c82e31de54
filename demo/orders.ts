// Purchase orders to agents in each status, and subscriptions of customers with the drafts that the nights made.
import type { Invoice } from '#core/billing/invoice.ts';
import { billedTotals, storedTotals } from '#core/billing/parts.ts';
import type { PurchaseOrder } from '#core/billing/purchase-order.ts';
import type { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { dueOn, namedAs, namingOf, nextFrom, type Schedule, usualNaming } from '#core/billing/schedule.ts';
import type { Draft } from '#core/kernel/entity.ts';
import { dayOfNumber } from '#core/planning/days.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { DemoAgent, DemoCustomer } from './world.ts';

export interface Written<D> {
  id: string;
  createdAt: string;
  draft: D;
  columns: Record<string, unknown>;
}

export interface DemoOrders {
  orders: Written<Draft<typeof PurchaseOrder>>[];
  /** Models and generated drafts. */
  invoices: Written<Draft<typeof Invoice>>[];
  subscriptions: Written<Omit<Draft<typeof InvoiceRecurrence>, 'invoice'>>[];
  runs: { recurrence: string; day: string; invoice: string }[];
}

const statuses = [100, 200, 300, 300, 400, 400, 500] as const;
const works = [
  ['Renfort de nuit, salon professionnel', 'HOUR', 32, 24.5],
  ['Ronde avec chien, chantier', 'PASS', 12, 38],
  ['Sécurité incendie, week-end', 'HOUR', 24, 26.8],
  ['Remplacement au poste de garde', 'HOUR', 16, 22.9],
  ['Astreinte de la semaine', 'FLAT', 1, 350],
  ['Accueil filtrage, inauguration', 'HOUR', 10, 23.4],
  ['Intervention sur alarme', 'UNIT', 3, 55],
] as const;

const subscribed = [
  { title: 'Télésurveillance et levée de doute', unit: 'MONTH', quantity: 1, price: 189, rhythm: 3 },
  { title: 'Rondes hebdomadaires', unit: 'PASS', quantity: 6, price: 32.5, rhythm: 2 },
] as const;

type Drafted = Pick<Draft<typeof Invoice>, 'items' | 'discounts'>;

const totalsOf = (draft: Drafted): object => {
  const { price, totalVat, total } = storedTotals(billedTotals(draft as never, 'EUR'));
  return { price, total_vat: totalVat, total };
};

export function ordersOf(of: {
  draw: Draw;
  agents: readonly DemoAgent[];
  customers: readonly DemoCustomer[];
}): DemoOrders {
  const { draw, agents, customers } = of;
  const today = dayOfNumber(draw.lastDay);
  const day = (ago: number): string => dayOfNumber(draw.lastDay - ago);
  const at = (one: string): string => `${one}T08:00:00.000Z`;
  const idOf = (kind: string, rank: number): string => idAt(rank, draw.chance(kind, rank));
  const internal = agents.filter(({ status, draft }) => status === 100 && draft.agentInfos?.type !== 'EXTERNAL');
  const guards = internal.filter(({ draft }) => draft.agentInfos?.plannable);
  const open = customers.filter(({ status }) => status === 100);
  const made: DemoOrders = { orders: [], invoices: [], subscriptions: [], runs: [] };
  let number = 0;
  for (const [rank, status] of statuses.entries()) {
    const agent = guards[rank % guards.length];
    const [title, unit, quantity, price] = works[rank % works.length] as (typeof works)[number];
    if (!agent) break;
    const date = day(40 - rank * 6);
    const hasLeft = status === 300 || status === 400;
    if (status !== 100) number += 1;
    const draft: Draft<typeof PurchaseOrder> = {
      ...{ agent: { id: agent.id }, date, title, reference: `CMD-${1201 + rank}` },
      customer: rank % 2 === 0 && open[rank] ? { id: open[rank].id } : null,
      items: [{ id: idOf('orderItem', rank), title, unit, quantity, price, vat: 20 }],
      discounts: [],
    };
    made.orders.push({
      ...{ id: idOf('order', rank), createdAt: at(date), draft },
      columns: {
        ...totalsOf(draft),
        ...{ status, sent: hasLeft, sent_at: hasLeft ? at(date) : null },
        number: status === 100 ? 'Brouillon' : `BC${today.slice(0, 4)}-${String(number).padStart(4, '0')}`,
      },
    });
  }
  for (const [rank, { title, unit, quantity, price, rhythm }] of subscribed.entries()) {
    const customer = open[rank];
    if (!customer) break;
    const schedule: Schedule = {
      ...{ startAt: day(rhythm === 3 ? 75 : 24), endAt: null, frequencyRhythm: rhythm, frequency: 1 },
    };
    const invoice = (place: number, date: string, name: string, columns: object): string => {
      const id = idOf('subscribed', rank * 100 + place);
      const item = { id: idOf('subscribedItem', rank * 100 + place), title, unit, quantity, price, vat: 20 } as const;
      const draft = { customer: { id: customer.id }, date, title: name, items: [item], discounts: [] };
      made.invoices.push({ id, createdAt: at(date), draft, columns: { ...totalsOf(draft), status: 100, ...columns } });
      return id;
    };
    const model = invoice(0, schedule.startAt, title, { is_model: true });
    const recurrence = idOf('subscription', rank);
    made.subscriptions.push({
      ...{ id: recurrence, createdAt: at(schedule.startAt) },
      draft: { ...schedule, name: title, naming: usualNaming },
      columns: {
        ...{ status: 200, invoice_id: model, customer_id: customer.id },
        next_on: nextFrom(schedule, dayOfNumber(draw.lastDay + 1)),
      },
    });
    const names = { referenceTitle: title, referenceNumber: '', customer: customer.draft.name ?? '' };
    for (let place = 0; dueOn(schedule, place) <= today; place += 1) {
      const due = dueOn(schedule, place);
      const name = namedAs(usualNaming, namingOf(names, due));
      made.runs.push({
        recurrence,
        day: due,
        invoice: invoice(place + 1, due, name, { status: 300, is_model: false }),
      });
    }
  }
  return made;
}
