// The stops of a circuit: when it is archived, gets new stops while running, or crosses a change of clocks.
import { describe, expect, test } from 'vitest';
import { cloneServices, fetchPlanning, removeServices, saveSeries, saveServices } from '#core/planning/calls.ts';
import { faultyServices } from '#core/planning/cover-calls.ts';
import { moveCircuits, saveCircuit } from '#core/planning/fetch-calls.ts';
import { sitesHours } from '#core/planning/hours-calls.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { at, codesOf, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, sql } = here;
const { saved, read, save, guard, service, created } = await plannerOf(here);
const owner = as('owner');

interface Stop extends Record<string, unknown> {
  id: string;
  status: number;
  start: string;
}

const stopsOf = (circuit: string) =>
  sql<Stop>(
    `select id, status, to_char(start_at at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI') as start from services where circuit_id = $1 order by start_at`,
    [circuit],
  );
const statesOf = async (circuit: string): Promise<number[]> => (await stopsOf(circuit)).map(({ status }) => status);

/** Stops with these statuses, half an hour apart, on their own site. */
async function circuitOf(statuses: number[], status: number): Promise<{ id: string; site: string }> {
  const site: string = (await saved(Site, { name: 'Étapes', customer: { id: customer.id } })).id;
  const stops = statuses.map((_, index) => ({ site: { id: site }, arrival: `${10 + index}:00`, minutes: 20 }));
  const id = await created(service('2027-05-03', '09:00', '18:00', [], { isCircuit: true, services: stops }));
  for (const [index, stop] of (await stopsOf(id)).entries())
    await sql('update services set status = $2 where id = $1', [stop.id, statuses[index]]);
  await sql('update services set status = $2 where id = $1', [id, status]);
  return { id, site };
}

const paths: [string, (id: string, move: 'archive' | 'unschedule' | 'reschedule') => Promise<{ status: number }>][] = [
  ['by itself', (id, type) => owner.answer(endpointOf(Service, 'act'), { mount: 'agency', params: { id, type } })],
  [
    'among many',
    (id, move) =>
      owner.answer(moveCircuits, {
        params: { status: String({ archive: 600, unschedule: 700, reschedule: 100 }[move]) },
        input: { services: [{ id }] },
      }),
  ],
];

describe.each(paths)('a circuit that is moved %s', (_, move) => {
  test('to archived takes its finished stops along, and counts no other', async () => {
    const { id, site } = await circuitOf([300, 120, 400, 800], 300);
    const hours = async () => {
      const { hours: rows } = await owner.call(sitesHours, {
        mount: 'agency',
        input: { start: '2027-05-03', end: '2027-05-03', limit: 500 },
      });
      return rows.find((row) => row.id === site);
    };
    const before = await hours();
    expect(before).toMatchObject({ services: 3, wanted: 60 });
    expect((await move(id, 'archive')).status).toBe(200);
    expect(await statesOf(id)).toEqual([600, 120, 600, 600]);
    expect(await hours()).toEqual(before);
  });

  test('to unscheduled unschedules its stops; rescheduled, they wait', async () => {
    const { id } = await circuitOf([100, 110], 110);
    expect((await move(id, 'unschedule')).status).toBe(200);
    expect(await statesOf(id)).toEqual([700, 700]);
    expect((await move(id, 'reschedule')).status).toBe(200);
    expect(await statesOf(id)).toEqual([100, 100]);
  });
});

describe('a new stop', () => {
  test.each([
    ['of a running circuit waits', 200, 100],
    ['of an unscheduled circuit is unscheduled', 700, 700],
  ])('%s', async (_, status, born) => {
    const { id } = await circuitOf([300], status);
    const { services: stops, site } = (await read(id)) as AnyRow;
    await created({ id, services: [...stops, { site: { id: site.id }, arrival: '15:00', minutes: 20 }] });
    expect(await statesOf(id)).toEqual([300, born]);
  });
});

test('a stop after midnight keeps its wall-clock time when the clocks change, in autumn and in spring', async () => {
  const site: string = (await saved(Site, { name: 'Nuit', customer: { id: customer.id } })).id;
  for (const [from, to] of [
    ['2027-10-30', '2027-10-31'],
    ['2027-03-27', '2027-03-28'],
  ] as const) {
    const stops = ['22:00', '04:00'].map((arrival) => ({ site: { id: site }, arrival, minutes: 20 }));
    const id = await created({
      ...service(from, '21:00', '23:00', [], { isCircuit: true, services: stops }),
      endAt: `${to}T05:00:00.000Z`,
    });
    expect((await stopsOf(id)).map(({ start }) => start)).toEqual([`${from} 22:00`, `${to} 04:00`]);
  }
});

