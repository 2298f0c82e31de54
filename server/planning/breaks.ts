// Time gaps (breaks): their service, their agent, their totals.
import { entityNamed } from '#core/entities.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { changesNothing } from '#core/kernel/same.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { Break, breakPlanned, breakRunning, deleteBreak } from '#core/planning/break.ts';
import { gapTotals } from '#core/planning/gap-totals.ts';
import { Service } from '#core/planning/service.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { refuseFrozenPart } from '#server/kernel/frozen.ts';
import { list } from '#server/kernel/list.ts';
import { act, moveMany } from '#server/kernel/move.ts';
import { type Extension, type Plan, planOf } from '#server/kernel/plan.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { minuteSql, runningUntil } from './facts.ts';
import { holidaysOf } from './holidays.ts';
import { measureTimes } from './lived.ts';

const ofService = (t: string, value: string, joined = ''): string =>
  `(select ${value} from services v ${joined} where v.agency_id = ${t}.agency_id and v.id = ${t}.service_id)`;
const ofSite = 'join sites s on s.agency_id = v.agency_id and s.id = v.site_id';
const named = (r: string): string => `json_build_object('id', ${r}.id, 'name', ${r}.name)`;

/** A break for every agent of the service. */
const everybody = 'Tout le service';

/** Real times where they are known. */
const begins = (t: string): string => `coalesce(${t}.real_start_at, ${t}.start_at)`;
const ends = (t: string): string =>
  `greatest(coalesce(${t}.real_end_at, ${t}.end_at), case when ${t}.real_end_at is null and ${t}.status = ${breakRunning} then ${runningUntil(t)} end, ${begins(t)})`;

export const breakExtension: Extension<typeof Break> = {
  computed: {
    agentName: (t) =>
      `coalesce((select a.fullname from agents a where a.agency_id = ${t}.agency_id and a.id = ${t}.agent_id), '${everybody}')`,
    minutes: (t) => `(extract(epoch from ${ends(t)} - ${begins(t)}) / 60)::integer`,
    customer: (t) =>
      ofService(t, named('c'), `${ofSite} join customers c on c.agency_id = s.agency_id and c.id = s.customer_id`),
    site: (t) => ofService(t, named('s'), ofSite),
    specialty: (t) =>
      ofService(t, named('p'), 'join specialties p on p.agency_id = v.agency_id and p.id = v.specialty_id'),
  },
  bare: {
    customer: (t) => ofService(t, 's.customer_id', ofSite),
    site: (t) => ofService(t, 'v.site_id'),
    specialty: (t) => ofService(t, 'v.specialty_id'),
  },
  // A planned break without an agent belongs to the service; it is not a gap yet.
  unlessStatus: `(t.status <> ${breakPlanned} or t.agent_id is not null)`,
  // The starts and ends: SQL cannot split them by night and holiday, so `listWithTotals` sums them.
  beside: {
    totals: {
      of: 'minutes',
      sql: (from) =>
        `select coalesce(json_agg(json_build_array(${minuteSql(begins('t'))}, ${minuteSql(ends('t'))})), '[]') ${from}`,
    },
  },
  operations: { list: listWithTotals, act: actUnlessPlanned },
  async beforeSave(rows, { db }) {
    for (const { id, draft, current } of rows) {
      if (current && changesNothing(Break.fields, draft, current)) continue;
      const plan = Object.fromEntries(planFields.map((name) => [name, draft[name]]));
      if (current && !changesNothing(Break.fields, plan, current)) await refusePlanned(id, db);
      await refuseElsewhere(id, { ...current, ...draft } as Gap, db);
    }
  },
  // What was worked changes with the breaks.
  afterSave: (rows, { db, now }) => measureTimes(db, [...new Set(rows.map(({ after }) => after.service.id))], now),
  afterMove: (_, rows, { db, now }) => measureTimes(db, [...new Set(rows.map(({ service }) => service.id))], now),
};

/** What a service's form shows of a planned break. */
const planFields = ['agent', 'service', 'type', 'startAt', 'endAt', 'comment'] as const;

interface Frozen extends Record<string, unknown> {
  status: number;
  circuitStatus: number | null;
}

const statesOf = `v.status, (select c.status from services c where c.agency_id = v.agency_id and c.id = v.circuit_id) as "circuitStatus"`;

