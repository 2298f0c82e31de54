// A round of a service, as the caller may see it, and its report.
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { activeStatus, can } from '#core/roles.ts';
import { checkpointTypes } from '#core/rounds/checkpoint.ts';
import { minutesOf, pointStates, proofWords, unknownTags } from '#core/rounds/execution.ts';
import { directions } from '#core/rounds/expected.ts';
import {
  downloadServiceRound,
  missingServiceRound,
  noExecution,
  passOf,
  type RoundExecution,
  type RoundLogEntry,
  readServiceRound,
  readServiceRounds,
  remainingExecutions,
  type ServiceRound,
  walkedOf,
} from '#core/rounds/service-round.ts';
import { roundExecutionLabels } from '#core/rounds/status.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { mayList } from '#server/kernel/listing.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { referenceOf } from '#server/logbook/event.ts';
import { type Content, facts, grid, plain } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { album, mostPhotos, type Pictures, picturesOf } from '#server/pdf/photos.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { seenService } from '#server/planning/seen-service.ts';
import { executionsOf, visitOf, withoutPlaces } from './executions.ts';

type Planned = Omit<ServiceRound, 'remaining' | 'executions'>;

/** `lines`: the table, or some of its rows. */
const selectOf = (
  lines: string,
): string => `select json_build_object('uuid', l.id, 'numberOfExecutions', l.number_of_executions,
    'service', json_build_object('id', s.id, 'reference', s.reference, 'startAt', ${utc('s.start_at')}, 'endAt', ${utc('s.end_at')}),
    'site', json_build_object('id', t.id, 'name', t.name, 'radius', t.radius),
    'round', json_build_object('id', r.id, 'name', r.name, 'grantedDirections', r.granted_directions, 'expectedDuration', r.expected_duration,
      'instructions', r.instructions,
      'checkpoints', (select coalesce(json_agg(json_build_object('id', c.id, 'line', p.id, 'title', c.title, 'type', c.type, 'color', c.color, 'tagId', c.tag_id, 'code', c.code,
          'location', case when c.latitude is not null then json_build_object('latitude', c.latitude, 'longitude', c.longitude) end,
          'instructions', nullif(concat_ws(E'\\n', c.instructions, p.instructions), '')) order by p.rank, p.id), '[]')
        from round_checkpoints p join checkpoints c on c.agency_id = p.agency_id and c.id = p.checkpoint_id
        where p.agency_id = r.agency_id and p.round_id = r.id and c.status = ${activeStatus}))) as found
  from ${lines} l cross join lateral (select * from seen_services s where ${visitOf('s', 'l')} order by s.id = l.service_id desc, s.start_at limit 1) s
    join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
    join sites t on t.agency_id = r.agency_id and t.id = r.site_id
  where l.agency_id = app_agency()`;
const text = `${selectOf('service_rounds')} and l.id = $1`;

async function withExecutions(db: Db, rows: readonly { found: Planned }[]): Promise<ServiceRound[]> {
  const walked = await executionsOf(
    db,
    rows.map(({ found }) => found.uuid),
  );
  return rows.map(({ found }) => {
    const executions = walked.get(found.uuid) ?? [];
    return { ...found, executions, remaining: remainingExecutions(found.numberOfExecutions, executions) };
  });
}

/** All rounds of these services, as the caller may see them; of a stop those of its tour that are walked on its site. */
export async function roundsOfServices(db: Db, services: readonly string[]): Promise<ServiceRound[]> {
  const rows = await db.query<{ found: Planned }>({
    name: 'service-rounds',
    // First the lines of few services, which their index finds.
    text: `with asked as materialized (select c.circuit_id, c.site_id from seen_services c
        where c.agency_id = app_agency() and c.id = any ($1::uuid[]) and c.circuit_id is not null),
      lines as materialized (select l.* from service_rounds l
        where l.agency_id = app_agency() and l.service_id = any ($1::uuid[] || array(select a.circuit_id from asked a)))
      ${selectOf('lines')} and (l.service_id = any ($1::uuid[]) or (l.service_id, l.site_id) in (select * from asked))
      order by l.service_id, l.rank, l.id`,
    values: [services],
  });
  return withExecutions(db, rows);
}

/** Instructions may hold codes: only for those who walk the round, or may read it in its own list. */
const readsInstructions = ({ context, asker }: Call): boolean =>
  context.customer === null && (context.agent !== null || can(asker, ['listRounds']));

