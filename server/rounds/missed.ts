// Rounds that nobody began, when their service ends (P-006, type 18); a phone without network may report them afterwards.
import * as z from 'zod';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { nobody } from '#server/db/context.ts';
import { job } from '#server/jobs/registry.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import { reviseOwnEvent, writeOwnEvent } from '#server/logbook/writing.ts';
import { noteCutRounds } from './cut.ts';

interface Planned extends Record<string, unknown> {
  line: string;
  name: string;
  site: string;
  planned: number;
  begun: number;
}

const plannedRounds = (
  condition: string,
): string => `select l.id as line, r.name, r.site_id as site, l.number_of_executions as planned, x.begun
  from service_rounds l join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
    cross join lateral (select count(*)::integer as begun from round_executions e where e.agency_id = l.agency_id and e.service_round_id = l.id) x
  where l.agency_id = app_agency() and ${condition} order by l.rank, l.id`;

const entryOf = (line: string): string => uuidOf(`missed round ${line}`);
const wordsOf = ({ name, begun, planned }: Planned): string => `${name} · ${begun} sur ${planned}`;

/** One entry for each line of the service, once. The call sees the whole agency. */
export async function noteMissedRounds(service: string, agent: string | null, at: Date, call: Call): Promise<void> {
  const rounds = await call.db.query<Planned>({
    name: 'missed-rounds',
    text: plannedRounds('l.service_id = $1 and x.begun < l.number_of_executions'),
    values: [service],
  });
  for (const round of rounds)
    await writeOwnEvent(
      {
        ...{ id: entryOf(round.line), type: lifecycleEvents.roundNotRealized.id, site: round.site, service, at },
        description: wordsOf(round),
      },
      call,
      { agent },
    );
}

/** Of a service that the clock left « Non terminé »: the clock itself moves the services of all agencies. */
export const noteRoundsOfUnfinished = job(
  'noteRoundsOfUnfinished',
  z.object({ service: z.uuid(), at: z.iso.datetime() }),
  { label: 'Service non terminé : rondes non réalisées ou non terminées' },
  async ({ service, at }, services, { agency }) => {
    const context = { ...nobody, agency };
    await services.database.transaction(context, async (db) => {
      // As a step of a phone does, which writes the same entries.
      await db.query({
        name: 'lock-unfinished',
        text: 'select 1 from services where agency_id = app_agency() and id = $1 for update',
        values: [service],
      });
      const call = {
        caller: null,
        profile: null,
        context,
        host: null,
        now: new Date(),
        services,
        db,
      } as unknown as Call;
      await noteCutRounds(service, call);
      await noteMissedRounds(service, null, new Date(at), call);
    });
  },
);

/** A pass of this line was begun. The call sees the whole agency. */
export async function correctMissedRound(line: string, call: Call): Promise<void> {
  // Of two passes at once, the second counts the first.
  await call.db.query({
    name: 'lock-missed-round',
    text: `select pg_advisory_xact_lock(hashtextextended('missed round ' || $1, 0))`,
    values: [line],
  });
  const [round] = await call.db.query<Planned>({
    name: 'planned-round',
    text: plannedRounds('l.id = $1'),
    values: [line],
  });
  if (!round) return;
  const words = round.begun < round.planned ? wordsOf(round) : null;
  await reviseOwnEvent(entryOf(line), words, 'Ronde transmise après la fin du service', call);
}
