import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import {
  cloneServices,
  fetchCounters,
  fetchPlanning,
  publishServices,
  removeAgents,
  removeServices,
  saveSeries,
} from '#core/planning/calls.ts';
import {
  countSeries,
  countServices,
  fetchAgentsWithServices,
  fetchPlannedServices,
  fetchSitesWithServices,
  readSharedServices,
} from '#core/planning/fetch-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people, sql } = here;
const { site, card, saved, save, read, guard, service, created } = await plannerOf(here);

describe('a series', () => {
  const weekly = {
    startDate: '2027-03-22',
    endDate: '2027-04-04',
    startTime: '22:00',
    endTime: '06:00',
    repeat: 'weekly',
    days: [1, 0],
  };

  test('keeps its hours across the change of clocks', async () => {
    const { status, body } = await save({ services: [service('2027-03-22', '22:00', '23:00')], recurrence: weekly });
    expect(status).toBe(200);
    const rows = await Promise.all(body.services.map(({ id }: { id: string }) => read(id)));
    expect(
      rows.map(({ startAtDate, startAtTime, endAtTime, minutes }) => [startAtDate, startAtTime, endAtTime, minutes]),
    ).toEqual([
      ['2027-03-22', '22:00', '06:00', 480],
      ['2027-03-28', '22:00', '06:00', 480],
      ['2027-03-29', '22:00', '06:00', 480],
      ['2027-04-04', '22:00', '06:00', 480],
    ]);
    expect(new Set(rows.map(({ seriesId }) => seriesId)).size).toBe(1);
  });

  test('holds a post day and night for four weeks: seven days in a row of one agent break the rules and save nothing', async () => {
    const { id: place } = await saved(Site, { name: 'Écluse', customer: { id: here.customer.id } });
    const agents = await Promise.all([guard(), guard(), guard()]);
    const posts = [
      ['06:00', '14:00'],
      ['14:00', '22:00'],
      ['22:00', '06:00'],
    ] as const;
    // With the change to summer time.
    const weeks = { startDate: '2027-03-08', endDate: '2027-04-04' };
    const hold = (index: number, held: string[], more: object) => {
      const [startTime, endTime] = posts[index] as (typeof posts)[number];
      const draft = { ...service('2027-03-08', '06:00', '14:00', held), site: { id: place } };
      return (input: object) =>
        save({ services: [draft], recurrence: { ...weeks, startTime, endTime, ...more }, ...input });
    };
    interface Row {
      startAt: string;
      endAt: string;
      minutes: number;
      missingAgents: number;
    }
    const onSite = async () =>
      (await as('owner').call(endpointOf(Service, 'list'), {
        mount: 'agency',
        input: { filters: { site: [place] }, limit: 100 },
      })) as unknown as { services: Row[]; filtered: number };

    const daily = await hold(0, agents.slice(0, 1), { repeat: 'daily' })({});
    expect(daily.status).toBe(409);
    expect(daily.body.errors.map(({ message }: { message: string }) => message).join('\n')).toMatch(/48h00/);
    expect((await onSite()).filtered).toBe(0);

    for (const index of posts.keys()) {
      const working = hold(index, agents.slice(index, index + 1), { repeat: 'weekly', days: [1, 2, 3, 4, 5] });
      // Five hours above the contract, each week.
      const asked = await working({});
      expect(asked.status).toBe(409);
      expect(
        asked.body.errors.filter(({ message }: { message: string }) =>
          /40h00 planifiées .* le contrat en prévoit 35h00/.test(message),
        ),
      ).toHaveLength(4);
      expect((await working({ confirmed: true })).body.services).toHaveLength(20);
      const weekends = await hold(index, [], { repeat: 'weekly', days: [6, 0] })({});
      expect(weekends.body.services).toHaveLength(8);
    }
    const { services, filtered } = await onSite();
    expect(filtered).toBe(84);
    const at = (key: 'startAt' | 'endAt'): number[] => services.map((row) => Date.parse(row[key]) / 60_000);
    const held = Math.max(...at('endAt')) - Math.min(...at('startAt'));
    expect(held).toBe((28 * 24 - 1) * 60);
    expect(services.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(held);
    expect(services.filter(({ missingAgents }) => missingAgents === 1)).toHaveLength(24);
  });

  test('is edited for one service, from one on, or as a whole', async () => {
    const { body } = await save({ services: [service('2027-03-22', '22:00', '23:00')], recurrence: weekly });
    const ids: string[] = body.services.map(({ id }: { id: string }) => id);
    const change = (series: string, draft: object) =>
      as('owner').call(saveSeries, {
        params: { id: ids[1] as string },
        input: { service: draft, filters: { series } },
      });
    const posts = async () =>
      (await Promise.all(ids.map(read))).map(({ postTitle, startAtTime }) => [postTitle, startAtTime]);
    expect(await as('owner').call(countSeries, { params: { id: ids[1] as string } })).toEqual({
      one: 1,
      following: 3,
      all: 4,
    });
    await change('one', { postTitle: 'A' });
    expect(await posts()).toEqual([
      [null, '22:00'],
      ['A', '22:00'],
      [null, '22:00'],
      [null, '22:00'],
    ]);
    await change('following', { startAt: '2027-03-28T19:00:00.000Z' });
    expect(await posts()).toEqual([
      [null, '22:00'],
      ['A', '21:00'],
      [null, '21:00'],
      [null, '21:00'],
    ]);
    await change('all', { postTitle: 'B' });
    expect((await posts()).map(([post]) => post)).toEqual(['B', 'B', 'B', 'B']);
  });

  test('shifts the own breaks of each service when its hours change', async () => {
    const breaks = [{ type: 0, startAt: at('2027-01-11', '12:00'), endAt: at('2027-01-11', '12:30') }];
    const daily = {
      startDate: '2027-01-11',
      endDate: '2027-01-13',
      startTime: '08:00',
      endTime: '16:00',
      repeat: 'daily',
    };
    const { body } = await save({
      services: [{ ...service('2027-01-11', '08:00', '16:00'), breaks }],
      recurrence: daily,
    });
    const [first, second, third] = body.services.map(({ id }: { id: string }) => id) as [string, string, string];
    await as('owner').call(endpointOf(Service, 'save'), {
      mount: 'agency',
      input: { id: third, breaks: [{ type: 0, startAt: at('2027-01-13', '09:00'), endAt: at('2027-01-13', '09:20') }] },
    });
    await as('owner').call(saveSeries, {
      params: { id: first },
      input: {
        service: { startAt: at('2027-01-11', '13:00'), endAt: at('2027-01-11', '21:00') },
        filters: { series: 'all' },
      },
    });
    const breaksOf = async (id: string) => (await read(id)).breaks.map(({ startAt }: { startAt: string }) => startAt);
    expect(await breaksOf(first)).toEqual([at('2027-01-11', '17:00')]);
    expect(await breaksOf(second)).toEqual([at('2027-01-12', '17:00')]);
    expect(await breaksOf(third)).toEqual([at('2027-01-13', '14:00')]);
  });

  test('carries changed rounds to the other services', async () => {
    const round = randomUUID();
    await sql(`insert into rounds (agency_id, id, site_id, name) values ($1, $2, $3, 'Nuit')`, [
      here.agency.id,
      round,
      site,
    ]);
    const daily = {
      startDate: '2027-02-01',
      endDate: '2027-02-02',
      startTime: '08:00',
      endTime: '16:00',
      repeat: 'daily',
    };
    const { body } = await save({
      services: [{ ...service('2027-02-01', '08:00', '16:00'), rounds: [{ round: { id: round } }] }],
      recurrence: daily,
    });
    const [first, second] = body.services.map(({ id }: { id: string }) => id) as [string, string];
    const rounds = (await read(first)).rounds.map((line: object) => ({ ...line, numberOfExecutions: 2 }));
    await as('owner').call(saveSeries, {
      params: { id: first },
      input: { service: { rounds }, filters: { series: 'all' } },
    });
    for (const id of [first, second]) expect((await read(id)).rounds).toMatchObject([{ numberOfExecutions: 2 }]);
  });

  test.each([
    [{ ...weekly, startTime: '' }, 'Missing parameters.'],
    [{ ...weekly, endDate: '2027-03-01' }, 'Wrong parameters'],
  ])('with %j is refused', async (recurrence, message) => {
    const { status, body } = await save({ services: [service('2027-03-22', '22:00', '23:00')], recurrence });
    expect(status).toBe(400);
    expect([body.message, ...body.violations.map((one: { message: string }) => one.message)]).toContain(message);
  });
});

describe('publication', () => {
  test('shows the service to its agent and its customer, and later changes to the planner', async () => {
    const agent = people.agent.profile?.id as string;
    await saved(Agent, {
      id: agent,
      agentInfos: {
        ...card(),
        contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
      },
    });
    const id = await created(service('2027-06-01', '08:00', '12:00', [agent]));
    const seenBy = async (who: 'agent' | 'customer') =>
      (await as(who).answer(endpointOf(Service, 'read'), { params: { id } })).status;
    expect([await seenBy('agent'), await seenBy('customer')]).toEqual([404, 404]);
    expect(await as('owner').call(publishServices, { input: { services: [id] } })).toMatchObject({
      published: 1,
      agents: 1,
    });
    expect([await seenBy('agent'), await seenBy('customer')]).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ publication: 'PUBLISHED', published: null });
    await created({ id, startAt: at('2027-06-01', '09:00') });
    const planning = await as('owner').call(fetchPlanning, {
      mount: 'agency',
      input: { start: '2027-06-01', end: '2027-06-01' },
    });
    expect(planning.services.find((one) => one.id === id)).toMatchObject({ publication: 'CHANGED', agents: [agent] });
    expect(await read(id)).toMatchObject({ publication: 'CHANGED', published: { startAt: at('2027-06-01', '08:00') } });
    expect(
      await as('owner').call(publishServices, { input: { period: { start: '2027-06-01', end: '2027-06-01' } } }),
    ).toMatchObject({ published: 1, agents: 1 });
    const asked = { mount: 'customer', input: { start: '2027-06-01', end: '2027-06-01' } } as const;
    const { services } = await as('customer').call(fetchPlanning, asked);
    expect(services.find((one) => one.id === id)).toMatchObject({
      agents: [],
      staffed: false,
      publication: 'PUBLISHED',
    });
    // A customer does not see the agents.
    const { body } = await as('customer').answer(endpointOf(Service, 'read'), { params: { id } });
    expect(body.service).toMatchObject({ agents: null, missingAgents: null });
  });
});

