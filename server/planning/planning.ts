// Handlers of planning calls.

import { Problem } from '#core/kernel/problem.ts';
import { calendarOf } from '#core/planning/calendar.ts';
import {
  checkServices,
  cloneServices,
  consentOf,
  fetchCounters,
  fetchPlanning,
  moveServices,
  readHolidays,
  removeAgents,
  removeServices,
  saveSeries,
  saveServices,
} from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { awaitNewHours, planningErrors } from './checking.ts';
import { plannedAmong, planningPlace } from './facts.ts';
import { placeStops } from './following.ts';
import { planningJson } from './grid.ts';
import { holidaysOf } from './holidays.ts';
import { moveThose } from './moving.ts';
import { carrySeries, multiplied, writeCopies, writeSeries } from './series.ts';
import { changedMeanwhile, refuseChanged } from './undoing.ts';
import { countersFor } from './worked-days.ts';
import {
  lockServices,
  moveAll,
  prepare,
  readServices,
  type ServiceDraft,
  type ServiceRow,
  writeServices,
} from './writing.ts';

const brief = (rows: readonly ServiceRow[]) => ({ services: rows.map(({ id, version }) => ({ id, version })) });

const confirming = (drafts: readonly object[], confirmed: boolean | undefined): ServiceDraft[] =>
  drafts.map((draft) => ({ ...draft, ...(confirmed ? { confirmed: true } : {}) }) as ServiceDraft);

/** Of many services, a conflict must say which one was changed, and by whom. */
async function namingServices(problem: unknown, drafts: readonly ServiceDraft[], call: Call): Promise<never> {
  if (!(problem instanceof Problem) || problem.details.current === undefined) throw problem;
  const versions = new Map(drafts.flatMap(({ id, version }) => (id ? [[id.toLowerCase(), version] as const] : [])));
  const rows = await readServices(call.db, [...versions.keys()]);
  const changed = rows.filter(({ id, version }) => versions.get(id) !== undefined && versions.get(id) !== version);
  throw new Problem('conflict', await changedMeanwhile(changed, call), problem.details);
}

export const planningHandlers: Handler[] = [
  handle(checkServices, async (call) => {
    const { services, recurrence } = call.input;
    const drafts = confirming(services, undefined);
    const all = recurrence && drafts[0] ? await multiplied(drafts[0], recurrence, call.db) : drafts;
    // Drafts that change nothing ask what the services breach as they stand.
    const stored = services.every((draft) => Object.keys(draft).every((key) => key === 'id' || key === 'version'));
    const rows = await prepare(all, call);
    // As a save would.
    await placeStops(rows, call.db);
    awaitNewHours(rows, call.now);
    return { errors: await planningErrors(rows, call, undefined, stored) };
  }),

  handle(saveServices, async (call) => {
    const { services, recurrence, confirmed, consent } = call.input;
    const drafts = confirming(services, confirmed);
    return brief(
      recurrence
        ? await writeSeries(drafts, recurrence, call, consent)
        : await writeServices(
            await prepare(drafts, call).catch((problem) => namingServices(problem, drafts, call)),
            call,
            { consent },
          ),
    );
  }),

  handle(saveSeries, async (call) => {
    const { service, filters, confirmed, consent } = call.input;
    if (!isUuid(call.params.id)) throw new Problem('missing', Service.missing);
    const [draft] = confirming([service], confirmed) as [ServiceDraft];
    return brief(await carrySeries(call.params.id, draft, filters?.series ?? 'one', call, consent));
  }),

  handle(cloneServices, async (call) => {
    const { copies, confirmed, consent } = call.input;
    return brief(await writeCopies(copies, confirmed, call, consent));
  }),

  handle(removeServices, async (call) => {
    if (call.input.versions) await refuseChanged(call.input.versions, call);
    await moveAll(call.input.services, 'delete', call);
  }),

  handle(moveServices, moveThose),

  handle(removeAgents, async (call) => {
    const { services, agents } = call.input;
    const gone = new Set(agents ?? []);
    const rows = await lockServices(call.db, [...new Set(services)]);
    const drafts = rows.map((row) => ({
      id: row.id,
      agents: agents
        ? (row.agents as { id: string }[]).filter(({ id }) => !gone.has(id)).map(({ id }) => ({ id }))
        : [],
    }));
    return brief(await writeServices(await prepare(drafts, call), call));
  }),

  handle(consentOf, async ({ db, params }) => {
    if (!isUuid(params.id)) throw new Problem('missing', Service.missing);
    if ((await readServices(db, [params.id])).length === 0) throw new Problem('missing', Service.missing);
    const rows = await db.query<{
      id: string;
      agent: string;
      means: string;
      at: Date;
      comment: string | null;
      author: string;
    }>({
      name: 'consents-of',
      text: `select c.id, a.fullname as agent, c.means, c.obtained_at as at, c.comment, c.author from service_consents c
        join agents a on a.agency_id = c.agency_id and a.id = c.agent_id where c.service_id = $1 order by c.obtained_at desc, c.id`,
      values: [params.id],
    });
    return { consents: rows.map(({ at, ...row }) => ({ ...row, obtainedAt: at.toISOString() })) };
  }),

  handle(readHolidays, async ({ db, params: { year } }) => {
    const { holidayLocale } = await planningPlace(db);
    return { holidays: holidaysOf(holidayLocale, `${year}-01-01`, `${year}-12-31`) };
  }),

  handle(fetchPlanning, async (call) => new RawJson(await planningJson(call, call.input)) as never),

  handle(fetchCounters, async ({ db, context, input }) => {
    const agents = context.agent === null ? (input.agents ?? null) : [context.agent];
    const { zone, settings } = await planningPlace(db);
    const calendar = calendarOf({ zone, from: input.start, to: input.end });
    const people = await plannedAmong(db, agents);
    const around = await countersFor(db, agents, calendar, settings);
    return { workingTimes: Object.fromEntries(people.map((id) => [id, around(id)])) as never };
  }),
];
