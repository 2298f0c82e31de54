import { listCostlyServices, listMargins, mostMargins } from '#core/margins/calls.ts';
import { fetchPublicationMargins, fetchSiteMargins } from '#core/margins/planning-calls.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { publicationMargins } from './publication.ts';
import { type Reading, readBilledMargins, readCostlyServices, readMargins } from './read.ts';

const readingOf = ({ db, now, services, context, afterCommit }: Call): Reading => ({
  ...{ db, now },
  keep: (work) => afterCommit(async () => void (await services.database.transaction(context, work))),
});

export const marginHandlers: Handler[] = [
  handle(listMargins, async (call) => {
    const { rows, ...margins } = await readBilledMargins(readingOf(call as Call), call.input);
    return { ...margins, rows: rows.slice(0, mostMargins), filtered: rows.length };
  }),

  handle(fetchSiteMargins, async (call) => {
    const { currency, rows } = await readMargins(readingOf(call as Call), { ...call.input, by: 'site' });
    return {
      currency,
      sites: rows.flatMap(({ id, revenue, cost, margin, rate, unpriced, uncosted }) =>
        // The flat amounts belong to no site.
        id === '' ? [] : [{ id, revenue, cost, margin, rate, unpriced, uncosted }],
      ),
    };
  }),

  handle(fetchPublicationMargins, ({ db, input, now }) => publicationMargins(db, input, now)),

  handle(listCostlyServices, async (call) => {
    const { currency, services } = await readCostlyServices(call, call.input);
    return { currency, services: services.slice(0, mostMargins), filtered: services.length };
  }),
];
