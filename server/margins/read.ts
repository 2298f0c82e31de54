// Margins of a period: the billable services, the flat amounts and the labour cost, joined in memory. The number of
// queries does not depend on the number of services.
import { flatsDue } from '#core/commercial/terms.ts';
import { round, scaleOf, times } from '#core/kernel/money.ts';
import {
  type Cost,
  type MarginAxis,
  type Margins,
  marginsBy,
  onStops,
  type Revenue,
  type Stop,
} from '#core/margins/margins.ts';
import { billedFlats, readBillable } from '#server/billing/billable.ts';
import type { Db } from '#server/db/database.ts';
import { labourCost } from '#server/pay/cost.ts';

export interface MarginFacts {
  currency: string;
  revenues: Revenue[];
  costs: Cost[];
  references: ReadonlyMap<string, string>;
}

export async function marginFacts(
  db: Db,
  period: { start: string; end: string },
  customer: string | undefined,
  at: Date,
): Promise<MarginFacts> {
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

export async function readMargins(
  db: Db,
  { by, customer, ...period }: { start: string; end: string; by: MarginAxis; customer?: string | undefined },
  at: Date,
): Promise<Margins & { currency: string }> {
  const { currency, revenues, costs } = await marginFacts(db, period, customer, at);
  return { currency, ...marginsBy(by, revenues, costs) };
}
