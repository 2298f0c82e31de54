// Executions of rounds as the caller may see them: the plan of each, and its facts. core/rounds/execution.ts gives their state.
import { activeStatuses, late, waiting } from '#core/planning/status.ts';
import { observedAt, type RoundFact, type RoundPlan, walk } from '#core/rounds/execution.ts';
import type { RoundExecution, RoundPass } from '#core/rounds/service-round.ts';
import type { Db } from '#server/db/database.ts';
import { utc } from '#server/kernel/kinds.ts';

/**
 * The facts of an execution, in order of time; `withoutPlaces` before a customer reads them. The words of an observation are
 * those of its entry in the daily log, as it was corrected; a customer reads those whose entry he sees.
 */
export const factsOf = (
  e: string,
): string => `(select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'at', ${utc('f.at')},
    'line', f.line_id, 'checkpoint', f.checkpoint_id, 'way', f.way, 'tag', f.tag, 'content', case when o.state = 'CORRECTED' then o.description else f.content end,
    'position', case when f.latitude is not null then json_build_object('latitude', f.latitude, 'longitude', f.longitude, 'accuracy', f.accuracy) end, 'gone', f.position_gone, 'judged', ${e}.judged->f.id::text)
    order by f.at, f.id), '[]') from round_events f left join logbook_events o on f.kind = 'observation' and o.agency_id = f.agency_id and o.id = f.id
  where f.agency_id = ${e}.agency_id and f.execution_id = ${e}.id
    and case when f.kind <> 'observation' then true when o.id is null then (select app_customer()) is null else o.state <> 'WITHDRAWN' end)`;

/**
 * The services that a line or an execution belongs to: the one it hangs on, and the stops of that tour on its site, which
 * are what a customer sees of a tour.
 */
export const visitOf = (service: string, of: string): string =>
  `${service}.agency_id = ${of}.agency_id and (${service}.id = ${of}.service_id or ${service}.circuit_id = ${of}.service_id and ${service}.site_id = ${of}.site_id)`;

/**
 * The end of the service of its agent, if that is over: what he left open ends with it. If the caller does not see the
 * agent's times, the end of the whole service.
 */
export const overOf = (
  e: string,
): string => `(select case when v.status not in (${[waiting, late, ...activeStatuses]}) or t.state not in (${activeStatuses})
    then greatest(${e}.started_at, coalesce(t.ended_at, v.real_end_at, v.end_at)) end
  from seen_services v left join service_times t on t.agency_id = v.agency_id and t.service_id = v.id and t.agent_id = ${e}.agent_id
  where ${visitOf('v', e)} order by v.id = ${e}.service_id desc, v.start_at desc limit 1)`;
/** Null: it is under way. */
export const endOf = (e: string): string => `coalesce(${e}.ended_at, ${overOf(e)})`;

/** All its points were answered for before somebody stopped it, as `walk` says. */
export const finishedOf = (
  e: string,
): string => `(${e}.ended_at is not null and not exists (select from jsonb_array_elements(${e}.plan->'points') p
  where not exists (select from round_events f where f.agency_id = ${e}.agency_id and f.execution_id = ${e}.id and f.kind in ('read', 'virtual', 'jump')
    and f.at <= ${e}.ended_at and (f.line_id = (p->>'line')::uuid or f.checkpoint_id = (p->>'checkpoint')::uuid))))`;

interface Row extends RoundExecution, Record<string, unknown> {
  serviceRound: string;
}

/** By line of a service, in the order in which they began. */
export async function executionsOf(db: Db, serviceRounds: readonly string[]): Promise<Map<string, RoundExecution[]>> {
  if (serviceRounds.length === 0) return new Map();
  const rows = await db.query<Row>({
    name: 'round-executions',
    text: `select e.id as uuid, e.service_round_id as "serviceRound", ${utc('e.started_at')} as "startedAt", ${utc(endOf('e'))} as "endedAt",
        (select json_build_object('id', a.id, 'name', a.fullname) from agents a where a.agency_id = e.agency_id and a.id = e.agent_id) as agent,
        e.plan, ${factsOf('e')} as facts
      from round_executions e where e.agency_id = app_agency() and e.service_round_id = any ($1::uuid[]) order by e.started_at, e.id`,
    values: [serviceRounds],
  });
  const found = new Map<string, RoundExecution[]>();
  for (const { serviceRound, ...execution } of rows)
    found.set(serviceRound, [...(found.get(serviceRound) ?? []), judged(execution)]);
  return found;
}

/** What is stored of its proofs counts once a position is gone; until then the positions say it, in whatever order they came. */
export const factsToJudge = (facts: readonly RoundFact[]): RoundFact[] =>
  facts.some(({ gone }) => gone) ? [...facts] : facts.map(({ judged: _, ...fact }) => fact);

/** A corrected entry names its point and its round first, which the pass says already. */
function ownWords({ content, line }: RoundFact, { name, points }: RoundPlan): string | null {
  const title = points.find((one) => one.line === line)?.title;
  const place = `${observedAt(title, name)} : `;
  return content?.startsWith(place) ? content.slice(place.length) : content;
}

/** With its doubts, and without what recognises a point: that is for few. */
function judged(execution: RoundExecution): RoundExecution {
  const { plan, endedAt } = execution;
  const facts = factsToJudge(execution.facts);
  const { points } = walk(plan, facts, endedAt);
  return {
    ...execution,
    facts: facts.map((fact) => (fact.kind === 'observation' ? { ...fact, content: ownWords(fact, plan) } : fact)),
    plan: {
      ...plan,
      points: plan.points.map(({ line, checkpoint, title, location }) => ({ line, checkpoint, title, location })),
    },
    doubts: points.flatMap(({ line, doubts }) => (doubts.length > 0 ? [{ line, doubts }] : [])),
  };
}

/** The progress of the execution under way of each service, the last one begun. */
export async function runningRounds(
  db: Db,
  services: readonly string[],
): Promise<Map<string, Pick<RoundPass, 'validated' | 'total'>>> {
  if (services.length === 0) return new Map();
  const rows = await db.query<{ service: string; plan: RoundPlan; facts: RoundFact[] }>({
    name: 'running-rounds',
    text: `select e.service_id as service, e.plan, ${factsOf('e')} as facts from round_executions e
      where e.agency_id = app_agency() and e.service_id = any ($1::uuid[]) and ${endOf('e')} is null order by e.started_at`,
    values: [services],
  });
  return new Map(
    rows.map(({ service, plan, facts }) => {
      const { validated, points } = walk(plan, facts);
      return [service, { validated, total: points.length }];
    }),
  );
}

/**
 * Where agents were is between them and their agency; a customer reads that and when a point was read, and which proofs the
 * agency has a doubt about.
 */
export const withoutPlaces = ({ plan, facts, doubts = [], ...execution }: RoundExecution): RoundExecution => ({
  ...execution,
  isWithheld: true,
  doubts: doubts.map(({ line, doubts: own }) => ({
    line,
    doubts: own.map((one) => (one === 'noPosition' ? 'unproven' : one)),
  })),
  plan: { ...plan, points: plan.points.map((point) => ({ ...point, location: null })) },
  facts: facts
    .filter(({ kind }) => kind !== 'unknown')
    .map((fact) => ({ ...fact, position: null, gone: null, judged: null, tag: null })),
});
