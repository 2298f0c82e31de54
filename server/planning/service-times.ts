// The lived times as a list that the agency settles: their computed columns, and the times that count after a decision.

import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { type Rounding, settle } from '#core/planning/lived.ts';
import { decisionOf, ServiceTime, serviceTimeStatus, timesStates, timesToSettle } from '#core/planning/service-time.ts';
import { settleTimes } from '#core/planning/settle-calls.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';
import { isPlannedFor, type LivedRow, livedColumns } from './lived.ts';
import { notifySettled } from './settled-notice.ts';

const ofService = (t: string, value: string, joined = ''): string =>
  `(select ${value} from services v ${joined} where v.agency_id = ${t}.agency_id and v.id = ${t}.service_id)`;

const local = (moment: string, format: string): string => `to_char(${moment} at time zone app_zone(), '${format}')`;

export const serviceTimeExtension: Extension<typeof ServiceTime> = {
  computed: {
    agentName: (t) => `(select a.fullname from agents a where a.agency_id = ${t}.agency_id and a.id = ${t}.agent_id)`,
    site: (t) =>
      ofService(
        t,
        `json_build_object('id', s.id, 'name', s.name)`,
        'join sites s on s.agency_id = v.agency_id and s.id = v.site_id',
      ),
    endAt: (t) => ofService(t, utc('v.end_at')),
    planned: (t) =>
      `${local(`${t}.start_at`, 'DD/MM/YYYY HH24:MI')} || '–' || ${ofService(t, local('v.end_at', 'HH24:MI'))}`,
    lived: (t) =>
      `${local(`${t}.started_at`, 'HH24:MI')} || '–' || case when ${t}.ended_at is null then '?'
        when ${local(`${t}.ended_at`, 'DD')} = ${ofService(t, local('v.end_at', 'DD'))} then ${local(`${t}.ended_at`, 'HH24:MI')}
        else ${local(`${t}.ended_at`, 'DD/MM HH24:MI')} end`,
    // Nobody reported his end, and the agency is asked.
    state: (t) =>
      `case when ${t}.ended_at is null and ${t}.started_at is not null and ${t}.status >= ${timesToSettle} then 'Fin non pointée' else case ${t}.state ${Object.entries(
        timesStates,
      )
        .map(([code, label]) => `when ${code} then '${label}'`)
        .join(' ')} end end`,
  },
  bare: { site: (t) => ofService(t, 'v.site_id'), endAt: (t) => ofService(t, 'v.end_at') },
  // What needs no decision is shown on request.
  unlessStatus: `t.status = ${timesToSettle}`,
  afterMove: settleRows,
};

interface Rule extends Record<string, unknown> {
  step: number;
  way: Rounding;
}

/** Stores the times that count: a later change of the rounding rule does not change them. */
async function settleRows(move: string, rows: readonly Row<typeof ServiceTime>[], call: Call): Promise<void> {
  const { db, now } = call;
  const { to } = serviceTimeStatus.moves[move as keyof typeof serviceTimeStatus.moves];
  const decision = decisionOf[to];
  const [rule] = await db.query<Rule>({
    name: 'rounding-rule',
    text: 'select gap_rounding as step, gap_rounding_way as way from agencies where id = app_agency()',
  });
  const found = await db.query<LivedRow & { id: string }>({
    name: 'times-to-settle',
    text: `select t.id, ${livedColumns('s', 't', 't.agent_id', isPlannedFor('t'))}
      from service_times t join services s on s.agency_id = t.agency_id and s.id = t.service_id
      where t.agency_id = app_agency() and t.id = any ($1::uuid[])`,
    values: [rows.map(({ id }) => id)],
  });
  const minute = Math.floor(now.getTime() / 60_000);
  const counted = found.map((facts) => (decision ? settle(decision, facts, rule as Rule, minute) : null));
  const instant = (at: number | null | undefined): Date | null => (at == null ? null : new Date(at * 60_000));
  await db.query({
    name: 'settle-times',
    text: `update service_times t set counted_start_at = c.began, counted_end_at = c.ended
      from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) c (id, began, ended) where t.agency_id = app_agency() and t.id = c.id`,
    values: [
      found.map(({ id }) => id),
      counted.map((one) => instant(one?.start)),
      counted.map((one) => instant(one?.end)),
    ],
  });
  const settled = found.flatMap((facts, index) => {
    const [row, settlement] = [rows.find(({ id }) => id === facts.id), counted[index]];
    return row && settlement ? [{ row, facts, settlement }] : [];
  });
  await notifySettled(settled, call);
}

const plan = planOf(ServiceTime, serviceTimeExtension, entityNamed);

export const settlingHandlers: Handler[] = [
  handle(settleTimes, async (call) => {
    const rows = await moveMany(plan, call.input.times, call.params.type, call);
    return { times: rows.map(({ id }) => id) };
  }),
];
