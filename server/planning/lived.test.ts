// Decision 83: each person of a service begins, rests and ends by himself.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { minuteOf } from '#core/planning/calendar.ts';
import { fetchPlanning } from '#core/planning/calls.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { minuteSql } from './facts.ts';

const here = await world();
const { agency, as, sql } = here;
const { site, guard } = await plannerOf(here);
const { agent, service, input, step, row, keys } = livingOf(here, site);
const other = await guard();

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from published_services');
});

test.each(['21:23:00', '21:23:29', '21:23:30', '21:23:59.999'])(
  '%s is the same minute for the server and the screens',
  async (time) => {
    const at = `2026-11-16T${time}Z`;
    expect(await sql(`select ${minuteSql('$1::timestamptz')} as minute`, [at])).toEqual([{ minute: minuteOf(at) }]);
  },
);

interface Times extends Record<string, unknown> {
  status: number;
  began: Date | null;
  ended: Date | null;
  waiting: boolean;
  difference: number | null;
}

const timesOf = async (id: string, who: string): Promise<Times | undefined> =>
  (
    await sql<Times>(
      'select state as status, started_at as began, ended_at as ended, status = 200 as waiting, difference from service_times where service_id = $1 and agent_id = $2',
      [id, who],
    )
  )[0];

/** A step of the other person, by the desk. */
const stepOfOther = (id: string, status: number, more: object = {}) =>
  as('owner').answer(moveService, {
    mount: 'agency',
    params: { status: String(status) },
    input: { ...input(id, undefined, more), agent: other },
  });
const day = new Date().toISOString().slice(0, 10);
const today = { start: day, end: day };
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

test('a service of two ends with the last of them, and each keeps his own times', async () => {
  const id = await service({ from: -120, to: 120, agents: [agent, other] });
  expect((await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(110) }))).status).toBe(200);
  expect((await stepOfOther(id, 200, { createdAt: ago(60) })).status).toBe(200);
  expect((await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(30) }))).status).toBe(200);
  expect((await row(id))?.status).toBe(200);
  expect((await row(id))?.ended).toBeNull();
  expect((await step(id, 300)).body.message).toBe('Le service est terminé');
  expect((await stepOfOther(id, 300)).status).toBe(200);
  const whole = await row(id);
  const [first, second] = [await timesOf(id, agent), await timesOf(id, other)];
  expect([whole?.status, first?.status, second?.status]).toEqual([300, 300, 300]);
  expect(whole?.began).toEqual(first?.began);
  expect(whole?.ended).toEqual(second?.ended);
  expect((first?.ended as Date) < (second?.ended as Date)).toBe(true);
  expect(await keys(id)).toEqual([
    'serviceStartLate',
    'serviceStartLate',
    'serviceStoppedEarly',
    'serviceStoppedEarly',
  ]);
  expect([first?.waiting, second?.waiting]).toEqual([true, true]);
});

test.each([
  ['works until its publication', true, 90],
  ['works on if it was not published', false, 120],
])('who is replaced at work %s', async (_, isPublished, minutes) => {
  const id = await service({ from: -180, to: 120, agents: [agent, other] });
  await sql(`update services set published_at = now() - interval '1 day' where id = $1`, [id]);
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(170) }));
  await stepOfOther(id, 200, { createdAt: ago(150) });
  await sql('delete from service_agents where service_id = $1 and agent_id = $2', [id, other]);
  if (isPublished)
    await sql(
      `update services s set published = service_facts(s), published_at = now() - interval '60 minutes' where id = $1`,
      [id],
    );
  expect((await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(30) }))).status).toBe(200);
  const found = await timesOf(id, other);
  expect(Math.round((Number(found?.ended) - Number(found?.began)) / 60_000)).toBe(minutes);
  expect(found?.waiting).toBe(true);
});

