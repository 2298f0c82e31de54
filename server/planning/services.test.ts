import { beforeAll, describe, expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import {
  checkServices,
  cloneServices,
  consentOf,
  fetchCounters,
  fetchPlanning,
  type PlanningError,
  publishServices,
  removeAgents,
  removeServices,
  saveSeries,
  saveServices,
} from '#core/planning/calls.ts';
import {
  countServices,
  fetchAgentsWithServices,
  fetchPlannedServices,
  fetchSitesWithServices,
  readSharedServices,
} from '#core/planning/fetch-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, customer, people, sql } = here;

const saved = async (of: typeof Site | typeof Agent | typeof Specialty, draft: object): Promise<AnyRow> =>
  ((await as('owner').call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[
    of.name
  ] as AnyRow;
const read = async (id: string): Promise<AnyRow> =>
  ((await as('owner').call(endpointOf(Service, 'read'), { mount: 'agency', params: { id } })) as { service: AnyRow })
    .service;
const save = (input: object) => as('owner').answer(saveServices, { input });

let site: string;
let serial = 0;

/** An agent whom no rule bars. */
const guard = async (more: object = {}): Promise<string> => {
  serial += 1;
  const { id } = await saved(Agent, {
    firstname: 'Agent',
    lastname: `Numéro ${serial}`,
    agentInfos: {
      cardNumber: `CAR-006-2029-05-12-${String(serial).padStart(11, '0')}`,
      contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
      ...more,
    },
  });
  return id;
};

const at = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString();
const service = (day: string, from: string, to: string, agents: string[] = [], more: object = {}) => ({
  site: { id: site },
  startAt: at(day, from),
  endAt: at(day, to),
  agents: agents.map((id) => ({ id })),
  ...more,
});
const created = async (draft: object, input: object = { confirmed: true }): Promise<string> => {
  const { status, body } = await save({ services: [draft], ...input });
  expect(body).toMatchObject({ services: [{}] });
  expect(status).toBe(200);
  return body.services[0].id;
};
const codes = (errors: PlanningError[]): string[] => [...new Set(errors.map(({ code }) => code))].toSorted();

beforeAll(async () => {
  await sql('update agencies set check_expirations = 2 where id = $1', [agency.id]);
  site = (await saved(Site, { name: 'Entrepôt', customer: { id: customer.id } })).id;
});

describe('a service', () => {
  test('is written with its reference, its hours on the agency’s clock and its agents', async () => {
    const agent = await guard();
    const id = await created(service('2027-01-12', '08:00', '18:00', [agent], { postTitle: 'Accueil' }), {});
    expect(await read(id)).toMatchObject({
      reference: expect.stringMatching(/^S\d{6}$/),
      startAtDate: '2027-01-12',
      startAtTime: '08:00',
      endAtTime: '18:00',
      minutes: 600,
      missingAgents: 0,
      publication: 'DRAFT',
      agents: [{ id: agent }],
    });
  });

  test('that ends before it begins, or lasts longer than three days, is refused', async () => {
    const backwards = await save({ services: [service('2027-01-12', '18:00', '08:00')] });
    expect(backwards).toMatchObject({ status: 400, body: { violations: [{ path: 'services.0.endAt' }] } });
    const long = await save({
      services: [{ ...service('2027-01-12', '08:00', '09:00'), endAt: at('2027-01-16', '08:00') }],
    });
    expect(long.body.violations).toEqual([{ path: 'services.0.endAt', message: 'Un service dure au plus 72 heures' }]);
  });

  test('that breaks a rule at « Avertissement » is written only once confirmed; at « Interdire » never', async () => {
    const agent = await guard();
    await created(service('2027-02-01', '08:00', '20:00', [agent]));
    const second = service('2027-02-01', '23:00', '23:59', [agent]);
    const warned = await save({ services: [second] });
    expect(warned.status).toBe(409);
    expect(codes(warned.body.errors)).toContain('11-hour space');
    expect(warned.body.errors[0]).toMatchObject({ index: 0, level: 1, agent: { id: agent } });
    expect(warned.body.message).toMatch(/à confirmer/);
    await sql('update agencies set check_space_between_services = 2 where id = $1', [agency.id]);
    const refused = await save({ services: [second], confirmed: true });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/^Planification refusée : /);
    await sql('update agencies set check_space_between_services = 0, check_daily_rest = 0 where id = $1', [agency.id]);
    const passed = await save({ services: [second] });
    expect(codes(passed.body.errors ?? [])).not.toContain('11-hour space');
    await sql('update agencies set check_space_between_services = 1, check_daily_rest = 1 where id = $1', [agency.id]);
    expect((await save({ services: [second], confirmed: true })).status).toBe(200);
  });

  test('given to an agent without a card is refused by law, and the generic save refuses it too', async () => {
    const agent = (await saved(Agent, { firstname: 'Sans', lastname: 'Carte' })).id;
    const draft = service('2027-03-01', '08:00', '12:00', [agent]);
    for (const answer of [
      await save({ services: [draft], confirmed: true }),
      await as('owner').answer(endpointOf(Service, 'save'), { mount: 'agency', input: { ...draft, confirmed: true } }),
    ]) {
      expect(answer.status).toBe(409);
      expect(codes(answer.body.errors)).toContain('expired');
    }
  });

  test.each([
    ['unqualified', async () => ({ specialty: { id: (await saved(Specialty, { name: `S ${serial}` })).id } }), {}],
    ['restriction', async () => ({}), { restrictions: [{ weekday: 3, startTime: '06:00', endTime: '22:00' }] }],
    [
      'contract expired',
      async () => ({}),
      { contracts: [{ type: 'CDI', startDate: '2030-01-01', hoursLimit: 35, period: 'WEEK' }] },
    ],
    ['service max duration', async () => ({ endAt: at('2027-04-08', '00:00') }), {}],
  ])('« %s » is told to the planner', async (code, more, infos) => {
    const agent = await guard(infos);
    const draft = service('2027-04-07', '08:00', '12:00', [agent], await more());
    const { errors } = await as('owner').call(checkServices, { input: { services: [draft] } });
    expect(codes(errors)).toContain(code);
  });

  test('of somebody barred from the site, absent or at work elsewhere is told', async () => {
    const agent = await guard();
    await saved(Site, { id: site, siteUsers: [{ agent: { id: agent } }] } as object);
    await created(service('2027-04-12', '08:00', '12:00', [agent]));
    const { errors } = await as('owner').call(checkServices, {
      input: { services: [service('2027-04-12', '10:00', '14:00', [agent])] },
    });
    expect(codes(errors)).toEqual(expect.arrayContaining(['already hired', 'site forbidden']));
    await saved(Site, { id: site, siteUsers: [] } as object);
  });

  test('edited on a field that no rule reads is not judged anew, and what was accepted once is not asked again', async () => {
    const agent = await guard();
    await created(service('2027-05-03', '08:00', '20:00', [agent]));
    const id = await created(service('2027-05-03', '22:00', '23:00', [agent]));
    expect((await save({ services: [{ id, postTitle: 'PC' }] })).status).toBe(200);
    const other = await guard();
    expect((await save({ services: [{ id, agents: [{ id: agent }, { id: other }] }] })).status).toBe(200);
    expect(await read(id)).toMatchObject({ nbAgents: 2, postTitle: 'PC' });
  });

  test('of two planners the second is told what the first made of it, and neither loses the other’s work', async () => {
    const id = await created(service('2027-05-10', '08:00', '12:00'));
    const { version } = await read(id);
    expect((await save({ services: [{ id, version, postTitle: 'Nord' }] })).status).toBe(200);
    const second = await save({ services: [{ id, version, postTitle: 'Sud' }] });
    expect(second).toMatchObject({ status: 409, body: { current: { postTitle: 'Nord' } } });
  });
});

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

  test('is changed for one, from here on, or whole', async () => {
    const { body } = await save({ services: [service('2027-03-22', '22:00', '23:00')], recurrence: weekly });
    const ids: string[] = body.services.map(({ id }: { id: string }) => id);
    const change = (series: string, draft: object) =>
      as('owner').call(saveSeries, {
        params: { id: ids[1] as string },
        input: { service: draft, filters: { series } },
      });
    const posts = async () =>
      (await Promise.all(ids.map(read))).map(({ postTitle, startAtTime }) => [postTitle, startAtTime]);
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
  test('shows the service to its agent and to its customer, and what changed since to the planner', async () => {
    const agent = people.agent.profile?.id as string;
    await saved(Agent, {
      id: agent,
      agentInfos: {
        cardNumber: 'CAR-006-2029-05-12-09999999999',
        contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
      },
    });
    const id = await created(service('2027-06-01', '08:00', '12:00', [agent]));
    const seenBy = async (who: 'agent' | 'customer') =>
      (await as(who).answer(endpointOf(Service, 'read'), { params: { id } })).status;
    expect([await seenBy('agent'), await seenBy('customer')]).toEqual([404, 404]);
    expect(await as('owner').call(publishServices, { input: { services: [id] } })).toEqual({ published: 1, agents: 1 });
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
    ).toEqual({ published: 1, agents: 1 });
    const asked = { mount: 'customer', input: { start: '2027-06-01', end: '2027-06-01' } } as const;
    const { services } = await as('customer').call(fetchPlanning, asked);
    expect(services.find((one) => one.id === id)).toMatchObject({
      agents: [],
      staffed: false,
      publication: 'PUBLISHED',
    });
    // A customer is not told who the guard is.
    const { body } = await as('customer').answer(endpointOf(Service, 'read'), { params: { id } });
    expect(body.service).toMatchObject({ agents: null, missingAgents: null });
  });
});

describe('a change on short notice', () => {
  test('wants the agent’s consent under the branch’s rules, which is kept with the service', async () => {
    const agent = await guard();
    const soon = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 13);
    const draft = { site: { id: site }, startAt: `${soon}:00:00.000Z`, agents: [{ id: agent }] };
    const given = { ...draft, endAt: new Date(Date.parse(draft.startAt) + 14_400_000).toISOString() };
    const told = async (): Promise<string[]> =>
      codes((await as('owner').call(checkServices, { input: { services: [given] } })).errors);
    expect(await told()).not.toContain('short notice');
    await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
    expect(await told()).toContain('short notice');
    const id = await created(given, { confirmed: true, consent: { means: 'PHONE', comment: 'Rappelé' } });
    const { consents } = await as('owner').call(consentOf, { params: { id } });
    expect(consents).toMatchObject([{ means: 'PHONE', comment: 'Rappelé', author: 'Owner Test' }]);
    await sql(`update agencies set planning_regulation = 'OWN' where id = $1`, [agency.id]);
  });
});

