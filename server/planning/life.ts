// The state of a service and of its people, read under a lock, and the step that it allows.
import { Problem } from '#core/kernel/problem.ts';
import { breakRunning } from '#core/planning/break.ts';
import type { EndPhotoRules } from '#core/planning/end-photo.ts';
import { personStatus, refusalOf, refusals, type ServiceState, type Step, stepTo } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, isActive } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { endPhotoRules } from './end-photo.ts';
import { isWorkingAt } from './lifecycle-writing.ts';

export interface Dog extends Record<string, unknown> {
  id: string;
  name: string;
}

export interface Life extends Record<string, unknown> {
  id: string;
  status: number;
  start: Date;
  end: Date;
  isCircuit: boolean;
  circuit: string | null;
  circuitStatus: number | null;
  openEnded: boolean;
  realStart: Date | null;
  realEnd: Date | null;
  /** Running breaks; `agent` null: of everybody. */
  pauses: { agent: string | null; from: number }[];
  times: Times[];
  /** Time of the last event of a person: no event comes before it. Events of the clock do not count. */
  last: Date | null;
  /** Time of his own last event. */
  lastOwn: Date | null;
  lateMargin: number;
  endPhoto: EndPhotoRules;
  dog: Dog | null;
  agents: string[];
  others: { isCircuit: boolean }[];
  stops: { status: number }[];
  /** N-066 */
  missingSignatures: string[];
}

/** One person on the service. */
interface Times {
  agent: string;
  status: number;
  endedAt: string | null;
}

/** Those that the caller sees: on his own path an agent sees his published services. */
export async function seenIds({ db }: Pick<Call, 'db'>, ids: readonly string[]): Promise<string[]> {
  const seen = await db.query<{ id: string }>({
    name: 'seen-ids',
    text: 'select id from seen_services where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [ids.filter(isUuid)],
  });
  return seen.map(({ id }) => id);
}

export async function refuseUnseen(call: Pick<Call, 'db'>, id: string): Promise<void> {
  if (held.get(call.db)?.ids.has(id)) return;
  if ((await seenIds(call, [id])).length === 0) throw new Problem('missing', Service.missing);
}

/** What a transaction holds from its beginning: nobody else publishes, moves or removes these services meanwhile. */
const held = new WeakMap<Db, { ids: ReadonlySet<string>; agent: string | null }>();

/**
 * Locks services that the caller sees for the rest of the transaction: what follows neither looks for them nor locks them
 * again. Before any savepoint, which would give the locks back.
 */
export async function holdLives(db: Db, ids: readonly string[], agent: string | null): Promise<void> {
  const locked = await lockLives(db, ids, agent);
  held.set(db, { ids: new Set(ids.filter((id) => locked.has(id))), agent });
}

/**
 * Locks services, their circuits, stops and agents, who could otherwise start another service at the same time. All in one
 * order, so that two calls never wait for each other; a call that moves several services locks them first.
 */
export async function lockLives(db: Db, ids: readonly string[], agent: string | null): Promise<ReadonlySet<string>> {
  const locked = await db.query<{ id: string }>({
    name: 'lock-lives',
    text: `select id from services where id = any ($1::uuid[]) or id in (select c.circuit_id from services c where c.id = any ($1::uuid[]))
      or circuit_id = any ($1::uuid[]) order by id for update`,
    values: [ids],
  });
  await db.query({
    name: 'lock-workers',
    text: `select 1 from agents where id = $2 or $2 is null and id in (select agent_id from service_agents where service_id = any ($1::uuid[])) order by id for no key update`,
    values: [ids, agent],
  });
  return new Set(locked.map(({ id }) => id));
}

