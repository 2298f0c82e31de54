import { beforeEach, describe, expect, test } from 'vitest';
import { fetchPlanning, removeAgents, saveSeries, saveServices } from '#core/planning/calls.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { undoServices } from '#core/planning/undo-calls.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const { site, guard, saved } = await plannerOf(here);
const { service, live, step, row, keys } = livingOf(here, site);

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from published_services');
});

const withoutEnd = (id: string) => sql('update services set open_ended = true where id = $1', [id]);
const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
const planningOf = (who: 'owner' | 'agent' | 'customer') =>
  as(who).call(fetchPlanning, {
    mount: who === 'owner' ? 'agency' : who,
    input: { start: day(-1), end: day(1) },
  });
const read = async (who: 'owner' | 'agent', id: string) => {
  const mount = who === 'owner' ? 'agency' : 'agent';
  return (await as(who).answer(endpointOf(Service, 'read'), { mount, params: { id } })).body.service;
};

describe('a service without a planned end', () => {
  test('has no early end, for the agency and for the customer', async () => {
    const id = await service();
    await withoutEnd(id);
    await step(id, 200);
    expect((await step(id, 300)).status).toBe(200);
    expect(await keys(id, 'customer')).toEqual(['serviceStart', 'serviceFinish']);
  });

  test('is marked as open-ended on the agent’s planning and at the desk', async () => {
    const [open, ends] = [await service(), await service()];
    await withoutEnd(open);
    const { services } = await planningOf('agent');
    expect(services.map(({ id, openEnded }) => [id, openEnded])).toEqual(
      expect.arrayContaining([
        [open, true],
        [ends, false],
      ]),
    );
    expect([(await read('owner', open)).openEnded, (await read('owner', ends)).openEnded]).toEqual([true, false]);
  });
});

describe('the agency’s settings of running services', () => {
  test('are sent with the agent’s own planning only', async () => {
    await service();
    await sql('update agencies set late_margin = 12, unplanned_services = false where id = $1', [agency.id]);
    const settings = [
      (await planningOf('agent')).own,
      (await planningOf('owner')).own,
      (await planningOf('customer')).own,
    ];
    await sql('update agencies set late_margin = 5, unplanned_services = true where id = $1', [agency.id]);
    expect(settings).toEqual([{ lateMargin: 12, unplannedServices: false }, undefined, undefined]);
  });

  test('the margin is sent with the service, to the agency only', async () => {
    const id = await service();
    expect([(await read('owner', id)).lateMargin, (await read('agent', id)).lateMargin]).toEqual([5, null]);
  });
});

test('a stop includes the status of its circuit', async () => {
  const tour = await service({ isCircuit: true });
  const stop = await service({ circuit: tour });
  await step(tour, 200);
  expect([(await read('owner', stop)).circuitStatus, (await read('owner', tour)).circuitStatus]).toEqual([200, null]);
  expect((await read('agent', stop)).circuitStatus).toBe(200);
});

test('a late circuit can still start its stops', async () => {
  const tour = await service({ isCircuit: true, from: -60 });
  const stop = await service({ circuit: tour, from: -40, to: -20 });
  await step(tour, 200);
  expect((await step(stop, 200)).status).toBe(200);
  expect(await keys(stop)).toEqual(['serviceStartLate']);
});

test.each([
  ['within a day of its end', -1_000, 200],
  ['three weeks later', -21 * 1_440, 409],
])('an interrupted service is resumed %s (%i minutes): %i', async (_, to, status) => {
  const id = await service({ from: to - 480, to, status: 400 });
  await sql('update services set real_start_at = start_at, real_end_at = end_at where id = $1', [id]);
  await live(id);
  const answer = await step(id, 200);
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body.message).toBe(refusals.tooLate);
  expect((await row(id))?.ended === null).toBe(status === 200);
});

describe('a service that somebody has begun', () => {
  const owner = as('owner');
  const ref = (id: string) => ({ id });

  test('keeps him and its site on every path, and loses who has not come without a question', async () => {
    const [absent, agent] = [await guard(), await guard()];
    const [{ name } = { name: '' }] = await sql<{ name: string }>('select fullname as name from agents where id = $1', [
      agent,
    ]);
    const id = await service({ agents: [absent] });
    const joined = { services: [{ id, agents: [ref(absent), ref(agent)] }], confirmed: true };
    expect((await owner.answer(saveServices, { input: joined })).status).toBe(200);
    await step(id, 200, 'owner', { service: { id }, event: { uuid: crypto.randomUUID() }, agent });
    const { id: elsewhere } = await saved(Site, { name: 'Ailleurs', customer: ref(here.customer.id) });
    const undone = { id, before: { agents: [ref(absent)] }, after: { agents: [ref(absent), ref(agent)] } };
    const begun = `Le service est en cours : ${name} l’a commencé et ne l’a pas terminé.`;
    const stays = `${begun} Terminez ou interrompez d’abord le service pour cette personne.`;
    const confirmed = { confirmed: true };
    for (const [path, message, answer] of [
      ['remove-agents', stays, owner.answer(removeAgents, { input: { services: [id], agents: [agent] } })],
      ['all of them', stays, owner.answer(removeAgents, { input: { services: [id] } })],
      ['a batch', stays, owner.answer(saveServices, { input: { services: [{ id, agents: [] }], ...confirmed } })],
      [
        'the form',
        stays,
        owner.answer(saveSeries, { params: { id }, input: { service: { agents: [ref(absent)] }, ...confirmed } }),
      ],
      ['an undo', stays, owner.answer(undoServices, { input: { services: [undone], ...confirmed } })],
      [
        'another site',
        `${begun} Son site ne change plus.`,
        owner.answer(saveServices, { input: { services: [{ id, site: ref(elsewhere) }], ...confirmed } }),
      ],
    ] as const)
      expect([path, await answer.then(({ status, body }) => [status, body.message])]).toEqual([path, [409, message]]);
    const freed = await owner.answer(removeAgents, { input: { services: [id], agents: [absent] } });
    expect([freed.status, (await read('owner', id)).agents]).toEqual([200, [expect.objectContaining(ref(agent))]]);
  });
});
