// A round of a service, as the caller may see it, and its report.
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { can } from '#core/roles.ts';
import { checkpointTypes } from '#core/rounds/checkpoint.ts';
import { directions } from '#core/rounds/expected.ts';
import {
  downloadServiceRound,
  missingServiceRound,
  noExecution,
  readServiceRound,
  remainingExecutions,
  type ServiceRound,
} from '#core/rounds/service-round.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { type Content, facts, grid } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';

type Planned = Omit<ServiceRound, 'remaining' | 'executions'>;

const select = `select json_build_object('uuid', l.id, 'numberOfExecutions', l.number_of_executions,
    'service', json_build_object('id', s.id, 'reference', s.reference, 'startAt', ${utc('s.start_at')}, 'endAt', ${utc('s.end_at')}),
    'site', json_build_object('id', t.id, 'name', t.name),
    'round', json_build_object('id', r.id, 'name', r.name, 'grantedDirections', r.granted_directions, 'expectedDuration', r.expected_duration,
      'instructions', r.instructions,
      'checkpoints', (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'type', c.type, 'color', c.color,
          'instructions', nullif(concat_ws(E'\\n', c.instructions, p.instructions), '')) order by p.rank, p.id), '[]')
        from round_checkpoints p join checkpoints c on c.agency_id = p.agency_id and c.id = p.checkpoint_id
        where p.agency_id = r.agency_id and p.round_id = r.id))) as found
  from service_rounds l join seen_services s on s.agency_id = l.agency_id and s.id = l.service_id
    join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
    join sites t on t.agency_id = r.agency_id and t.id = r.site_id
  where l.agency_id = app_agency()`;
const text = `${select} and l.id = $1`;

const withExecutions = (planned: Planned): ServiceRound => {
  const executions: ServiceRound['executions'] = [];
  return { ...planned, executions, remaining: remainingExecutions(planned.numberOfExecutions, executions) };
};

/** All rounds of these services, as the caller may see them. */
export async function readServiceRounds(db: Db, services: readonly string[]): Promise<ServiceRound[]> {
  const rows = await db.query<{ found: Planned }>({
    name: 'service-rounds',
    text: `${select} and l.service_id = any ($1::uuid[])`,
    values: [services],
  });
  return rows.map(({ found }) => withExecutions(found));
}

/** Instructions may hold codes: only for those who walk the round, or may read it in its own list. */
const readsInstructions = ({ context, asker }: Call): boolean =>
  context.customer === null && (context.agent !== null || can(asker, ['listRounds']));

const withoutInstructions = ({ round, ...found }: ServiceRound): ServiceRound => ({
  ...found,
  round: {
    ...round,
    instructions: null,
    checkpoints: round.checkpoints.map((point) => ({ ...point, instructions: null })),
  },
});

async function serviceRoundOf(call: Call, id: string): Promise<ServiceRound> {
  const [row] = isUuid(id)
    ? await call.db.query<{ found: Planned }>({ name: 'service-round', text, values: [id] })
    : [];
  if (!row) throw new Problem('missing', missingServiceRound);
  const found = withExecutions(row.found);
  return readsInstructions(call) ? found : withoutInstructions(found);
}

function reportOf(
  { round, service, site, numberOfExecutions, remaining, executions }: ServiceRound,
  zone: string,
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
    { text: 'Exécutions', style: 'section' },
    executions.length === 0
      ? { text: `${noExecution}.`, style: 'quiet' }
      : grid(
          ['*', '*'],
          ['Début', 'Fin'],
          executions.map(({ startedAt, endedAt }) => [moment(startedAt), endedAt === null ? '' : moment(endedAt)]),
        ),
  ];
}

export const serviceRoundHandlers: Handler[] = [
  handle(readServiceRound, async (call) => ({ serviceRound: await serviceRoundOf(call, call.params.id) })),

  handle(downloadServiceRound, async (call) => {
    const found = await serviceRoundOf(call, call.params.id);
    const house = await identityOf(call);
    const pdf = await draw('writePdf', {
      title: 'Rapport de ronde',
      subtitle: `${found.round.name} – ${found.site.name}`,
      house,
      content: reportOf(found, house.timeZone),
      now: call.now,
    });
    return fileReply(pdf, `Ronde ${found.service.reference}.pdf`, 'application/pdf');
  }),
];
