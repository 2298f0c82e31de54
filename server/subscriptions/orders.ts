// Carts and orders of agencies: priced by the server, billed by payments, given once they are paid.
import { billedTotals, storedTotals } from '#core/billing/parts.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  type Cart,
  mostCounted,
  mostLicences,
  type OwnSubscription,
  type SoldOffer,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import {
  deliveredTypes,
  licenceType,
  planType,
  platformVat,
  recurringTypes,
  servedTypes,
} from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import type { Db } from '#server/db/database.ts';
import type { Caller } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform } from '#server/payments/as-platform.ts';
import { issueAgencyInvoice } from '#server/payments/invoicing.ts';
import { setLock } from './subscription.ts';

export interface Wanted {
  offers: readonly { id: string; quantity: number }[];
  yearly: boolean;
}

export interface PricedLine {
  offer: SoldOffer;
  quantity: number;
  unitPrice: number;
}

/** One plan at most, once; a period of a year for what is billed by the period. */
export function pricedLines({ offers, yearly }: Wanted, onSale: readonly SoldOffer[]): PricedLine[] {
  const byId = new Map(onSale.map((offer) => [offer.id, offer]));
  const lines = offers.map(({ id, quantity }, index) => {
    const offer = byId.get(id.toLowerCase());
    if (!offer)
      throw new Problem('conflict', subscriptionMessages.notOnSale, {
        violations: [{ path: `offers.${index}.id`, message: subscriptionMessages.notOnSale }],
      });
    const unitPrice = yearly && recurringTypes.includes(offer.type) ? (offer.yearlyPrice ?? offer.price) : offer.price;
    return { offer, quantity, unitPrice };
  });
  const plans = lines.filter(({ offer }) => offer.type === planType);
  if (plans.length > 1 || plans.some(({ quantity }) => quantity > 1))
    throw new Problem('conflict', 'Une seule formule par commande.');
  return lines;
}

/** A plan begins a period as asked; anything else joins the period that runs, at its prices. */
export function cartLines(
  input: Wanted,
  onSale: readonly SoldOffer[],
  own: Pick<OwnSubscription, 'plan' | 'yearly'>,
): { lines: PricedLine[]; yearly: boolean; hasPlan: boolean } {
  const asked = pricedLines(input, onSale);
  const hasPlan = asked.some(({ offer }) => offer.type === planType);
  const yearly = hasPlan || own.plan === null ? input.yearly : own.yearly;
  return { lines: pricedLines({ ...input, yearly }, onSale), yearly, hasPlan };
}

const itemsOf = (lines: readonly PricedLine[]) =>
  lines.map(({ offer, quantity, unitPrice }) => ({
    title: offer.name,
    quantity,
    price: unitPrice,
    vat: platformVat,
  }));

export function cartOf(lines: readonly PricedLine[], yearly: boolean): Cart {
  const totals = storedTotals(billedTotals({ items: itemsOf(lines) }, 'EUR'));
  return {
    lines: lines.map((line, index) => ({
      offer: { id: line.offer.id, name: line.offer.name, type: line.offer.type },
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      price: storedTotals(billedTotals({ items: itemsOf(lines).slice(index, index + 1) }, 'EUR')).price,
    })),
    yearly,
    price: totals.price,
    vat: platformVat,
    totalVat: totals.totalVat,
    total: totals.total,
    needsDelivery: lines.some(({ offer }) => deliveredTypes.includes(offer.type)),
  };
}

export interface Order {
  buyerId: string;
  lines: readonly PricedLine[];
  yearly: boolean;
  renewal: boolean;
  /** The same key is the same order. */
  once: string;
  dueAt: string;
  deliveryAddress?: string | null;
  deliveryInstructions?: string | null;
  /** Waits for the agreement of the agency. */
  first?: boolean;
  caller: Caller | null;
}

export interface Placed {
  id: string;
  total: number;
  isPaid: boolean;
  invoice: { id: string; number: string } | null;
}

/** SQL: orders `o` whose invoice `i` waits for its payment. */
const waitingOrders = `subscription_orders o join agency_invoices i on i.agency_id = o.agency_id and i.id = o.invoice_id
  and o.paid_at is null and i.status <> 'CANCELLED_MANUALLY'`;
/** SQL: the next period of this agency is billed and not paid. */
export const isNextBilled = (buyer: string): string =>
  `exists (select from ${waitingOrders} where o.agency_id = app_agency() and o.buyer_id = ${buyer} and o.renewal)`;

