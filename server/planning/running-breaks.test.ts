// Breaks that nobody has ended: how long they last, and what the agent worked beside them (Q-002, Q-010).
import { expect, test } from 'vitest';
import { Break } from '#core/planning/break.ts';
import { Service } from '#core/planning/service.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { moveByClock } from './clock.ts';
import { shiftsOf } from './facts.ts';

const here = await world();
const { as, app, sql, database, agency } = here;
const { site, clear } = await plannerOf(here);
const living = livingOf(here, site);
const { service, step, agent } = living;
await clear(agent);

/** As if all of it had happened so much earlier. */
async function ago(id: string, length: string): Promise<void> {
  const moved: [string, string, string[]][] = [
    ['services', 'id', ['start_at', 'end_at', 'real_start_at']],
    ['published_services', 'id', ['start_at', 'end_at']],
    ['service_times', 'service_id', ['started_at']],
    ['service_breaks', 'service_id', ['start_at', 'end_at', 'real_start_at']],
  ];
  for (const [table, key, columns] of moved)
    await sql(
      `update ${table} set ${columns.map((one) => `${one} = ${one} - $2::interval`).join(', ')} where ${key} = $1`,
      [id, length],
    );
}

async function listed(id: string) {
  const input = { filters: { service: [id] } };
  const { breaks, totals } = (await as('owner').answer(endpointOf(Break, 'list'), { mount: 'agency', input }))
    .body as unknown as { breaks: { minutes: number }[]; totals: Record<string, number> };
  return { minutes: breaks.map((one) => one.minutes), totals };
}
const unpaid = async (): Promise<number | undefined> =>
  (
    await database.transaction({ ...nobody, agency: agency.id }, (db) =>
      shiftsOf(db, [agent], new Date(Date.now() - 9 * 86_400_000), new Date(Date.now() + 9 * 86_400_000), []),
    )
  ).get(agent)?.[0]?.unpaid;

test('a running break lasts until now, and counts in the totals', async () => {
  const id = await service({ from: -60, to: 120 });
  await step(id, 200);
  await step(id, 500);
  await ago(id, '20 minutes');
  const { minutes, totals } = await listed(id);
  expect(minutes).toEqual([20]);
  expect(JSON.stringify(totals)).toContain('20');
  expect(await unpaid()).toBe(20);
  await sql('delete from services where id = $1', [id]);
});

test('a break of a service that nobody ended lasts until its planned end, before and after the desk closes it', async () => {
  const id = await service({ from: -60, to: 60 });
  await step(id, 200);
  await step(id, 500);
  await ago(id, '3 days');
  await moveByClock(servicesOf(app), new Date());
  expect(await listed(id)).toMatchObject({ minutes: [60] });
  expect(await unpaid()).toBe(60);
  expect((await step(id, 300, 'owner')).status).toBe(200);
  const { body } = await as('owner').answer(endpointOf(Service, 'read'), { mount: 'agency', params: { id } });
  expect(body.service).toMatchObject({ status: 300, realEndAt: body.service?.endAt });
  expect(
    await sql(
      // Its moments have no microseconds.
      `select date_trunc('milliseconds', s.end_at) in (b.real_end_at, b.end_at) as planned from service_breaks b join services s on s.id = b.service_id where s.id = $1`,
      [id],
    ),
  ).toEqual([{ planned: true }]);
  expect(await listed(id)).toMatchObject({ minutes: [60] });
  expect(await unpaid()).toBe(60);
});
