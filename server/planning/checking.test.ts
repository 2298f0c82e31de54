// Services that the clock has moved, and whose hours somebody changes.
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, saveSeries } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { at, codesOf, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { moveByClock } from './clock.ts';

const here = await world();
const { as, sql } = here;
const owner = as('owner');
const { guard, service, created, save, site } = await plannerOf(here);

const tick = (day: string, time: string): Promise<void> => moveByClock(servicesOf(here.app), new Date(at(day, time)));
const statesOf = async (id: string): Promise<number[]> =>
  (
    await sql<{ status: number }>(
      'select status from services where id = $1 or circuit_id = $1 order by circuit_id is not null, start_at',
      [id],
    )
  ).map(({ status }) => status);
const publish = (id: string) =>
  sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
const late = async (): Promise<number> =>
  (await sql(`select 1 from emails where reason = 'lateService'`)).length > 0 ? 1 : 0;

const hours = { startAt: at('2031-03-06', '08:00'), endAt: at('2031-03-06', '18:00') };

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from emails');
});

const ways: [string, (id: string) => Promise<{ status: number }>][] = [
  ['by the save of a record', (id) => owner.answer(endpointOf(Service, 'save'), { input: { id, ...hours } })],
  ['among many', (id) => save({ services: [{ id, ...hours }], confirmed: true })],
  [
    'with its series',
    (id) => owner.answer(saveSeries, { params: { id }, input: { service: hours, filters: { series: 'all' } } }),
  ],
];

test.each(ways)('a missed service that gets hours to come %s is awaited again', async (_, moved) => {
  const agent = await guard();
  const id = await created(service('2031-03-03', '08:00', '18:00', [agent]));
  await publish(id);
  await tick('2031-03-03', '19:00');
  expect(await statesOf(id)).toEqual([120]);
  expect((await moved(id)).status).toBe(200);
  expect(await statesOf(id)).toEqual([100]);
  const [line] = await sql<{ changes: object }>(
    `select changes from audit where entity_id = $1 and action = 'edit' order by at desc limit 1`,
    [id],
  );
  expect(line?.changes).toMatchObject({ status: { before: 120, after: 100 } });
  // It counts in the checks.
  expect(await save({ services: [service('2031-03-06', '08:00', '18:00', [agent])] })).toMatchObject({ status: 409 });
  await publish(id);
  await sql('delete from emails');
  await tick('2031-03-06', '09:00');
  expect(await statesOf(id)).toEqual([110]);
  expect(await late()).toBe(1);
});

test('the preview of a missed service at new hours checks them as its save does', async () => {
  const agent = await guard();
  const id = await created(service('2031-03-03', '08:00', '18:00', [agent]));
  await created(service('2031-03-06', '09:00', '12:00', [agent]));
  await tick('2031-03-03', '19:00');
  const { errors } = await owner.call(checkServices, { mount: 'agency', input: { services: [{ id, ...hours }] } });
  const saved = await save({ services: [{ id, ...hours }] });
  expect(codesOf(errors)).not.toEqual([]);
  expect(codesOf(errors)).toEqual(codesOf(saved.body.errors));
});

describe('a service of the day', () => {
  const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

  test.each([
    ['late, still begun before its margin', 110, { startAt: from(-30), endAt: from(90) }, 110],
    ['late, put off', 110, { startAt: from(10), endAt: from(90) }, 100],
    ['missed, prolonged', 120, { endAt: from(90) }, 110],
    ['missed, moved to other hours of the past', 120, { startAt: from(-90), endAt: from(-20) }, 120],
    ['missed, with another post', 120, { postTitle: 'Accueil' }, 120],
    ['running, prolonged', 200, { endAt: from(90) }, 200],
  ])('%s: %i', async (_, status, change, expected) => {
    const id = await created({ site: { id: site }, startAt: from(-60), endAt: from(-10), agents: [] });
    await sql('update services set status = $2 where id = $1', [id, status]);
    expect((await save({ services: [{ id, ...change }], confirmed: true })).status).toBe(200);
    expect(await statesOf(id)).toEqual([expected]);
  });
});

test('the stops of a missed circuit are awaited with it', async () => {
  const stops = ['10:00', '11:00'].map((arrival) => ({ site: { id: site }, arrival, minutes: 20 }));
  const id = await created(service('2031-03-03', '08:00', '18:00', [], { isCircuit: true, services: stops }));
  await tick('2031-03-03', '19:00');
  expect(await statesOf(id)).toEqual([120, 120, 120]);
  expect((await save({ services: [{ id, ...hours }], confirmed: true })).status).toBe(200);
  expect(await statesOf(id)).toEqual([100, 100, 100]);
});