describe('a tour whose hours alone change takes its stops along', () => {
  const stops = (site: string) => [
    { site: { id: site }, arrival: '08:15', minutes: 20 },
    { site: { id: site }, arrival: '09:30', minutes: 20 },
  ];
  const tour = async (day: string): Promise<object> => {
    const site: string = (await saved(Site, { name: 'Décalée', customer: { id: customer.id } })).id;
    return service(day, '08:00', '12:00', [], { isCircuit: true, services: stops(site) });
  };
  const series = (startDate: string, endDate: string, startTime: string, endTime: string) => ({
    recurrence: { startDate, endDate, startTime, endTime, repeat: 'daily' },
  });
  const startsOf = async (circuit: string): Promise<string[]> => (await stopsOf(circuit)).map(({ start }) => start);
  const hours = { startAt: at('2027-01-12', '14:00'), endAt: at('2027-01-12', '18:00') };

  test.each<[string, (id: string) => Promise<Answer>]>([
    ['by its form', (id) => owner.answer(endpointOf(Service, 'save'), { input: { id, ...hours } })],
    ['by a drag', (id) => owner.answer(saveServices, { input: { services: [{ id, ...hours }] } })],
    ['by an edit of its series', (id) => owner.answer(saveSeries, { params: { id }, input: { service: hours } })],
  ])('%s', async (_, move) => {
    const id = await created(await tour('2027-01-12'));
    expect((await move(id)).status).toBe(200);
    expect(await startsOf(id)).toEqual(['2027-01-12 14:15', '2027-01-12 15:30']);
    expect(((await read(id)) as AnyRow).services.map((one: AnyRow) => one.arrival)).toEqual(['14:15', '15:30']);
  });

  test('in every service of its series, and from a departure of its own', async () => {
    const made = await save({
      services: [await tour('2027-01-12')],
      ...series('2027-01-12', '2027-01-13', '08:00', '12:00'),
    });
    const [first, second] = made.body.services.map(({ id }: AnyRow) => id);
    await created({ id: second, startAt: at('2027-01-13', '07:00') });
    expect(await startsOf(second)).toEqual(['2027-01-13 07:15', '2027-01-13 08:30']);
    const carry = (draft: object) =>
      owner.call(saveSeries, { params: { id: first }, input: { service: draft, filters: { series: 'all' } } });
    const [one] = ((await read(first)) as AnyRow).services;
    await carry({ services: [one] });
    expect([await startsOf(first), await startsOf(second)]).toEqual([['2027-01-12 08:15'], ['2027-01-13 07:15']]);
    await carry(hours);
    expect([await startsOf(first), await startsOf(second)]).toEqual([['2027-01-12 14:15'], ['2027-01-13 14:15']]);
  });

  test('in a copy, and in a series that departs at another hour', async () => {
    const id = await created(await tour('2027-01-14'));
    const { services } = await owner.call(cloneServices, {
      input: { copies: [{ service: id, startAt: at('2027-01-15', '22:30'), minutes: 240 }] },
    });
    expect(await startsOf(services[0]?.id as string)).toEqual(['2027-01-15 22:45', '2027-01-16 00:00']);
    const made = await created(await tour('2027-01-18'), series('2027-01-18', '2027-01-18', '06:00', '10:00'));
    expect(await startsOf(made)).toEqual(['2027-01-18 06:15', '2027-01-18 07:30']);
  });
});

test('a tour that needs more people needs them at its stops too', async () => {
  const { id } = await circuitOf([100], 100);
  await created({ id, nbAgents: 3 });
  expect(await sql('select nb_agents as wanted from services where circuit_id = $1', [id])).toEqual([{ wanted: 3 }]);
});

describe('a stop is written with its circuit only', () => {
  const cases: [string, (id: string, site: string) => Promise<Answer>][] = [
    [
      'saved',
      (id, site) => owner.answer(endpointOf(Service, 'save'), { mount: 'agency', input: { id, site: { id: site } } }),
    ],
    [
      'saved among others',
      (id) => owner.answer(saveServices, { input: { services: [{ id, agents: [] }], confirmed: true } }),
    ],
    [
      'unscheduled',
      (id) => owner.answer(endpointOf(Service, 'act'), { mount: 'agency', params: { id, type: 'unschedule' } }),
    ],
    ['deleted', (id) => owner.answer(endpointOf(Service, 'act'), { mount: 'agency', params: { id, type: 'delete' } })],
    ['removed among others', (id) => owner.answer(removeServices, { input: { services: [id] } })],
  ];
  test.each(cases)('%s alone, it is refused', async (_, write) => {
    const { id } = await circuitOf([100, 100], 100);
    const elsewhere: string = (await saved(Site, { name: 'Ailleurs', customer: { id: customer.id } })).id;
    const before = await stopsOf(id);
    const answer = await write(before[0]?.id as string, elsewhere);
    expect([answer.status, answer.body.message]).toEqual([409, 'Étape d’une tournée. Modifiez la tournée.']);
    expect(await stopsOf(id)).toEqual(before);
  });

  test('corrected alone, it is refused: the next correction of the circuit would undo it', async () => {
    const { id } = await circuitOf([300], 300);
    const [stop] = await stopsOf(id);
    const answer = await owner.answer(correctService, {
      params: { id: stop?.id as string },
      input: { reason: 'Erreur', service: { comment: 'Corrigé' } },
    });
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('Étape d’une tournée')]);
  });
});

