import { expect, test } from 'vitest';
import { walk } from '#core/rounds/execution.ts';
import { roundExecutionStatus } from '#core/rounds/status.ts';
import type { DemoAgency } from '#demo/index.ts';
import { nobody } from '#server/db/context.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';
import { insertExecutions } from './rounds.ts';

const here = await world();
const { shift, read } = await walkingOf(here);

test('the demo has finished rounds, one with a jumped point, one with a doubtful proof, and one under way', async () => {
  const [past, now] = [await shift(), await shift()];
  await here.sql(
    `update services set start_at = now() - interval '9 hours', real_start_at = now() - case id when $1 then interval '8 hours' else interval '1 hour' end`,
    [past.service],
  );
  const agency = { agency: { id: here.agency.id } } as DemoAgency;
  await here.database.transaction({ ...nobody, agency: here.agency.id }, (db) => insertExecutions(db, agency));
  const walked = async (id: string) => (await read(id)).executions.map(({ plan, facts }) => walk(plan, facts));
  const [over, running] = [await walked(past.serviceRound), await walked(now.serviceRound)];
  expect(over.map(({ status }) => status)).toEqual([roundExecutionStatus.finished, roundExecutionStatus.finished]);
  const points = over.flatMap((one) => one.points);
  expect(points.flatMap(({ state, fact }) => (state === 'jumped' ? [fact?.content] : []))).toEqual([
    'Accès fermé par des travaux',
  ]);
  expect(points.flatMap(({ doubts }) => doubts)).toContain('far');
  expect(running).toMatchObject([{ status: roundExecutionStatus.running }]);
});