/** In the platform's context, before an order of the agency: two of them at once wait for each other. */
export async function lockSubscription(db: Db, buyer: string): Promise<{ today: string; isRunning: boolean }> {
  const [row] = await db.query<{ today: string; isRunning: boolean }>({
    name: 'lock-own-subscription',
    text: `select app_today()::text as today, plan_id is not null and status = 100 and coalesce(ends_on >= app_today(), true) as "isRunning"
      from agency_subscriptions where agency_id = app_agency() and buyer_id = $1 for update`,
    values: [buyer],
  });
  if (!row) throw new Problem('missing', AgencySubscription.missing);
  return row;
}

/** Of one agency at a time. */
const mostUnpaid = 5;

/** After `lockSubscription`, in the platform's context: what is paid must find room in the counters. */
export async function refuseOverflow(
  db: Db,
  buyer: string,
  lines: readonly PricedLine[],
  hasPlan: boolean,
): Promise<void> {
  type Counted = Record<'licences' | 'sheets' | 'signatures' | 'payslips', number>;
  const [held] = await db.query<Counted>({
    name: 'held-quotas',
    text: `select (case when $2 then 0 else s.licences end + coalesce(w.licences, 0))::float8 as licences, (coalesce(g.remaining_sheets, 0) + coalesce(w.sheets, 0))::float8 as sheets,
        (coalesce(g.prepaid_signatures, 0) + coalesce(w.signatures, 0))::float8 as signatures, (coalesce(g.prepaid_payslips, 0) + coalesce(w.payslips, 0))::float8 as payslips
      from agencies g join agency_subscriptions s on s.agency_id = app_agency() and s.buyer_id = g.id
      cross join lateral (select sum(l.quantity::bigint * l.licences) filter (where l.type = ${licenceType}) as licences, sum(l.quantity::bigint * l.sheets) as sheets,
          sum(l.quantity::bigint * l.signatures) as signatures, sum(l.quantity::bigint * l.payslips) as payslips
        from ${waitingOrders} join subscription_order_lines l on l.agency_id = o.agency_id and l.order_id = o.id
        where o.agency_id = app_agency() and o.buyer_id = g.id) w
      where g.id = $1`,
    values: [buyer, hasPlan],
  });
  const total: Counted = { licences: 0, sheets: 0, signatures: 0, payslips: 0, ...held };
  for (const { offer, quantity } of lines)
    for (const quota of ['licences', 'sheets', 'signatures', 'payslips'] as const) {
      if (offer.gives[quota] === 0 || (quota === 'licences' && offer.type !== licenceType)) continue;
      total[quota] += quantity * offer.gives[quota];
      const most = quota === 'licences' ? mostLicences : mostCounted;
      if (total[quota] > most)
        throw new Problem(
          'conflict',
          `« ${offer.name} » : cette quantité est trop élevée, votre abonnement en compte ${most} au plus, commandes en attente comprises.`,
        );
    }
}

/** After `lockSubscription`: what is ordered twice would be collected twice. */
export async function refuseUnpaid(db: Db, buyer: string, hasPlan: boolean): Promise<void> {
  const unpaid = await db.query<{ number: string | null; hasPlan: boolean }>({
    name: 'unpaid-orders',
    text: `select o.invoice_number as number, exists (select from subscription_order_lines l where l.agency_id = o.agency_id and l.order_id = o.id and l.type = ${planType}) as "hasPlan"
      from ${waitingOrders} where o.agency_id = app_agency() and o.buyer_id = $1 order by o.created_at`,
    values: [buyer],
  });
  const same = hasPlan ? unpaid.find((one) => one.hasPlan) : undefined;
  if (same)
    throw new Problem(
      'conflict',
      `Une formule est déjà commandée : réglez ou refusez d’abord la facture ${same.number}.`,
    );
  if (unpaid.length >= mostUnpaid)
    throw new Problem(
      'conflict',
      `${unpaid.length} commandes attendent leur paiement : réglez d’abord la facture ${unpaid[0]?.number}.`,
    );
}

/** After `lockSubscription`: the choice would be lost when that invoice is paid. */
export async function refuseBilled(db: Db, buyer: string): Promise<void> {
  const [billed] = await db.query<{ number: string }>({
    name: 'billed-renewal',
    text: `select o.invoice_number as number from ${waitingOrders} where o.agency_id = app_agency() and o.buyer_id = $1 and o.renewal limit 1`,
    values: [buyer],
  });
  if (billed) throw new Problem('conflict', subscriptionMessages.nextBilled(billed.number));
}

