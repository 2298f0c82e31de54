// What a publication brings: each service that leaves, as it was published and as it will be.
import { wallClock } from '#core/kernel/clock.ts';
import { add, type Decimal, toNumber } from '#core/kernel/money.ts';
import { longestMargins } from '#core/margins/calls.ts';
import type { PublishedMargin } from '#core/margins/planning-calls.ts';
import { dayNumber } from '#core/planning/days.ts';
import { readBillable } from '#server/billing/billable.ts';
import type { Db } from '#server/db/database.ts';
import { daysPaid, labourCost } from '#server/pay/cost.ts';
import { planningPlace } from '#server/planning/facts.ts';
import { leavingServices, type Wanted } from '#server/planning/publishing.ts';

interface Asked {
  period: { start: string; end: string };
  services: readonly string[];
  agents: readonly string[];
  at: Date;
}

interface Figures {
  revenue: Map<string, Decimal>;
  cost: Map<string, Decimal>;
  unpriced: Map<string, number>;
  uncosted: Map<string, number>;
}

const more = (counts: Map<string, number>, id: string): Map<string, number> =>
  counts.set(id, (counts.get(id) ?? 0) + 1);

/** A stop is billed, its circuit is paid: both are figures of the circuit. */
async function figuresOf(db: Db, { period, services, agents, at }: Asked, published: boolean): Promise<Figures> {
  const found: Figures = { revenue: new Map(), cost: new Map(), unpriced: new Map(), uncosted: new Map() };
  const billable = await readBillable(db, period, { services, published }, at);
  for (const { id, circuit, amount, state } of billable.services) {
    const of = circuit ?? id;
    if (state !== 'NOTHING' && amount === null) more(found.unpriced, of);
    if (state !== 'NOTHING') found.revenue.set(of, add(found.revenue.get(of) ?? 0, amount ?? 0));
  }
  const wanted = new Set(services);
  for (const { service, loaded } of await labourCost(db, daysPaid(period), { agents, published })) {
    if (!wanted.has(service)) continue;
    if (loaded === null) more(found.uncosted, service);
    found.cost.set(service, add(found.cost.get(service) ?? 0, loaded ?? 0));
  }
  return found;
}

export async function publicationMargins(
  db: Db,
  wanted: Wanted,
  at: Date,
): Promise<{ currency: string; services: PublishedMargin[] }> {
  const { zone, currency } = await planningPlace(db);
  const leaving = await leavingServices(db, wanted, zone, at);
  const versions = leaving.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const days = versions
    .map(({ startAt }) => wallClock(startAt, zone).day)
    .toSorted((one, other) => (one < other ? -1 : 1));
  const [start, end] = [days[0], days.at(-1)];
  if (!start || !end || dayNumber(end) - dayNumber(start) >= longestMargins) return { currency, services: [] };
  const asked = {
    ...{ period: { start, end }, services: leaving.map(({ id }) => id), at },
    agents: [...new Set(versions.flatMap(({ agents }) => agents))],
  };
  const [was, will] = [await figuresOf(db, asked, true), await figuresOf(db, asked, false)];
  const of = ({ revenue, cost }: Figures, id: string) => ({
    ...{ revenue: toNumber(revenue.get(id) ?? 0), cost: toNumber(cost.get(id) ?? 0) },
  });
  return {
    currency,
    services: leaving.map(({ id, before, after }) => ({
      id,
      before: before && of(was, id),
      after: after && of(will, id),
      unpriced: after ? (will.unpriced.get(id) ?? 0) : 0,
      uncosted: after ? (will.uncosted.get(id) ?? 0) : 0,
    })),
  };
}