describe('the planning', () => {
  test('returns a period in one call, with the facts for its checks', async () => {
    const agent = await guard();
    const id = await created(service('2027-07-06', '08:00', '12:00', [agent]));
    const planning = await as('owner').call(fetchPlanning, {
      mount: 'agency',
      input: { start: '2027-07-05', end: '2027-07-11' },
    });
    expect(planning.services.find((one) => one.id === id)).toMatchObject({
      agents: [agent],
      site,
      start: Date.parse(at('2027-07-06', '08:00')) / 60_000,
      publication: 'DRAFT',
    });
    expect(planning.agents.find((one) => one.id === agent)).toMatchObject({ contracts: [{ hoursLimit: 35 }] });
    expect(planning.sites.find((one) => one.id === site)).toMatchObject({ name: 'Entrepôt' });
    const { workingTimes } = await as('owner').call(fetchCounters, {
      input: { start: '2027-08-09', end: '2027-08-15' },
    });
    expect(workingTimes[agent]).toMatchObject({
      counters: { weekMinutes: { '2027-07-05': 240 } },
      isNightWorker: false,
    });
  });

  test('marks night workers, for whom the branch agreement has a lower average', async () => {
    const agent = await guard();
    for (const day of ['2027-11-02', '2027-11-04'])
      await created({ ...service(day, '21:30', '22:00', [agent]), endAt: at(day, '23:59') });
    const night = async (): Promise<unknown> =>
      (await as('owner').call(fetchCounters, { input: { start: '2027-12-06', end: '2027-12-12', agents: [agent] } }))
        .workingTimes[agent]?.isNightWorker;
    await sql(`update agencies set planning_regulation = 'IDCC1351'`);
    // Two hours and a half each.
    expect(await night()).toBe(false);
    for (const day of ['2027-11-09', '2027-11-11']) await created(service(day, '00:00', '08:00', [agent]));
    expect(await night()).toBe(true);
    await sql(`update agencies set planning_regulation = 'OWN'`);
  });

  test('can be fetched in parts: agents with services and absences, sites with theirs, counts', async () => {
    const agent = await guard();
    const id = await created(service('2027-10-05', '08:00', '12:00', [agent]));
    const input = { start: '2027-10-05', end: '2027-10-05' };
    const own = { services: [{ id, agents: [agent] }] };
    const { agents } = await as('owner').call(fetchAgentsWithServices, {
      mount: 'agency',
      input: { ...input, agents: [agent] },
    });
    expect(agents).toMatchObject([{ id: agent, ...own, unavailabilities: [] }]);
    const { sites } = await as('owner').call(fetchSitesWithServices, {
      mount: 'agency',
      input: { ...input, sites: [site] },
    });
    expect(sites).toMatchObject([{ id: site, ...own }]);
    expect(await as('owner').call(fetchPlannedServices, { mount: 'agency', input })).toMatchObject(own);
    expect(await as('owner').call(countServices, { mount: 'agency', input })).toEqual({
      count: 1,
      statuses: { 100: 1 },
    });
    const beside = await created(service('2027-10-05', '10:00', '14:00'));
    const shared = await as('owner').call(readSharedServices, { params: { id } });
    expect(shared).toMatchObject({ services: [{ id: beside }] });
  });

  test('copies a service with its breaks to another day and another agent', async () => {
    const [agent, other] = [await guard(), await guard()];
    const breaks = [{ type: 0, startAt: at('2027-07-20', '12:00'), endAt: at('2027-07-20', '13:00') }];
    const id = await created(service('2027-07-20', '08:00', '18:00', [agent], { postTitle: 'PC', breaks }));
    const copy = { service: id, startAt: at('2027-07-21', '08:00'), minutes: 600, agents: [other] };
    const { services } = await as('owner').call(cloneServices, { input: { copies: [copy], confirmed: true } });
    expect(await read(services[0]?.id as string)).toMatchObject({
      postTitle: 'PC',
      agents: [{ id: other }],
      breaks: [{ startAt: at('2027-07-21', '12:00'), endAt: at('2027-07-21', '13:00') }],
      publication: 'DRAFT',
    });
  });

  test('unassigns agents, and removes services that were not started', async () => {
    const agent = await guard();
    const id = await created(service('2027-07-13', '08:00', '12:00', [agent]));
    await as('owner').call(removeAgents, { input: { services: [id] } });
    expect(await read(id)).toMatchObject({ agents: [], missingAgents: 1 });
    await as('owner').call(removeServices, { input: { services: [id] } });
    expect((await as('owner').answer(endpointOf(Service, 'read'), { mount: 'agency', params: { id } })).status).toBe(
      404,
    );
    const begun = await created(service('2027-07-13', '08:00', '12:00'));
    await sql('update services set status = 200 where id = $1', [begun]);
    expect((await as('owner').answer(removeServices, { input: { services: [begun] } })).status).toBe(409);
  });
});