const withoutInstructions = ({ round, ...found }: ServiceRound): ServiceRound => ({
  ...found,
  round: {
    ...round,
    instructions: null,
    checkpoints: round.checkpoints.map((point) => ({ ...point, instructions: null, tagId: null, code: null })),
  },
});

type Logged = RoundLogEntry & { execution: string };

/** P-001: with their entries in the daily log that the caller sees. */
async function withEvents(found: ServiceRound, call: Call): Promise<ServiceRound> {
  const { executions } = found;
  if (executions.length === 0 || !mayList(call, LogEvent)) return found;
  const events = await call.db.query<Logged>({
    name: 'round-log',
    text: `select e.round_execution_id as execution, e.id, ${referenceOf('e')} as reference, e.label, e.description, ${utc('e.at')} as "createdAt", e.round_checkpoint_id as checkpoint
      from logbook_events e where e.agency_id = app_agency() and e.round_execution_id = any ($1::uuid[]) and e.state <> 'WITHDRAWN' order by e.at, e.position`,
    values: [executions.map(({ uuid }) => uuid)],
  });
  return {
    ...found,
    executions: executions.map((one) => ({
      ...one,
      events: events.flatMap(({ execution, ...event }) => (execution === one.uuid ? [event] : [])),
    })),
  };
}

async function serviceRoundOf(call: Call, id: string): Promise<ServiceRound> {
  const [row] = isUuid(id)
    ? await call.db.query<{ found: Planned }>({ name: 'service-round', text, values: [id] })
    : [];
  const [found] = row ? await withExecutions(call.db, [row]) : [];
  if (!found) throw new Problem('missing', missingServiceRound);
  const logged = await withEvents(found, call);
  const seen =
    call.context.customer === null ? logged : { ...logged, executions: logged.executions.map(withoutPlaces) };
  return readsInstructions(call) ? seen : withoutInstructions(seen);
}

/** The photos of observations: their hashes by the observation, and what is drawn of each. */
interface Photographed {
  hashes: ReadonlyMap<string, (string | null)[]>;
  pictures: Pictures;
}

/** Those in the entries of the daily log that the caller sees. */
async function photosOf({ executions }: ServiceRound, call: Call): Promise<Photographed> {
  if (!mayList(call, LogEvent)) return { hashes: new Map(), pictures: new Map() };
  const { db, services } = call;
  const observed = executions.flatMap(({ facts: said }) =>
    said.flatMap(({ id, kind }) => (kind === 'observation' ? [id] : [])),
  );
  const rows = await db.query<{ id: string; hashes: (string | null)[] }>({
    name: 'round-photos',
    text: `select n.event_id as id, array_agg(f.hash order by n.at, j.rank) as hashes from logbook_findings n
        join logbook_finding_files j on j.agency_id = n.agency_id and j.finding_id = n.id join files f on f.agency_id = j.agency_id and f.id = j.file_id
      where n.agency_id = app_agency() and n.event_id = any ($1::uuid[]) and n.state <> 'WITHDRAWN' group by n.event_id`,
    values: [observed],
  });
  const all = rows.flatMap(({ hashes }) => hashes).filter((hash) => hash !== null);
  return {
    hashes: new Map(rows.map(({ id, hashes }) => [id, hashes])),
    pictures: await picturesOf(all.slice(0, mostPhotos), services),
  };
}

