// What phones report of rounds (decision 87): each message is a fact of an execution, and an entry of the daily log.
import { oldestEvent } from '#core/field/clock.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { unfinished } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { isMoved, observedAt, type RoundFact, type RoundPlan, type Walked, walk } from '#core/rounds/execution.ts';
import { factOf } from '#core/rounds/lived.ts';
import {
  roundCheckpoint,
  roundJump,
  roundObservation,
  roundStart,
  roundStop,
  roundUnknown,
  roundVirtual,
} from '#core/rounds/messages.ts';
import { Round } from '#core/rounds/round.ts';
import { roundExecutionStatus } from '#core/rounds/status.ts';
import { Site } from '#core/sites/site.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, receive } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import { needOne } from '#server/kernel/scope.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { photosOf, writeOwnEvent } from '#server/logbook/writing.ts';
import { refuseUnseen } from '#server/planning/life.ts';
import { asAgency, refuseAhead } from '#server/planning/lifecycle-writing.ts';
import { workingLocation } from '#server/planning/working.ts';
import { reviseCutRound } from './cut.ts';
import { factsOf, factsToJudge, overOf } from './executions.ts';
import { keepJudgement } from './judging.ts';
import { correctMissedRound } from './missed.ts';

/** « Remarque générale »: what an agent observes on his way. */
const remark = 122;

const serviceOver = 'Le service est terminé : une ronde ne commence plus';

interface Execution extends Record<string, unknown> {
  id: string;
  site: string;
  agent: string | null;
  serviceRound: string;
  service: string;
  plan: RoundPlan;
  facts: RoundFact[];
  /** Of its agent's service, if that is over. */
  over: string | null;
  /** The clock left the service unfinished at its planned end: its agent has not told the real one yet. */
  isEndOpen: boolean;
}

/** Locked: the facts of one execution are taken one after the other. */
async function executionOf(id: string, { db }: Call): Promise<Execution | null> {
  const [found] = await db.query<Execution>({
    name: 'lock-round-execution',
    text: `select e.id, e.site_id as site, e.agent_id as agent, e.service_round_id as "serviceRound", e.service_id as service, e.plan, ${factsOf('e')} as facts,
        ${utc(overOf('e'))} as over, exists (select from services v join service_times t on t.agency_id = v.agency_id and t.service_id = v.id
          where v.agency_id = e.agency_id and v.id = e.service_id and v.status = ${unfinished} and t.agent_id = e.agent_id and t.ended_at is null) as "isEndOpen"
      from round_executions e where e.agency_id = app_agency() and e.id = $1 for update`,
    values: [id],
  });
  return found ?? null;
}

/**
 * A value as the phone had it when it began ($6), as JSON: what the desk changed since, and before the phone found a network,
 * was not what was walked.
 */
const wasThen = (of: Entity, id: string, field: string, now: string): string =>
  `coalesce((select h.changes->'${field}'->'before' from audit h where h.agency_id = app_agency() and h.entity = '${of.name}' and h.entity_id = ${id}
    and h.at > $6 and h.changes ? '${field}' and h.action <> 'create' order by h.at, h.id limit 1), to_jsonb(${now}))`;

const linesNow = `(select jsonb_agg(jsonb_build_object('id', p.id, 'checkpoint', jsonb_build_object('id', p.checkpoint_id)) order by p.rank, p.id)
  from round_checkpoints p where p.agency_id = r.agency_id and p.round_id = r.id)`;
const ofPoint = (field: string, now: string): string => wasThen(Checkpoint, 'c.id', field, now);
const placeOfPoint = `(select case when t.latitude <> 'null' then jsonb_build_object('latitude', t.latitude, 'longitude', t.longitude) end
  from (select ${ofPoint('location.latitude', 'c.latitude')} as latitude, ${ofPoint('location.longitude', 'c.longitude')} as longitude) t)`;

/** When the phone had read what it walks: at the start, as far as it does not say. */
const readAtOf = ({ at, payload: { readAt } }: Arrived<Reported>): Date =>
  readAt === undefined ? at : new Date(Math.max(Date.parse(readAt), at.getTime() - oldestEvent));

