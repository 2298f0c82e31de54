// Keeps what the positions of a pass said of its proofs, before the positions go.
import { judgementsOf, type RoundFact, type RoundPlan, walk } from '#core/rounds/execution.ts';
import type { Db } from '#server/db/database.ts';
import { utc } from '#server/kernel/kinds.ts';
import { factsOf, factsToJudge } from './executions.ts';

interface Judged {
  agency: string;
  id: string;
  judged: ReturnType<typeof judgementsOf>;
}

async function keep(db: Db, judged: readonly Judged[]): Promise<void> {
  await db.query({
    name: 'keep-judgements',
    text: `update round_executions e set judged = x.judged from json_to_recordset($1) as x (agency uuid, id uuid, judged jsonb)
      where e.agency_id = x.agency and e.id = x.id and e.judged is distinct from x.judged`,
    values: [JSON.stringify(judged)],
  });
}

/** Once it is over: a later removal of its positions, by whichever rule, takes no doubt away. */
export const keepJudgement = (
  db: Db,
  {
    agency,
    id,
    plan,
    facts,
    over,
  }: { agency: string; id: string; plan: RoundPlan; facts: RoundFact[]; over: string | null },
): Promise<void> => keep(db, [{ agency, id, judged: judgementsOf(walk(plan, factsToJudge(facts), over)) }]);

const batch = 500;

/** Of all agencies: passes with a position older than `before`. */
export async function keepJudgementsBefore(db: Db, before: Date): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.query<{
      agency: string;
      id: string;
      plan: RoundPlan;
      facts: RoundFact[];
      ended: string | null;
    }>({
      name: 'passes-to-judge',
      text: `select e.agency_id as agency, e.id, e.plan, ${factsOf('e')} as facts, ${utc('e.ended_at')} as ended from round_executions e
        where e.id > $2 and (e.agency_id, e.id) in (select f.agency_id, f.execution_id from round_events f where f.at < $1 and f.latitude is not null)
        order by e.id limit ${batch}`,
      values: [before, last],
    });
    await keep(
      db,
      rows.map(({ agency, id, plan, facts, ended }) => ({
        agency,
        id,
        judged: judgementsOf(walk(plan, factsToJudge(facts), ended)),
      })),
    );
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.id;
  }
}
