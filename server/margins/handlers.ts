import { subtract, sum, toNumber } from '#core/kernel/money.ts';
import { listCostlyServices, listMargins, mostMargins } from '#core/margins/calls.ts';
import { type Cost, keyOf, type MarginAxis } from '#core/margins/margins.ts';
import { fetchPublicationMargins, fetchSiteMargins } from '#core/margins/planning-calls.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { publicationMargins } from './publication.ts';
import { type MarginFacts, marginFacts, readBilledMargins, readMargins } from './read.ts';

/** Of one row of the margins. */
function costly({ revenues, costs, references }: MarginFacts, by: MarginAxis, id: string) {
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
    const { rows, ...margins } = await readBilledMargins(db, input, now);
    return { ...margins, rows: rows.slice(0, mostMargins), filtered: rows.length };
  }),

  handle(fetchSiteMargins, async ({ db, input, now }) => {
    const { currency, rows } = await readMargins(db, { ...input, by: 'site' }, now);
    return {
      currency,
      sites: rows.flatMap(({ id, revenue, cost, margin, rate, unpriced, uncosted }) =>
        // The flat amounts belong to no site.
        id === '' ? [] : [{ id, revenue, cost, margin, rate, unpriced, uncosted }],
      ),
    };
  }),

  handle(fetchPublicationMargins, ({ db, input, now }) => publicationMargins(db, input, now)),

  handle(listCostlyServices, async ({ db, input, now }) => {
    const facts = await marginFacts(db, input, input.by === 'customer' ? input.id : undefined, now);
    const services = costly(facts, input.by, input.id);
    return { currency: facts.currency, services: services.slice(0, mostMargins), filtered: services.length };
  }),
];