/** Begins an execution with the round as the phone had it. */
async function begin(serviceRound: string, execution: string, event: Arrived<Reported>, { db }: Call): Promise<void> {
  const begun = await db.query({
    name: 'begin-round-execution',
    text: `insert into round_executions (agency_id, id, service_id, service_round_id, round_id, site_id, agent_id, started_at, plan)
      select l.agency_id, $1, l.service_id, l.id, r.id, r.site_id, $4, $5, jsonb_build_object('name', ${wasThen(Round, 'r.id', 'name', 'r.name')},
        'directions', ${wasThen(Round, 'r.id', 'grantedDirections', 'r.granted_directions')}, 'radius', ${wasThen(Site, 's.id', 'radius', 's.radius')},
        'points', (select coalesce(jsonb_agg(jsonb_build_object('line', p.line->'id', 'checkpoint', c.id, 'title', ${ofPoint('title', 'c.title')},
            'known', jsonb_build_object('type', ${ofPoint('type', 'c.type')}, 'tagId', ${ofPoint('tagId', 'c.tag_id')}, 'code', c.code),
            'location', ${placeOfPoint}) order by p.rank), '[]')
          from jsonb_array_elements(${wasThen(Round, 'r.id', 'checkpoints', linesNow)}) with ordinality p (line, rank)
            join checkpoints c on c.agency_id = r.agency_id and c.id = (p.line->'checkpoint'->>'id')::uuid
          where ${ofPoint('status', 'c.status')} = to_jsonb(${activeStatus})))
      from service_rounds l join rounds r on r.agency_id = l.agency_id and r.id = l.round_id join sites s on s.agency_id = r.agency_id and s.id = r.site_id
      where l.agency_id = app_agency() and l.id = $2 and l.service_id = $3
      on conflict (agency_id, id) do nothing returning id`,
    values: [execution, serviceRound, event.service, event.agent, event.at, readAtOf(event)],
  });
  if (begun.length > 0) return;
  // Begun already, or no such round.
  const [known] = await db.query<{ id: string }>({
    name: 'known-round-execution',
    text: 'select id from round_executions where agency_id = app_agency() and id = $1 and service_round_id = $2',
    values: [execution, serviceRound],
  });
  if (!known) throw new Problem('missing', 'Cette ronde n’est plus prévue sur ce service');
}

/** The pass before it on this line was left before its end: this one resumes the round (type 15). */
async function wasInterrupted({ id, serviceRound }: Execution, { at }: Arrived, { db }: Call): Promise<boolean> {
  const [last] = await db.query<Pick<Execution, 'plan' | 'facts' | 'over'>>({
    name: 'round-execution-before',
    text: `select e.plan, ${factsOf('e')} as facts, ${utc(overOf('e'))} as over from round_executions e
      where e.agency_id = app_agency() and e.service_round_id = $1 and e.id <> $2 and e.started_at <= $3 order by e.started_at desc, e.id limit 1`,
    values: [serviceRound, id, at],
  });
  return last !== undefined && walk(last.plan, last.facts, last.over).status === roundExecutionStatus.unfinished;
}

