import { Customer } from '#core/customers/customer.ts';
import { type NamedPrices, readCustomerPricing, slotPrices, withLevel } from '#core/customers/pricing.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { columnOf } from '#server/kernel/names.ts';
import { isUuid } from '#server/kernel/uuid.ts';

const prices = Object.entries(slotPrices)
  .map(([name, field]) => `'${name}', g.${columnOf(name, field)}`)
  .join();

/** `NamedPrices` of agency `g`. */
export const agencyPricesSql = `json_build_object(${prices})`;

/** `PriceLevel['prices']` of the rows of a table of prices; numbers stay texts, so that they are exact. */
export const pricesSql = (table: string, condition: string): string =>
  `(select coalesce(json_agg(json_build_object('key', p.price_key, 'specialty', p.specialty_id, 'amount', p.amount::text, 'factor', p.factor::text) order by p.rank), '[]')
    from ${table} p where ${condition})`;

interface Pricing extends Record<string, unknown> {
  agency: NamedPrices;
  own: { key: never; specialty: string | null; amount: string | null; factor: string | null }[];
}

export const pricingHandlers: Handler[] = [
  handle(readCustomerPricing, async ({ db, params }) => {
    const [row] = isUuid(params.id)
      ? await db.query<Pricing>({
          name: 'customer-pricing',
          text: `select ${agencyPricesSql} as agency, ${pricesSql('customer_prices', 'p.agency_id = c.agency_id and p.customer_id = c.id')} as own
            from customers c join agencies g on g.id = c.agency_id where c.agency_id = app_agency() and c.id = $1`,
          values: [params.id],
        })
      : [];
    if (!row) throw new Problem('missing', Customer.missing);
    const source = row.own.length > 0 ? ('customer' as const) : ('agency' as const);
    const own = row.own.map(({ amount, factor, ...line }) => ({
      ...line,
      amount: amount === null ? null : Number(amount),
      factor: factor === null ? null : Number(factor),
    }));
    return { pricing: { source, pricesBySlot: withLevel(row.agency, { source, prices: own }) } };
  }),
];