/** One execution: when, by whom, and the proof of each point. */
function passOnPaper(
  execution: RoundExecution,
  title: string,
  { expectedDuration }: ServiceRound['round'],
  zone: string,
  { hashes, pictures }: Photographed,
): Content[] {
  const { startedAt, endedAt, agent } = execution;
  const walked = walkedOf(execution);
  const { status, points, observations, validated } = walked;
  const time = (at: string): string => wallClock(new Date(at), zone).time;
  const minutes = minutesOf({ startedAt, endedAt });
  const lasted = minutes === null ? null : inHours(minutes);
  const planned = expectedDuration === null ? '' : ` (prévu : ${inHours(expectedDuration)})`;
  const entryOf = (fact: string | undefined) => execution.events?.find(({ id }) => id === fact);
  const titleOf = (line: string | null): string[] => points.flatMap((one) => (one.line === line ? [one.title] : []));
  // A phone may hand them over in another order.
  const noted: { at: string; content: Content[] }[] = [
    ...observations.map(({ id, at, line, content }) => ({
      at,
      content: [
        { text: plain([time(at), ...titleOf(line), `Observation : ${content ?? ''}`].join(' · ')), style: 'quiet' },
        ...album(hashes.get(id) ?? [], pictures),
      ],
    })),
    ...unknownTags(walked).map(({ at, words }) => ({
      at,
      content: [{ text: `${time(at)} · ${words}`, style: 'quiet' }],
    })),
  ];
  return [
    { text: title, style: 'section' },
    facts([
      ['Statut', roundExecutionLabels[status]],
      ['Collaborateur', agent?.name ?? null],
      ['Début', `${frenchDay(wallClock(new Date(startedAt), zone).day)} à ${time(startedAt)}`],
      ['Fin', endedAt === null ? 'En cours' : time(endedAt)],
      ['Durée', lasted === null ? null : `${lasted}${planned}`],
      ['Points validés', `${validated} sur ${points.length}`],
    ]),
    grid(
      [24, '*', 90, 60, '*', 62],
      ['N°', 'Point de contrôle', 'État', 'Heure', 'Preuve', 'Main courante'],
      points.map((point, index) => [
        String(index + 1),
        point.title,
        pointStates[point.state],
        point.fact ? time(point.fact.at) : '',
        proofWords(point, !execution.isWithheld),
        entryOf(point.fact?.id)?.reference ?? '',
      ]),
    ),
    ...noted.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).flatMap(({ content }) => content),
  ];
}

function reportOf(
  { round, service, site, numberOfExecutions, remaining, executions }: ServiceRound,
  zone: string,
  photographed: Photographed,
): Content[] {
  const moment = (at: string): string => {
    const { day, time } = wallClock(new Date(at), zone);
    return `${frenchDay(day)} à ${time}`;
  };
  return [
    facts([
      ['Site', site.name],
      ['Service', service.reference],
      ['Du', moment(service.startAt)],
      ['Au', moment(service.endAt)],
      ['Sens autorisés', round.grantedDirections.map((one) => directions[one]).join(', ')],
      ['Durée prévue', round.expectedDuration === null ? null : inHours(round.expectedDuration)],
      ['Passages prévus', String(numberOfExecutions)],
      ['Passages restants', String(remaining)],
      ['Consignes', round.instructions],
    ]),
    { text: 'Points de contrôle prévus', style: 'section' },
    round.checkpoints.length === 0
      ? { text: 'Cette ronde ne passe par aucun point de contrôle.', style: 'quiet' }
      : grid(
          [24, '*', 110, '*'],
          ['N°', 'Point de contrôle', 'Type', 'Consigne'],
          round.checkpoints.map(({ title, type, instructions }, index) => [
            String(index + 1),
            title,
            checkpointTypes[type],
            instructions ?? '',
          ]),
        ),
    ...(executions.length === 0
      ? [
          { text: 'Exécutions', style: 'section' },
          { text: `${noExecution}.`, style: 'quiet' },
        ]
      : executions.flatMap((one, index) =>
          passOnPaper(one, `Passage ${index + 1} sur ${numberOfExecutions}`, round, zone, photographed),
        )),
  ];
}

export const serviceRoundHandlers: Handler[] = [
  handle(readServiceRounds, async ({ params, ...call }) => {
    await seenService(call, params.id);
    const rounds = await roundsOfServices(call.db, [params.id]);
    return {
      rounds: rounds.map(({ uuid, round: { id, name }, numberOfExecutions, remaining, executions }) => ({
        ...{ uuid, round: { id, name }, numberOfExecutions, remaining },
        executions: executions.map((one) => passOf(call.context.customer === null ? one : withoutPlaces(one))),
      })),
    };
  }),

  handle(readServiceRound, async (call) => ({ serviceRound: await serviceRoundOf(call, call.params.id) })),

  handle(downloadServiceRound, async (call) => {
    const found = await serviceRoundOf(call, call.params.id);
    const house = await identityOf(call);
    const pdf = await draw('writePdf', {
      title: 'Rapport de ronde',
      subtitle: `${found.round.name} – ${found.site.name}`,
      house,
      content: reportOf(found, house.timeZone, await photosOf(found, call)),
      now: call.now,
    });
    return fileReply(pdf, `Ronde ${found.service.reference}.pdf`, 'application/pdf');
  }),
];