async function record(fact: RoundFact, execution: Execution, event: Arrived, { db, now }: Call): Promise<void> {
  await db.query({
    name: 'record-round-event',
    text: `insert into round_events (agency_id, id, execution_id, agent_id, kind, at, created_at, line_id, checkpoint_id, way, content, latitude, longitude, accuracy, tag)
      values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      ...[fact.id, execution.id, event.agent, fact.kind, event.at, now, fact.line, fact.checkpoint, fact.way],
      ...[fact.content, fact.position?.latitude ?? null, fact.position?.longitude ?? null],
      fact.position?.accuracy ?? null,
      fact.tag ?? null,
    ],
  });
  if (fact.kind === 'stop')
    await db.query({
      name: 'end-round-execution',
      text: 'update round_executions set ended_at = least(ended_at, greatest($2, started_at)) where agency_id = app_agency() and id = $1',
      values: [execution.id, event.at],
    });
}

type Entry = readonly [type: { id: number } | null, description: string, checkpoint: string | null];

/** The entries of the daily log that a fact gives (P-006). */
function entriesOf(fact: RoundFact, name: string, before: Walked, walked: Walked, isAgain: boolean): Entry[] {
  const { roundStart: started, roundResume, roundFinish, roundInterrupted } = lifecycleEvents;
  const { checkpointValidated, checkpointGeolocated, checkpointJumped, checkpointMoved } = lifecycleEvents;
  const point = walked.points.find(
    ({ facts, line }) => facts.some(({ id }) => id === fact.id) || (fact.kind === 'observation' && line === fact.line),
  );
  const place = [point?.title ?? 'Point hors parcours', name].join(' · ');
  const { checkpoint } = fact;
  // Customers read it: the distance, which tells where the agent was, stays with the proof of the round.
  const isFar = point?.fact?.id === fact.id && isMoved(point);
  switch (fact.kind) {
    case 'start':
      return [[isAgain ? roundResume : started, name, null]];
    case 'read':
      // O-020: what is read there was moved.
      return [
        [checkpointValidated, place, checkpoint],
        ...(isFar ? [[checkpointMoved, `${place} : lu loin de sa position`, checkpoint] as const] : []),
      ];
    // In the proofs of the round alone: its value is not for customers.
    case 'unknown':
      return [];
    case 'virtual':
      // Nothing moved: the agent validated it from elsewhere.
      return [[checkpointGeolocated, isFar ? `${place} : validé loin du point` : place, checkpoint]];
    case 'jump':
      return [[checkpointJumped, `${place} : ${fact.content}`, checkpoint]];
    case 'observation':
      return [[null, `${observedAt(point?.title, name)} : ${fact.content}`, checkpoint]];
    case 'stop': {
      // It may have been stopped before its service was over, and told afterwards.
      if (before.endedAt !== null && (!before.isCut || walked.isCut)) return [];
      const left = before.points.filter((one) => one.fact === null);
      const count = `${walked.validated} sur ${walked.points.length}`;
      const said = [`${name} · ${count}`, fact.content].filter(Boolean).join(' : ');
      return [
        // O-019
        ...left.map(
          (one) =>
            [checkpointJumped, `${one.title} · ${name} : non contrôlé à la fin de la ronde`, one.checkpoint] as const,
        ),
        [left.length === 0 ? roundFinish : roundInterrupted, said, null],
      ];
    }
  }
}

/** The finding with the photos of an observation. */
const findingOf = ({ payload, photos, at }: Arrived<Reported>) =>
  payload.finding && photos.length > 0
    ? { uuid: payload.finding, attachments: photos.map(({ id }) => ({ id })), createdAt: at.toISOString() }
    : null;

interface Reported {
  execution: string;
  readAt?: string | undefined;
  finding?: string | undefined;
}

async function take(event: Arrived<Reported>, serviceRound: string | null, call: Call): Promise<void> {
  const { asker, context, now } = call;
  const { service, agent, at, payload, type, uuid } = event;
  if (context.agent !== null) needOne(asker, ['executeOwnRound']);
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  refuseAhead(at, now);
  await refuseUnseen(call, service);
  const id = payload.execution.toLowerCase();
  const location = await workingLocation(event, call);
  const position = location && { ...location, accuracy: location.accuracy ?? null };
  const fact = factOf(type, payload, { uuid, at: at.getTime(), position });
  if (!fact) return;
  const finding = findingOf(event);
  const photos = await photosOf(finding ? [finding] : [], call, event);
  await asAgency(call, async (whole) => {
    if (serviceRound !== null) await begin(serviceRound.toLowerCase(), id, event, whole);
    const execution = await executionOf(id, whole);
    if (!execution || execution.service !== service)
      throw new Problem('missing', 'Le début de cette ronde n’est pas enregistré');
    if (execution.agent !== agent) throw new Problem('conflict', 'Cette ronde est celle d’une autre personne');
    const { plan, over, isEndOpen } = execution;
    const end = isEndOpen ? null : over;
    const facts = factsToJudge(execution.facts);
    if (fact.kind === 'start' && end !== null && fact.at >= end) throw new Problem('conflict', serviceOver);
    await record(fact, execution, event, whole);
    const all = [...facts, fact];
    const [before, after] = [walk(plan, facts, end), walk(plan, all, end)];
    if (after.endedAt !== null)
      await keepJudgement(whole.db, { agency: whole.context.agency ?? '', id, plan, facts: all, over: end });
    const isAgain = fact.kind === 'start' && (await wasInterrupted(execution, event, whole));
    const entries = entriesOf(fact, execution.plan.name, before, after, isAgain);
    for (const [index, [of, description, checkpoint]] of entries.entries())
      await writeOwnEvent(
        {
          ...{ id: index === 0 ? uuid : uuidv7(), type: of?.id ?? remark, site: execution.site, service, at },
          // The position is beside the fact, once.
          ...{ description, location: null, finding, round: { execution: id, checkpoint } },
        },
        whole,
        { agent },
        photos,
      );
    if (over !== null) await reviseCutRound({ id, plan, facts: all, over: fact.kind === 'stop' ? end : over }, whole);
    if (fact.kind === 'start') await correctMissedRound(execution.serviceRound, whole);
    await writeAudit(whole.db, whole, { entity: Service.name, id: service, action: 'round' });
  });
}

export const roundReceivers = [
  receive(roundStart, (event, call) => take(event, event.payload.serviceRound, call)),
  ...[roundCheckpoint, roundUnknown, roundVirtual, roundJump, roundObservation, roundStop].map((message) =>
    receive(message as typeof roundStop, (event, call) => take(event, null, call)),
  ),
];
