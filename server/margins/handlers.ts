// Margins of a period: the billable services, the flat amounts and the labour cost, joined in memory. The number of
// queries does not depend on the number of services.
import { flatsDue } from '#core/commercial/terms.ts';
import { round, scaleOf, subtract, sum, times, toNumber } from '#core/kernel/money.ts';
import { listCostlyServices, listMargins, mostMargins } from '#core/margins/calls.ts';
import {
  type Cost,
  keyOf,
  type MarginAxis,
  marginsBy,
  onStops,
  type Revenue,
  type Stop,
} from '#core/margins/margins.ts';
import { billedFlats, readBillable } from '#server/billing/billable.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { labourCost } from '#server/pay/cost.ts';

interface Facts {
  currency: string;
  revenues: Revenue[];
  costs: Cost[];
  references: ReadonlyMap<string, string>;
}

async function factsOf(
  db: Db,
  period: { start: string; end: string },
  customer: string | undefined,
  at: Date,
): Promise<Facts> {
  const { services, contracts, currency } = await readBillable(db, period, { customer }, at);
  const due = flatsDue(contracts, period, scaleOf(currency));
  const billed = await billedFlats(
    db,
    due.map(({ flat }) => flat.id),
  );
  const amounts = new Map(billed.map(({ flat, month, amount }) => [`${flat} ${month}`, amount]));
  const flats = due.map(({ contract, flat, month, price }): Revenue => {
    const { customer: payer, id, title } = contract;
    return {
      ...{ service: null, customer: payer, site: null, contract: { id, name: title }, day: `${month}-01` },
      amount: amounts.get(`${flat.id} ${month}`) ?? round(times(price, flat.quantity), scaleOf(currency)),
      isDone: amounts.has(`${flat.id} ${month}`) || month <= at.toISOString().slice(0, 7),
    };
  });
  const work = services.map(
    ({ id, customer: payer, site, contract, day, amount, state }): Revenue => ({
      ...{ service: id, customer: payer, site, contract, day },
      ...{ amount: state === 'NOTHING' ? 0 : amount, isDone: state !== 'OPEN' },
    }),
  );
  // Of everybody: a circuit passes at several customers.
  const labour = await labourCost(db, period);
  const stops = await db.query<Stop & Record<string, unknown>>({
    name: 'margin-stops',
    text: `select id, circuit_id as circuit, (extract(epoch from end_at - start_at) / 60)::integer as minutes from services
      where agency_id = app_agency() and circuit_id = any ($1::uuid[])`,
    values: [labour.map(({ service }) => service)],
  });
  return {
    currency,
    revenues: [...work, ...flats],
    costs: onStops(
      labour.map(({ service, paid, loaded }) => ({ service, minutes: paid, loaded })),
      stops,
      scaleOf(currency),
    ),
    references: new Map(services.map(({ id, reference }) => [id, reference])),
  };
}

/** Of one row of the margins. */
function costly({ revenues, costs, references }: Facts, by: MarginAxis, id: string) {
  const ofService = new Map<string, Cost[]>();
  for (const cost of costs) ofService.set(cost.service, [...(ofService.get(cost.service) ?? []), cost]);
  return revenues
    .flatMap((one) => {
      if (one.service === null || keyOf(one, by).id !== id) return [];
      const cost = sum((ofService.get(one.service) ?? []).map(({ loaded }) => loaded ?? 0));
      return [
        {
          ...{
            id: one.service,
            reference: references.get(one.service) ?? '',
            day: one.day,
            site: one.site?.name ?? '',
          },
          ...{ amount: one.amount === null ? null : toNumber(one.amount), cost: toNumber(cost), isDone: one.isDone },
          margin: toNumber(subtract(one.amount ?? 0, cost)),
        },
      ];
    })
    .toSorted((one, other) => one.margin - other.margin || (one.day < other.day ? -1 : 1));
}

export const marginHandlers: Handler[] = [
  handle(listMargins, async ({ db, input, now }) => {
    const { currency, revenues, costs } = await factsOf(db, input, input.customer, now);
    const { rows, total } = marginsBy(input.by, revenues, costs);
    return { currency, rows: rows.slice(0, mostMargins), filtered: rows.length, total };
  }),

  handle(listCostlyServices, async ({ db, input, now }) => {
    const facts = await factsOf(db, input, input.by === 'customer' ? input.id : undefined, now);
    const services = costly(facts, input.by, input.id);
    return { currency: facts.currency, services: services.slice(0, mostMargins), filtered: services.length };
  }),
];