test('the break of one does not stop the other; the service rests when both do', async () => {
  const id = await service({ agents: [agent, other] });
  await step(id, 200, 'owner');
  expect((await timesOf(id, other))?.status).toBe(200);
  await step(id, 500);
  expect((await row(id))?.status).toBe(200);
  expect((await stepOfOther(id, 250, { eventMessages: [{ content: 'Demande du client' }] })).status).toBe(200);
  expect((await row(id))?.status).toBe(250);
  expect((await step(id, 300)).status).toBe(409);
  await stepOfOther(id, 500);
  expect((await row(id))?.status).toBe(500);
  await step(id, 200);
  expect([(await timesOf(id, agent))?.status, (await timesOf(id, other))?.status]).toEqual([200, 500]);
  await stepOfOther(id, 200);
  expect((await timesOf(id, other))?.status).toBe(250);
});

test('a break planned for everybody is taken by each for himself', async () => {
  const id = await service({ from: -60, agents: [agent, other] });
  await sql(
    `insert into service_breaks (agency_id, id, service_id, start_at, end_at) values ($1, $2, $3, now(), now() + interval '20 minutes')`,
    [agency.id, randomUUID(), id],
  );
  await step(id, 200, 'owner');
  await step(id, 500);
  await stepOfOther(id, 500);
  await step(id, 200);
  const breaks = await sql(
    'select agent_id, status, unplanned from service_breaks where service_id = $1 order by status',
    [id],
  );
  expect(breaks).toEqual([
    { agent_id: null, status: 100, unplanned: false },
    { agent_id: other, status: 200, unplanned: false },
    { agent_id: agent, status: 300, unplanned: false },
  ]);
});

test('who ended his part may begin elsewhere while his colleague works on', async () => {
  const one = await service({ agents: [agent, other] });
  const two = await service();
  await step(one, 200, 'owner');
  expect((await step(two, 200)).body.message).toBe('Un service est actif');
  await step(one, 300);
  expect((await step(two, 200)).status).toBe(200);
  await step(two, 300);
  await stepOfOther(one, 300);
});

test('who comes later begins although his colleague has ended, until the planned end', async () => {
  const id = await service({ agents: [agent, other] });
  await stepOfOther(id, 200);
  await stepOfOther(id, 300);
  expect((await row(id))?.status).toBe(300);
  expect(await timesOf(id, agent)).toMatchObject({ status: 120, began: null, waiting: true });
  expect((await step(id, 200)).status).toBe(200);
  expect(await timesOf(id, agent)).toMatchObject({ status: 200, waiting: false });
  expect((await row(id))?.status).toBe(200);
  await step(id, 300);
});

test('an interruption that ends is no work, and is recorded as a gap of the person', async () => {
  const id = await service({ from: -120 });
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(115) }));
  await step(id, 400, 'agent', input(id, undefined, { createdAt: ago(60) }));
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(30) }));
  const [gap] = await sql<{ minutes: number }>(
    `select (extract(epoch from real_end_at - real_start_at) / 60)::integer as minutes, type, agent_id, unplanned from service_breaks where service_id = $1`,
    [id],
  );
  expect(gap).toEqual({ minutes: 30, type: 4, agent_id: agent, unplanned: true });
  await step(id, 300);
});

test.each([
  ['on time is not asked about', -480, 2, 2, false],
  ['twenty minutes late is', -480, 20, 0, true],
  ['forty minutes longer is', -520, 2, 0, true],
])('a service that was lived %s', async (_, from, begins, ends, waiting) => {
  const to = from + 480;
  const id = await service({ from, to });
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(-from - begins) }));
  await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(ends) }));
  expect((await timesOf(id, agent))?.waiting).toBe(waiting);
});

test('the people of a service see their own state, not that of the colleague', async () => {
  const id = await service({ agents: [agent, other] });
  await stepOfOther(id, 200);
  const read = async () =>
    ((await as('agent').call(endpointOf(Service, 'read'), { mount: 'agent', params: { id } })) as { service: AnyRow })
      .service.status;
  const planned = async () =>
    (await as('agent').call(fetchPlanning, { mount: 'agent', input: today })).services.find((one) => one.id === id)
      ?.status;
  expect([await read(), await planned()]).toEqual([100, 100]);
  expect((await step(id, 500)).body.message).toBe('Le service n’a pas commencé');
  await step(id, 200);
  await stepOfOther(id, 300);
  expect([await read(), await planned()]).toEqual([200, 200]);
  await step(id, 300);
  expect([await read(), await planned()]).toEqual([300, 300]);
});
