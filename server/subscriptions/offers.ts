// Offers: the yearly price of eleven months, and what was sold of them.
import { Problem } from '#core/kernel/problem.ts';
import { type AgencyOffer, familyOf, hiddenType, recurringTypes, yearlyPriceOf } from '#core/subscriptions/offer.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';

/** Of paid orders; agencies do not see it. */
const sold = (sum: string) => (t: string) =>
  `case when app_agency() = platform_agency() then (select ${sum} from subscription_order_lines l
    join subscription_orders o on o.agency_id = l.agency_id and o.id = l.order_id
    where l.agency_id = ${t}.agency_id and l.offer_id = ${t}.id and o.paid_at is not null) end`;

/** Z-042: what agencies hold as their plan stays one, and what belongs to the product is never taken off sale (Z-048). */
function refuseOtherKind({ draft, current }: Pending<typeof AgencyOffer>): void {
  const [before, after] = [Number(current?.type), Number(draft.type ?? current?.type)];
  if (!current || before === after || (familyOf(before) !== 'subs' && familyOf(after) !== 'subs')) return;
  const message = 'Une offre du produit garde son type, et aucune autre ne le devient.';
  throw new Problem('invalid', message, { violations: [{ path: 'type', message }] });
}

export const offerExtension: Extension<typeof AgencyOffer> = {
  searchesRows: true,
  // Z-043
  always: `((t.status = 100 and t.type <> ${hiddenType}) or app_agency() = platform_agency())`,
  computed: {
    numberOfSales: sold('coalesce(sum(l.quantity), 0)::integer'),
    turnover: sold('coalesce(sum(l.quantity * l.price), 0)'),
  },
  async beforeSave(rows) {
    for (const row of rows) refuseOtherKind(row);
    for (const { draft, current } of rows) {
      const type = Number(draft.type ?? current?.type);
      const price = draft.price ?? current?.price;
      const before = current?.options?.yearlyPrice ?? null;
      // One that nobody set follows the price.
      const held = before !== null && current?.price != null && before !== yearlyPriceOf(current.price) ? before : null;
      const yearly = draft.options?.yearlyPrice === undefined ? held : draft.options.yearlyPrice;
      // Z-045
      if (recurringTypes.includes(type) && typeof price === 'number' && yearly === null)
        draft.options = { ...draft.options, yearlyPrice: yearlyPriceOf(price) };
    }
  },
};
