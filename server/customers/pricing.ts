import { Customer } from '#core/customers/customer.ts';
import { readCustomerPricing, slotPrices } from '#core/customers/pricing.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { columnOf } from '#server/kernel/names.ts';
import { isUuid } from '#server/kernel/uuid.ts';

const prices = Object.entries(slotPrices)
  .map(([name, field]) => `'${name}', g.${columnOf(name, field)}`)
  .join();

export const pricingHandlers: Handler[] = [
  handle(readCustomerPricing, async ({ db, params }) => {
    const [row] = isUuid(params.id)
      ? await db.query<{ prices: never }>({
          name: 'customer-pricing',
          text: `select json_build_object(${prices}) as prices from customers c join agencies g on g.id = c.agency_id
            where c.agency_id = app_agency() and c.id = $1`,
          values: [params.id],
        })
      : [];
    if (!row) throw new Problem('missing', Customer.missing);
    return { pricing: { source: 'agency' as const, pricesBySlot: row.prices } };
  }),
];
