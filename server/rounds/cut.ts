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
  id: string;
  type: number;
  checkpoint: string | null;
  description: string;
}

/** One for each point that nobody answered for, and one for the pass. */
const entryOf = (pass: string, line = ''): string => uuidOf(`cut round ${pass} ${line}`);

function saidOf({ id, plan, facts, over }: Pass): Said[] {
  const { isCut, points, validated } = walk(plan, factsToJudge(facts), over);
  if (!isCut) return [];
  return [
    ...points.flatMap(({ line, checkpoint, title, fact }): Said[] =>
      fact === null
        ? [
            {
              ...{ id: entryOf(id, line), type: lifecycleEvents.checkpointJumped.id, checkpoint },
              description: `${title} · ${plan.name} : non contrôlé à la fin du service`,
            },
          ]
        : [],
    ),
    {
      ...{ id: entryOf(id), type: lifecycleEvents.roundInterrupted.id, checkpoint: null },
      description: `${plan.name} · ${validated} sur ${points.length}`,
    },
  ];
}

/** Once for each pass of the service whose agent has ended. The call sees the whole agency. */
export async function noteCutRounds(service: string, call: Call): Promise<void> {
  const passes = await call.db.query<Pass & { site: string; agent: string | null } & Record<string, unknown>>({
    name: 'cut-rounds',
    text: `select e.id, e.site_id as site, e.agent_id as agent, e.plan, ${factsOf('e')} as facts, ${utc(overOf('e'))} as over
      from round_executions e where e.agency_id = app_agency() and e.service_id = $1 and e.ended_at is null order by e.started_at, e.id`,
    values: [service],
  });
  for (const { site, agent, ...pass } of passes)
    for (const { checkpoint, ...said } of saidOf(pass))
      await writeOwnEvent(
        {
          ...{ ...said, site, service, at: new Date(pass.over as string), location: null },
          round: { execution: pass.id, checkpoint },
        },
        call,
        { agent },
      );
}

/** What a phone reports afterwards of a pass: what was said of it follows. The call sees the whole agency. */
export async function reviseCutRound(pass: Pass, call: Call): Promise<void> {
  const said = new Map(saidOf(pass).map(({ id, description }) => [id, description]));
  for (const id of [...pass.plan.points.map(({ line }) => entryOf(pass.id, line)), entryOf(pass.id)])
    await reviseOwnEvent(id, said.get(id) ?? null, 'Ronde transmise après la fin du service', call);
}