const label = ({ offer }: PricedLine, yearly: boolean): string =>
  recurringTypes.includes(offer.type) ? `${offer.name} (${yearly ? 'un an' : 'un mois'})` : offer.name;

export const placeOrder = (db: Db, order: Order): Promise<Placed> =>
  asPlatform(db, async () => {
    const cart = cartOf(order.lines, order.yearly);
    const id = uuidv7();
    const made = await db.query<{ id: string }>({
      name: 'place-order',
      text: `insert into subscription_orders (agency_id, id, buyer_id, yearly, renewal, price, total_vat, total, vat, delivery_address, delivery_instructions, once)
        values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (agency_id, once) do nothing returning id`,
      values: [
        ...[id, order.buyerId, order.yearly, order.renewal, cart.price, cart.totalVat, cart.total, cart.vat],
        ...[order.deliveryAddress || null, order.deliveryInstructions || null, order.once],
      ],
    });
    if (made.length === 0) return placedBefore(db, order.once);
    await db.query({
      name: 'order-lines',
      text: `insert into subscription_order_lines (agency_id, id, order_id, buyer_id, rank, offer_id, name, type, quantity, price, licences, sheets, signatures, payslips)
        select app_agency(), x.id, $1, $2, x.rank, x.offer, x.name, x.type, x.quantity, x.price, x.licences, x.sheets, x.signatures, x.payslips
        from json_to_recordset($3) as x (id uuid, rank integer, offer uuid, name text, type integer, quantity integer, price numeric, licences integer, sheets integer, signatures integer, payslips integer)`,
      values: [
        ...[id, order.buyerId],
        JSON.stringify(
          order.lines.map(({ offer, quantity, unitPrice }, rank) => ({
            ...{ id: uuidv7(), rank, offer: offer.id, name: offer.name, type: offer.type, quantity, price: unitPrice },
            ...offer.gives,
          })),
        ),
      ],
    });
    if (cart.total === 0) {
      await fulfil(db, id);
      return { id, total: 0, isPaid: true, invoice: null };
    }
    const invoice = await issueAgencyInvoice(db, {
      buyerId: order.buyerId,
      lines: order.lines.map((line) => ({
        offerId: line.offer.id,
        label: label(line, order.yearly),
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        vatRate: platformVat,
      })),
      dueAt: order.dueAt,
      once: `order ${id}`,
      caller: order.caller,
      ...(order.first ? { first: true } : {}),
    });
    await db.query({
      name: 'order-billed',
      text: 'update subscription_orders set invoice_id = $2, invoice_number = $3 where agency_id = app_agency() and id = $1',
      values: [id, invoice.id, invoice.number],
    });
    return { id, total: cart.total, isPaid: false, invoice };
  });

async function placedBefore(db: Db, once: string): Promise<Placed> {
  const [row] = await db.query<{
    id: string;
    total: number;
    paid: boolean;
    invoice: string | null;
    number: string | null;
  }>({
    name: 'placed-order',
    text: `select id, total::float8 as total, paid_at is not null as paid, invoice_id as invoice, invoice_number as number
      from subscription_orders where agency_id = app_agency() and once = $1`,
    values: [once],
  });
  if (!row) throw new Problem('missing', 'Commande introuvable');
  const { id, total, paid, invoice, number } = row;
  return { id, total, isPaid: paid, invoice: invoice && number ? { id: invoice, number } : null };
}

interface PaidLine extends Record<string, unknown> {
  buyer: string;
  yearly: boolean;
  renewal: boolean;
  offer: string;
  name: string;
  type: number;
  quantity: number;
  licences: number;
  sheets: number;
  signatures: number;
  payslips: number;
}

