// Passes that nobody stopped: they end with the service of their agent, and the daily log says so (O-019, O-027).
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { type RoundFact, type RoundPlan, walk } from '#core/rounds/execution.ts';
import type { Call } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import { reviseOwnEvent, writeOwnEvent } from '#server/logbook/writing.ts';
import { factsOf, factsToJudge, overOf } from './executions.ts';

export interface Pass {
  id: string;
  plan: RoundPlan;
  facts: readonly RoundFact[];
  /** When the service of its agent was over; null: it is under way. */
  over: string | null;
}

interface Said {
  /** Of a point that nobody answered for; empty: of the pass. */
  line: string;
  type: number;
  checkpoint: string | null;
  description: string;
}

function saidOf({ plan, facts, over }: Pass): Said[] {
  const { isCut, points, validated } = walk(plan, factsToJudge(facts), over);
  if (!isCut) return [];
  return [
    ...points.flatMap(({ line, checkpoint, title, fact }): Said[] =>
      fact === null
        ? [
            {
              ...{ line, type: lifecycleEvents.checkpointJumped.id, checkpoint },
              description: `${title} · ${plan.name} : non contrôlé à la fin du service`,
            },
          ]
        : [],
    ),
    {
      ...{ line: '', type: lifecycleEvents.roundInterrupted.id, checkpoint: null },
      description: `${plan.name} · ${validated} sur ${points.length}`,
    },
  ];
}

interface Entry extends Record<string, unknown> {
  id: string;
  description: string | null;
  isWithdrawn: boolean;
}
type Entries = ReadonlyMap<string, Entry>;

/** Of these passes, what the daily log has. */
async function entriesOf(passes: readonly string[], { db }: Call): Promise<Entries> {
  const entries = await db.query<Entry>({
    name: 'entries-of-passes',
    text: `select id, description, state = 'WITHDRAWN' as "isWithdrawn" from logbook_events where agency_id = app_agency() and round_execution_id = any ($1::uuid[])`,
    values: [passes],
  });
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The entry that says it, or will: one that was withdrawn when an interrupted service went on is not written again. */
function entryOf(pass: string, line: string, entries: Entries): { id: string; known: Entry | undefined } {
  for (let turn = 0; ; turn += 1) {
    const id = uuidOf(`cut round ${pass} ${line} ${turn}`);
    const known = entries.get(id);
    if (!known?.isWithdrawn) return { id, known };
  }
}

/** What was said of the pass follows what is known of it now. */
async function revise(pass: Pass, entries: Entries, reason: string, call: Call): Promise<void> {
  const said = new Map(saidOf(pass).map(({ line, description }) => [line, description]));
  for (const line of [...pass.plan.points.map((point) => point.line), '']) {
    const { id, known } = entryOf(pass.id, line, entries);
    const description = said.get(line) ?? null;
    if (known && known.description !== description) await reviseOwnEvent(id, description, reason, call);
  }
}

/**
 * Says once of each pass of the service that it ended with the service of its agent, and takes that back when an interrupted
 * one goes on. The call sees the whole agency.
 */
export async function noteCutRounds(service: string, call: Call): Promise<void> {
  const passes = await call.db.query<Pass & { site: string; agent: string | null } & Record<string, unknown>>({
    name: 'cut-rounds',
    text: `select e.id, e.site_id as site, e.agent_id as agent, e.plan, ${factsOf('e')} as facts, ${utc(overOf('e'))} as over
      from round_executions e where e.agency_id = app_agency() and e.service_id = $1 and e.ended_at is null order by e.started_at, e.id`,
    values: [service],
  });
  if (passes.length === 0) return;
  const entries = await entriesOf(
    passes.map(({ id }) => id),
    call,
  );
  for (const { site, agent, ...pass } of passes) {
    await revise(pass, entries, 'Service repris', call);
    for (const { line, checkpoint, ...said } of saidOf(pass)) {
      const { id, known } = entryOf(pass.id, line, entries);
      if (known) continue;
      await writeOwnEvent(
        {
          ...{ ...said, id, site, service, at: new Date(pass.over as string), location: null },
          round: { execution: pass.id, checkpoint },
        },
        call,
        { agent },
      );
    }
  }
}

/** What a phone reports afterwards of a pass: what was said of it follows. The call sees the whole agency. */
export const reviseCutRound = async (pass: Pass, call: Call): Promise<void> =>
  revise(pass, await entriesOf([pass.id], call), 'Ronde transmise après la fin du service', call);