/** A stop is frozen with its circuit. */
function refuseFrozen({ status, circuitStatus }: Frozen, planned: boolean): void {
  for (const state of [status, circuitStatus])
    if (state !== null) refuseFrozenPart(Service, { status: state }, 'service', planned ? 'breaks' : null);
}

/** A break planned for everybody is a line of its service, and frozen with the plan (decision 85). */
async function refusePlanned(id: string, db: Db): Promise<void> {
  const [service] = await db.query<Frozen>({
    name: 'service-of-planned-break',
    text: `select ${statesOf} from planned_breaks b join services v on v.agency_id = b.agency_id and v.id = b.service_id where b.id = $1 for share of v`,
    values: [id],
  });
  if (service) refuseFrozen(service, true);
}

async function actUnlessPlanned(plan: Plan, call: Call): Promise<unknown> {
  const { id } = call.params as { id: string };
  if (isUuid(id)) await refusePlanned(id, call.db);
  return act(plan, call);
}

async function listWithTotals(plan: Plan, call: Call): Promise<RawJson> {
  const reply = JSON.parse((await list(plan, call)).text) as { totals: [number, number][] };
  const { zone, locale, start, end } = await placeOf(call.db);
  const totals = gapTotals(reply.totals, {
    zone,
    night: { start, end },
    holidays: (from, to) => holidaysOf(locale, from, to),
  });
  return new RawJson(JSON.stringify({ ...reply, totals }));
}

interface PayPlace extends Record<string, unknown> {
  zone: string;
  locale: string;
  start: string;
  end: string;
}

async function placeOf(db: Db): Promise<PayPlace> {
  const [row] = await db.query<PayPlace>({
    name: 'pay-place',
    text: `select time_zone as zone, holiday_locale as locale, to_char(night_start, 'HH24:MI') as start, to_char(night_end, 'HH24:MI') as end
      from agencies where id = app_agency()`,
  });
  return row as PayPlace;
}

interface Gap {
  agent: { id: string } | null;
  service: { id: string };
  startAt: string;
  endAt: string;
  realStartAt: string | null;
  realEndAt: string | null;
}

interface Around extends Frozen {
  /** Not a new line of this service's plan. */
  known: boolean;
  from: Date;
  to: Date;
  zone: string;
  held: boolean;
}

/** A gap must be within the planned or real hours of its service, and its agent must be on the service. */
async function refuseElsewhere(id: string, gap: Gap, db: Db): Promise<void> {
  const [service] = await db.query<Around>({
    name: 'service-of-gap',
    // Lock the service until the gap is written, so that no agent leaves it in between.
    text: `select ${statesOf}, least(v.start_at, v.real_start_at) as from, greatest(v.end_at, v.real_end_at) as to, app_zone() as zone,
        exists (select from service_agents h where h.agency_id = v.agency_id and h.service_id = v.id and h.agent_id = $2) as held,
        exists (select from service_breaks b where b.agency_id = v.agency_id and b.id = $3 and (b.unplanned or (b.agent_id is null and b.service_id = v.id))) as known
      from services v where v.id = $1 for share`,
    values: [gap.service.id, gap.agent?.id ?? null, id],
  });
  if (!service) return;
  refuseFrozen(service, !gap.agent && !service.known);
  const violations: Violation[] = [];
  if (gap.agent && !service.held)
    violations.push({ path: 'agent', message: 'Ce collaborateur n’est pas sur le service' });
  const wallTime = (moment: Date): string => {
    const { day, time } = wallClock(moment, service.zone);
    return `${frenchDay(day)} ${time}`;
  };
  const message = `En dehors du service (du ${wallTime(service.from)} au ${wallTime(service.to)})`;
  for (const path of ['startAt', 'endAt', 'realStartAt', 'realEndAt'] as const) {
    const at = gap[path] ? Date.parse(gap[path]) : null;
    if (at !== null && (at < service.from.getTime() || at > service.to.getTime())) violations.push({ path, message });
  }
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

const plan = planOf(Break, breakExtension, entityNamed);

export const breakHandlers: Handler[] = [
  handle(deleteBreak, async (call) => {
    if (isUuid(call.params.id)) await refusePlanned(call.params.id, call.db);
    await moveMany(plan, [call.params.id], 'delete', call);
  }),
];