async function readLife(db: Db, id: string, agent: string | null): Promise<Life> {
  const active = `status in (${activeStatuses})`;
  const [life] = await db.query<Life>({
    name: 'read-life',
    text: `select s.id, s.status, s.start_at as start, s.end_at as "end", s.is_circuit as "isCircuit", s.circuit_id as circuit, c.status as "circuitStatus",
        s.open_ended as "openEnded", s.real_start_at as "realStart", s.real_end_at as "realEnd", a.late_margin as "lateMargin",
        ${endPhotoRules} as "endPhoto",
        (select coalesce(json_agg(json_build_object('agent', b.agent_id, 'from', b.paused_from)), '[]') from service_breaks b
          where b.agency_id = s.agency_id and b.service_id = s.id and b.status = ${breakRunning} and b.paused_from is not null) as pauses,
        (select coalesce(json_agg(json_build_object('agent', t.agent_id, 'status', t.state, 'endedAt', ${utc('t.ended_at')})), '[]') from service_times t
          where t.agency_id = s.agency_id and t.service_id = s.id) as times,
        (select max(e.at) from service_events e where e.agency_id = s.agency_id and e.service_id = s.id and (e.agent_id is not null or e.author is not null)) as last,
        (select max(e.at) from service_events e where e.agency_id = s.agency_id and e.service_id = s.id and e.agent_id is not distinct from $2) as "lastOwn",
        (select json_build_object('id', d.id, 'name', d.name) from agent_dogs d where d.agency_id = s.agency_id and d.id = s.dog_id) as dog,
        array(select h.agent_id::text from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id) as agents,
        (select coalesce(json_agg(json_build_object('isCircuit', o.is_circuit)), '[]') from services o
          where o.agency_id = s.agency_id and o.${active} and o.id <> s.id and o.id is distinct from s.circuit_id
            and (${isWorkingAt('o', '$2')} or $2 is null and exists (select from service_agents m where m.agency_id = s.agency_id and m.service_id = s.id
              and ${isWorkingAt('o', 'm.agent_id')}))) as others,
        (select coalesce(json_agg(json_build_object('status', p.status)), '[]') from services p where p.agency_id = s.agency_id and p.circuit_id = s.id) as stops,
        app_missing_signatures(s.id, s.activity_type) as "missingSignatures"
      from services s join agencies a on a.id = s.agency_id left join services c on c.agency_id = s.agency_id and c.id = s.circuit_id
      where s.id = $1`,
    values: [id, agent],
  });
  return life as Life;
}

export async function lockLife(db: Db, id: string, agent: string | null): Promise<Life> {
  const known = held.get(db);
  const isHeld = known?.agent === agent && known.ids.has(id.toLowerCase());
  const locked = isHeld ? known.ids : await lockLives(db, [id], agent);
  if (!locked.has(id.toLowerCase()))
    throw new Problem('conflict', 'Ce service a été retiré du planning : appelez votre agence.');
  return readLife(db, id, agent);
}

interface Move {
  step: Step;
  living: ServiceState;
  /** Who takes it; nobody at a stop, and on a service without agents. */
  people: string[];
}

/** The step of the named person, or of everybody on the service who can take it; throws the reason of a refusal. */
export function moveOf(life: Life, agent: string | null, to: number, at: number): Move {
  const { circuit, agents, times, status, realStart } = life;
  const people = circuit !== null ? [] : agent === null ? agents : [agent];
  const living = { ...life, start: life.start.getTime(), end: life.end.getTime() };
  const stateOf = (person: string | null): ServiceState => ({
    ...living,
    status:
      person === null
        ? status
        : personStatus(
            { status, begun: realStart !== null },
            times.find((one) => one.agent === person)?.status ?? null,
          ),
    pausedFrom: pausedFromOf(life, person),
  });
  const judged = (people.length === 0 ? [null] : people).map((person) => {
    const state = stateOf(person);
    const step = stepTo(state.status, to);
    return { person, state, step, refused: step ? refusalOf(step, state, life, at) : refusals.ended };
  });
  const usual = stepTo(status, to);
  const allowed = judged.flatMap((one) => (one.step && one.refused === null ? [{ ...one, step: one.step }] : []));
  // « Reprendre » changes nothing for somebody at work: another person's step comes first.
  const moving = allowed.filter(({ step, state }) => step !== 'resume' || !isActive(state.status));
  const first = moving.find(({ step }) => step === usual) ?? moving[0] ?? allowed[0];
  if (!first) throw new Problem('conflict', (judged.find(({ step }) => step === usual) ?? judged[0])?.refused ?? '');
  // Who ends the service for everybody ends the breaks too.
  const isTaken = ({ refused }: (typeof judged)[number]): boolean =>
    refused === null || (agent === null && first.step === 'finish' && refused === refusals.paused);
  return {
    step: first.step,
    living: first.state,
    people: judged.flatMap((one) =>
      one.step === first.step && one.person !== null && isTaken(one) ? [one.person] : [],
    ),
  };
}

/** His own break, or the one of everybody. */
export const pausedFromOf = ({ pauses }: Life, person: string | null): number | null =>
  (pauses.find(({ agent }) => agent === person) ?? pauses.find(({ agent }) => agent === null || person === null))
    ?.from ?? null;

/** People who were replaced no longer count. */
export const statusesAfter = ({ times, agents }: Life, people: readonly string[], status: number): number[] => [
  ...times.filter(({ agent }) => agents.includes(agent) && !people.includes(agent)).map((one) => one.status),
  status,
];
