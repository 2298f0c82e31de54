import { expect, test } from 'vitest';
import { readPresence } from '#core/home/presence.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const open = (
  await as('owner').answer(endpointOf(Site, 'save'), { input: { name: 'Gare', customer: { id: here.customer.id } } })
).body.site.id as string;
const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const monthOf = (at: string): string => wallClock(at, 'Europe/Paris').day.slice(0, 7);
/** On the first of a month, the hours before midnight belong to another. */
const isThisMonth = monthOf(from(-600)) === monthOf(from(0));

interface Planned {
  start: number;
  end: number;
  status: number;
  realStart?: number;
  realEnd?: number;
}

async function plan({ start, end, status, realStart, realEnd }: Planned): Promise<string> {
  const real = (minutes?: number): string | null => (minutes === undefined ? null : from(minutes));
  const [made] = await sql<{ id: string }>(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, nb_agents, status, real_start_at, real_end_at)
      values ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $3, $4, 2, $5, $6, $7) returning id`,
    [here.agency.id, open, from(start), from(end), status, real(realStart), real(realEnd)],
  );
  await sql('insert into published_services select s.* from services s where s.id = $1', [made?.id]);
  return made?.id ?? '';
}

test.runIf(isThisMonth)(
  'a customer reads how many services were held, and for how long somebody was there',
  async () => {
    // Held as planned; late by an hour and left an hour early; nobody came; under way and longer than planned; to come.
    await plan({ start: -600, end: -480, status: 300, realStart: -600, realEnd: -480 });
    await plan({ start: -480, end: -240, status: 300, realStart: -420, realEnd: -300 });
    await plan({ start: -240, end: -180, status: 120 });
    await plan({ start: -120, end: -60, status: 250, realStart: -125 });
    await plan({ start: 60, end: 120, status: 100 });
    await plan({ start: -90, end: -30, status: 700 });
    const { month, sites } = await as('customer').call(readPresence, { mount: 'customer' });
    expect(month).toBe(`${monthOf(from(0))}-01`);
    expect(sites).toMatchObject([
      {
        ...{ site: { id: open, name: 'Gare' }, services: 4, held: 3, missed: 1, late: 1, planned: 480, present: 300 },
        ...{ rounds: 0, lastRound: null, lastEvent: null },
      },
    ]);
  },
);

test('the last round and the last event are those that the site opens to its customer', async () => {
  const service = await plan({ start: -10, end: 60, status: 200, realStart: -10 });
  const [line, point] = [crypto.randomUUID(), crypto.randomUUID()];
  const roundPlan = {
    name: 'Ronde des quais',
    points: [{ line, checkpoint: point, title: 'Quai', location: null }],
    directions: ['NORMAL'],
    radius: 20,
  };
  await sql(
    `insert into round_executions (agency_id, id, service_round_id, round_id, service_id, site_id, agent_id, started_at, ended_at, plan)
      values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2, $3, null, $4, $5, $6)`,
    [here.agency.id, service, open, from(-8), from(-2), JSON.stringify(roundPlan)],
  );
  const seen = async () => (await as('customer').call(readPresence, { mount: 'customer' })).sites[0];
  const shown = { rounds: 1, lastRound: { service, name: 'Ronde des quais', validated: 0, total: 1 } };
  expect(await seen()).toMatchObject(shown);
  await sql(`update sites set rights_customer = '{}' where id = $1`, [open]);
  expect(await seen()).toMatchObject({ rounds: 0, lastRound: null, lastEvent: null });
});