describe('the planning', () => {
  test('answers a period in one call, with what its checks need', async () => {
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
    expect(workingTimes[agent]).toMatchObject({ weekMinutes: { '2027-07-05': 240 } });
  });

  test('answers by parts too: agents with their services and absences, sites with theirs, how many there are', async () => {
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

  test('takes agents off, and removes what was not begun', async () => {
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

describe('a circuit', () => {
  const circuit = (stops: object[]) => service('2027-09-01', '21:00', '23:00', [], { isCircuit: true, stops });

  test('has a sub-service on the site of each stop, which follows it', async () => {
    const id = await created(circuit([{ site: { id: site }, arrival: '21:15', minutes: 20 }]));
    const children = () =>
      sql<{ id: string; site_id: string; start: string }>(
        `select id, site_id, to_char(start_at at time zone 'Europe/Paris', 'HH24:MI') as start from services where circuit_id = $1`,
        [id],
      );
    expect(await children()).toMatchObject([{ site_id: site, start: '21:15' }]);
    const { stops, reference } = await read(id);
    expect(reference).toMatch(/^T/);
    await created({ id, stops: [{ ...(stops as AnyRow[])[0], arrival: '22:00' }] });
    expect(await children()).toMatchObject([{ start: '22:00' }]);
  });

  test('whose stops overlap is asked about in the words of the specification', async () => {
    const stop = { site: { id: site }, arrival: '21:15', minutes: 20 };
    const { status, body } = await save({ services: [circuit([stop, { ...stop, arrival: '21:20' }])] });
    expect(status).toBe(409);
    expect(body.errors[0].message).toBe(
      'Votre tournée contient des services en chevauchement horaire, confirmer la création ?',
    );
  });
});
