// The breaks that steps begin and end.
import { breakEnded, breakPlanned, breakRunning } from '#core/planning/break.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** A break begins or ends for a person; null: for everybody. */
export interface Turn {
  to: 'start' | 'end';
  agent: string | null;
  /** The status before the break. */
  from: number;
  at: Date;
}

interface Taken {
  from: number;
  began: Date;
  ended: Date | null;
}

interface Breaks {
  service: string;
  /** The service has several people: each has his own breaks. */
  isShared: boolean;
  /** Breaks were running before these turns. */
  hasRunning: boolean;
}

/** Writes turns in their order; the breaks that begin and end among them are written once. */
export async function turnBreaks(turns: readonly Turn[], of: Breaks, call: Call): Promise<void> {
  const begun = new Map<string | null, Taken[]>();
  for (const { to, agent, from, at } of turns) {
    const own = begun.get(agent) ?? [];
    if (to === 'start') begun.set(agent, [...own, { from, began: at, ended: null }]);
    else {
      const last = own.at(-1);
      if (last) last.ended ??= at;
      if (of.hasRunning) await endBreaks(of.service, agent, at, call);
    }
  }
  for (const [agent, taken] of begun) await takeBreaks(taken, agent, of, call);
}

async function endBreaks(service: string, agent: string | null, at: Date, { db, now }: Call): Promise<void> {
  await db.query({
    name: 'end-breaks',
    // An unplanned break ends now; a planned one keeps its planned hours.
    text: `update service_breaks set status = ${breakEnded}, real_end_at = greatest($2, real_start_at), updated_at = $3, version = version + 1,
        end_at = case when unplanned then greatest($2, end_at) else end_at end
      where service_id = $1 and status = ${breakRunning} and paused_from is not null and ($4::uuid is null or agent_id is null or agent_id = $4)`,
    values: [service, at, now, agent],
  });
}

/**
 * Each is the next break planned for him or for everybody, or an unplanned one. On a shared service a break of everybody
 * stays, and he gets his copy of it.
 */
async function takeBreaks(
  taken: readonly Taken[],
  agent: string | null,
  { service, isShared }: Breaks,
  { db, context, now }: Call,
): Promise<void> {
  await db.query({
    name: 'take-breaks',
    text: `with planned as (select b.*, b.agent_id is null and $5 as shared, row_number() over (order by b.start_at, b.agent_id nulls last, b.id) as turn from service_breaks b
        where b.service_id = $2 and b.type = 0 and b.status = ${breakPlanned} and (b.agent_id = $3 or b.agent_id is null
          and not ($5 and exists (select from service_breaks o where o.agency_id = b.agency_id and o.copy_of = b.id and o.agent_id = $3)))),
      taken as (select t.*, p.id as plan, p.shared, p.start_at, p.end_at, case when t.ended is null then ${breakRunning} else ${breakEnded} end as status,
          greatest(t.ended, case when t.ended is not null then t.began end) as until, case when t.ended is null then 1 else 2 end as writes
        from json_to_recordset($6) t (turn integer, id uuid, "from" integer, began timestamptz, ended timestamptz) left join planned p on p.turn = t.turn),
      begun as (update service_breaks b set status = t.status, real_start_at = t.began, real_end_at = t.until, paused_from = t."from", updated_at = $4, version = b.version + t.writes
        from taken t where b.agency_id = $1 and b.id = t.plan and not t.shared)
      insert into service_breaks (agency_id, id, copy_of, service_id, agent_id, type, unplanned, start_at, end_at, real_start_at, real_end_at, status, paused_from, created_at, updated_at, version)
      select $1, t.id, t.plan, $2, $3, 0, t.plan is null, coalesce(t.start_at, t.began), coalesce(t.end_at, greatest(t.until, t.began + interval '1 minute')),
          t.began, t.until, t.status, t."from", $4, $4, t.writes
        from taken t where t.plan is null or t.shared`,
    values: [
      context.agency,
      service,
      agent,
      now,
      isShared && agent !== null,
      JSON.stringify(taken.map((one, index) => ({ ...one, turn: index + 1, id: uuidv7(now.getTime()) }))),
    ],
  });
}