/** In the platform's context, once: extends the validity, adds what was bought, orders what is sent. */
export async function fulfil(db: Db, order: string): Promise<void> {
  const first = await db.query({
    name: 'order-paid',
    text: 'update subscription_orders set paid_at = now() where agency_id = app_agency() and id = $1 and paid_at is null returning id',
    values: [order],
  });
  if (first.length === 0) return;
  const lines = await db.query<PaidLine>({
    name: 'paid-lines',
    text: `select o.buyer_id as buyer, o.yearly, o.renewal, l.offer_id as offer, l.name, l.type, l.quantity, l.licences, l.sheets, l.signatures, l.payslips
      from subscription_orders o join subscription_order_lines l on l.agency_id = o.agency_id and l.order_id = o.id
      where o.agency_id = app_agency() and o.id = $1 order by l.rank`,
    values: [order],
  });
  const [{ buyer, yearly, renewal }] = lines as [PaidLine];
  const plan = lines.find(({ type }) => type === planType);
  const extra = lines.reduce(
    (sum, { type, quantity, licences }) => sum + (type === licenceType ? quantity * licences : 0),
    0,
  );
  if (plan) await extend(db, buyer, plan.offer, yearly, renewal);
  // A renewal bills the licences that the agency has. A plan ordered anew has those that were paid with it. Bought after the
  // next period was billed, they hold through it (decision 109).
  if (!renewal && (plan || extra > 0))
    await db.query({
      name: 'more-licences',
      text: `update agency_subscriptions s set licences = case when $3 then 0 else licences end + $2,
          next_licences = next_licences + case when ${isNextBilled('s.buyer_id')} then $2 else 0 end, updated_at = now(), version = version + 1
        where agency_id = app_agency() and buyer_id = $1`,
      values: [buyer, extra, plan !== undefined],
    });
  const given = (name: 'sheets' | 'signatures' | 'payslips'): number =>
    lines.reduce((sum, line) => sum + line.quantity * line[name], 0);
  await db.query({
    name: 'give-bought',
    text: `select give_quotas($1, (select case when $2 then coalesce(p.licences, 0) + s.licences end from agency_subscriptions s
        left join subscription_offers p on p.agency_id = s.agency_id and p.id = s.plan_id where s.agency_id = app_agency() and s.buyer_id = $1), $3, $4, $5)`,
    values: [buyer, plan !== undefined || extra > 0, given('sheets'), given('signatures'), given('payslips')],
  });
  await db.query({
    name: 'article-orders',
    text: `insert into agency_article_orders (agency_id, id, buyer_id, agency_name, article, offer_id, quantity, invoice_id, invoice_number, delivery_address, delivery_instructions, created_at)
      select o.agency_id, gen_random_uuid(), o.buyer_id, g.name, l.name, l.offer_id, l.quantity, o.invoice_id, o.invoice_number, o.delivery_address, o.delivery_instructions, o.created_at
      from subscription_orders o join subscription_order_lines l on l.agency_id = o.agency_id and l.order_id = o.id join agencies g on g.id = o.buyer_id
      where o.agency_id = app_agency() and o.id = $1 and l.type = any ($2)`,
    // A service goes on with its renewal: its order is there already.
    values: [order, renewal ? deliveredTypes : [...servedTypes, ...deliveredTypes]],
  });
}

/** From the end of what was paid, or from today; the free days of a trial that runs are not lost. A trial ends with it. */
async function extend(db: Db, buyer: string, plan: string, yearly: boolean, renewal: boolean): Promise<void> {
  await db.query({
    name: 'extend-subscription',
    text: `update agency_subscriptions s set status = 100, plan_id = $2, yearly = $3, next_plan_id = null, next_yearly = null, next_licences = null, renews = true,
        licences = case when $4 then coalesce(s.next_licences, s.licences) else s.licences end,
        is_free_trial_done = s.is_free_trial_done or s.trial_ends_on is not null,
        starts_on = case when s.plan_id is null or s.ends_on < app_today() then f.first else coalesce(s.starts_on, app_today()) end,
        ends_on = (f.first + case when $3 then interval '1 year' else interval '1 month' end)::date - 1,
        updated_at = now(), version = version + 1
      from (select b.id, case when b.plan_id is null and b.status = 100 and not b.is_free_trial_done and b.trial_ends_on >= app_today() then b.trial_ends_on + 1
          when b.plan_id is null or b.ends_on is null or b.ends_on < app_today() then app_today() else b.ends_on + 1 end as first
        from agency_subscriptions b where b.agency_id = app_agency() and b.buyer_id = $1) f
      where s.agency_id = app_agency() and s.id = f.id`,
    values: [buyer, plan, yearly, renewal],
  });
  await setLock(db, buyer, null);
}

/** Of payments: an invoice is settled in full. */
export async function fulfilPaid(db: Db, invoice: string): Promise<void> {
  const [order] = await db.query<{ id: string }>({
    name: 'order-of-invoice',
    text: 'select id from subscription_orders where agency_id = app_agency() and invoice_id = $1',
    values: [invoice],
  });
  if (order) await fulfil(db, order.id);
}