describe('a finished circuit', () => {
  const save = (draft: object) => owner.answer(endpointOf(Service, 'save'), { mount: 'agency', input: draft });
  const act = (id: string, type: string) =>
    owner.answer(endpointOf(Service, 'act'), { mount: 'agency', params: { id, type } });

  test('freezes its stops, whatever their own status', async () => {
    const { id } = await circuitOf([120, 120], 300);
    const [first, second] = (await stopsOf(id)) as [Stop, Stop];
    const refused = { status: 409, body: { message: expect.stringContaining('Étape d’une tournée') } };
    expect(await save({ id: first.id, postTitle: 'Réécrit', confirmed: true })).toMatchObject(refused);
    expect(await save({ id: first.id, agents: [], confirmed: true })).toMatchObject(refused);
    for (const type of ['delete', 'unschedule']) expect((await act(second.id, type)).status).toBe(409);
    expect(await statesOf(id)).toEqual([120, 120]);
  });

  test('keeps its stops when a comment is written', async () => {
    const { id } = await circuitOf([120, 300], 300);
    await sql('delete from services where circuit_id = $1 and status = 120', [id]);
    expect((await save({ id, comment: 'Vu' })).status).toBe(200);
    expect(await statesOf(id)).toEqual([300]);
  });
});

test('the stops saved with their circuit have their own history, those that did not change none', async () => {
  const { id } = await circuitOf([100, 100], 100);
  const historyOf = async (stop: string): Promise<string[]> => {
    const { body } = await owner.answer(endpointOf(Service, 'history'), { mount: 'agency', params: { id: stop } });
    return (body.history ?? []).map(({ action }: AnyRow) => action);
  };
  const [first, second] = (await stopsOf(id)) as [Stop, Stop];
  const { services: stops } = (await read(id)) as AnyRow;
  await created({ id, services: [{ ...stops[0], arrival: '10:15' }, stops[1]] });
  expect([await historyOf(first.id), await historyOf(second.id)]).toEqual([['edit', 'create'], ['create']]);
  const [{ version } = { version: 0 }] = await sql<{ version: number }>('select version from services where id = $1', [
    second.id,
  ]);
  expect(version).toBe(1);
  await created({ id, services: [{ ...stops[0], arrival: '10:15' }] });
  expect(await sql(`select action from audit where entity_id = $1 and action = 'delete'`, [second.id])).toHaveLength(1);
  await owner.call(endpointOf(Service, 'act'), { mount: 'agency', params: { id, type: 'unschedule' } });
  expect(await historyOf(first.id)).toEqual(['unschedule', 'edit', 'create']);
});

test('an agent barred from a stop afterwards is an anomaly of the tour, for the list of errors and for the grid (V-013)', async () => {
  const [agent, stop] = [await guard(), (await saved(Site, { name: 'Barrée', customer: { id: customer.id } })).id];
  const stops = [{ site: { id: stop }, arrival: '10:00', minutes: 20 }];
  const id = await created(service('2027-05-06', '09:00', '18:00', [agent], { isCircuit: true, services: stops }));
  const period = { start: '2027-05-06', end: '2027-05-06' };
  const faults = async () =>
    (await owner.call(faultyServices, { input: period })).services.find((one) => one.id === id)?.errors ?? [];
  expect(codesOf(await faults())).not.toContain('site forbidden');
  await saved(Site, { id: stop, siteUsers: [{ agent: { id: agent } }] } as object);
  expect((await faults()).find(({ code }) => code === 'site forbidden')?.message).toContain('« Barrée »');
  const { services } = await owner.call(fetchPlanning, { mount: 'agency', input: period });
  expect(services.find((one) => one.id === id)?.stops).toEqual([stop]);
});

test('the planning is filtered by site', async () => {
  const { id, site } = await circuitOf([100], 100);
  const period = { start: '2027-05-03', end: '2027-05-03' };
  const { services, sites } = await owner.call(fetchPlanning, { mount: 'agency', input: { ...period, sites: [site] } });
  expect(sites.map((one) => one.id)).toEqual([site]);
  expect(services.map((one) => one.id)).not.toContain(id);
});

test('a creation needs its right alone, with a null id too, and an edit its own (C-021)', async () => {
  const editor = await here.hire('editor', { of: 'azur', rights: ['editService', 'listServices'] });
  const draft = { ...service('2027-05-04', '09:00', '18:00'), id: null, activityType: 1 };
  expect(await as(editor).answer(saveCircuit, { mount: 'agency', input: { service: draft } })).toMatchObject({
    status: 403,
    body: { right: 'createService' },
  });
  const creator = await here.hire('creator', { of: 'azur', rights: ['createService', 'listServices'] });
  const made = await as(creator).answer(saveCircuit, { mount: 'agency', input: { service: draft } });
  expect(made.status).toBe(200);
  const { id } = made.body.service;
  const rename = (who: Parameters<typeof as>[0]) =>
    as(who).answer(saveCircuit, { mount: 'agency', input: { service: { id, postTitle: 'Accueil' } } });
  expect(await rename(creator)).toMatchObject({ status: 403, body: { right: 'editService' } });
  expect((await rename(editor)).status).toBe(200);
});
