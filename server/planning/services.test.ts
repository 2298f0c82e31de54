import { describe, expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { checkServices, cloneServices, consentOf, saveSeries } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { at, codesOf, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const { site, saved, save, read, guard, service, created } = await plannerOf(here);

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

  test('that violates a rule at « Avertissement » is saved only with confirmation; at « Interdire » never', async () => {
    const agent = await guard();
    await created(service('2027-02-01', '08:00', '20:00', [agent]));
    const second = service('2027-02-01', '23:00', '23:59', [agent]);
    const warned = await save({ services: [second] });
    expect(warned.status).toBe(409);
    expect(codesOf(warned.body.errors)).toContain('11-hour space');
    expect(warned.body.errors[0]).toMatchObject({ index: 0, level: 1, agent: { id: agent } });
    expect(warned.body.message).toMatch(/à confirmer/);
    await sql('update agencies set check_space_between_services = 2 where id = $1', [agency.id]);
    const refused = await save({ services: [second], confirmed: true });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/^Planification refusée : /);
    await sql('update agencies set check_space_between_services = 0, check_daily_rest = 0 where id = $1', [agency.id]);
    const passed = await save({ services: [second] });
    expect(codesOf(passed.body.errors ?? [])).not.toContain('11-hour space');
    await sql('update agencies set check_space_between_services = 1, check_daily_rest = 1 where id = $1', [agency.id]);
    expect((await save({ services: [second], confirmed: true })).status).toBe(200);
  });

  test('of an agent without a card is refused by law, also by the generic save', async () => {
    const agent = (await saved(Agent, { firstname: 'Sans', lastname: 'Carte' })).id;
    const draft = service('2027-03-01', '08:00', '12:00', [agent]);
    for (const answer of [
      await save({ services: [draft], confirmed: true }),
      await as('owner').answer(endpointOf(Service, 'save'), { mount: 'agency', input: { ...draft, confirmed: true } }),
    ]) {
      expect(answer.status).toBe(409);
      expect(codesOf(answer.body.errors)).toContain('expired');
    }
  });

  test.each([
    [
      'unqualified',
      async () => ({ specialty: { id: (await saved(Specialty, { name: `Spécialité ${crypto.randomUUID()}` })).id } }),
      {},
    ],
    ['restriction', async () => ({}), { restrictions: [{ weekday: 3, startTime: '06:00', endTime: '22:00' }] }],
    [
      'contract expired',
      async () => ({}),
      { contracts: [{ type: 'CDI', startDate: '2030-01-01', hoursLimit: 35, period: 'WEEK' }] },
    ],
    ['service max duration', async () => ({ endAt: at('2027-04-08', '00:00') }), {}],
  ])('« %s » is reported to the planner', async (code, more, infos) => {
    const agent = await guard(infos);
    const draft = service('2027-04-07', '08:00', '12:00', [agent], await more());
    const { errors } = await as('owner').call(checkServices, { input: { services: [draft] } });
    expect(codesOf(errors)).toContain(code);
  });

  test('of an agent barred from the site, absent or working elsewhere is reported', async () => {
    const agent = await guard();
    await saved(Site, { id: site, siteUsers: [{ agent: { id: agent } }] } as object);
    await created(service('2027-04-12', '08:00', '12:00', [agent]));
    const { errors } = await as('owner').call(checkServices, {
      input: { services: [service('2027-04-12', '10:00', '14:00', [agent])] },
    });
    expect(codesOf(errors)).toEqual(expect.arrayContaining(['already hired', 'site forbidden']));
    expect(errors.find(({ code }) => code === 'site forbidden')?.message).toContain('Entrepôt');
    await saved(Site, { id: site, siteUsers: [] } as object);
  });

  test('is not checked again after an edit of a field that no rule reads, or for an accepted finding', async () => {
    const agent = await guard();
    await created(service('2027-05-03', '08:00', '20:00', [agent]));
    const id = await created(service('2027-05-03', '22:00', '23:00', [agent]));
    expect((await save({ services: [{ id, postTitle: 'PC' }] })).status).toBe(200);
    const other = await guard();
    expect((await save({ services: [{ id, agents: [{ id: agent }, { id: other }] }] })).status).toBe(200);
    expect(await read(id)).toMatchObject({ nbAgents: 2, postTitle: 'PC' });
  });

  test('as it stands is checked by its id alone: the sheet and the preview of a publication show what it breaches', async () => {
    const agent = await guard();
    await created(service('2027-05-05', '08:00', '20:00', [agent]));
    const id = await created(service('2027-05-05', '22:00', '23:00', [agent]), { confirmed: true });
    const breached = async (draft: object) =>
      codesOf((await as('owner').call(checkServices, { input: { services: [draft] as never } })).errors);
    expect(await breached({ id, version: (await read(id)).version })).not.toEqual([]);
    expect(await breached({ id, postTitle: 'PC' })).toEqual([]);
  });

  test('takes its breaks along when its hours change, and drops breaks outside them', async () => {
    const breaks = [
      { type: 0, startAt: at('2027-05-17', '12:00'), endAt: at('2027-05-17', '13:00') },
      { type: 0, startAt: at('2027-05-17', '17:00'), endAt: at('2027-05-17', '17:30') },
    ];
    const id = await created(service('2027-05-17', '08:00', '18:00', [], { breaks }));
    const [first] = (await read(id)).breaks;
    await created({ id, startAt: at('2027-05-18', '09:00'), endAt: at('2027-05-18', '16:00') });
    expect((await read(id)).breaks).toEqual([
      { ...first, startAt: at('2027-05-18', '13:00'), endAt: at('2027-05-18', '14:00') },
    ]);
    const outside = await save({ services: [{ id, breaks: [{ ...breaks[0] }] }] });
    expect(outside.body.violations).toEqual([
      { path: 'breaks.0.startAt', message: 'La pause est en dehors du service' },
    ]);
    const other = await created(service('2027-05-17', '08:00', '18:00'));
    const foreign = await save({ services: [{ id: other, breaks: [{ ...first }] }] });
    expect(foreign.body.violations).toEqual([{ path: 'services.0.breaks.0.id', message: 'Ligne introuvable' }]);
  });

  test('saved by two planners gives the second the row of the first, and loses no change', async () => {
    const id = await created(service('2027-05-10', '08:00', '12:00'));
    const { version } = await read(id);
    expect((await save({ services: [{ id, version, postTitle: 'Nord' }] })).status).toBe(200);
    const second = await save({ services: [{ id, version, postTitle: 'Sud' }] });
    expect(second).toMatchObject({ status: 409, body: { current: { postTitle: 'Nord' } } });
    // As the form of a service sends it.
    const third = await as('owner').answer(saveSeries, {
      params: { id },
      input: { service: { version, postTitle: 'Sud' }, filters: { series: 'one' } } as never,
    });
    expect(third).toMatchObject({ status: 409, body: { current: { postTitle: 'Nord' } } });
    expect(await read(id)).toMatchObject({ postTitle: 'Nord' });
  });
});

describe('a change on short notice', () => {
  test('needs the agent’s consent under the branch agreement, stored with the service', async () => {
    const agent = await guard();
    const soon = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 13);
    const draft = { site: { id: site }, startAt: `${soon}:00:00.000Z`, agents: [{ id: agent }] };
    const changed = { ...draft, endAt: new Date(Date.parse(draft.startAt) + 14_400_000).toISOString() };
    const codes = async (): Promise<string[]> =>
      codesOf((await as('owner').call(checkServices, { input: { services: [changed] } })).errors);
    expect(await codes()).not.toContain('short notice');
    await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
    expect(await codes()).toContain('short notice');
    const id = await created(changed, { confirmed: true, consent: { means: 'PHONE', comment: 'Rappelé' } });
    const { consents } = await as('owner').call(consentOf, { params: { id } });
    expect(consents).toMatchObject([{ means: 'PHONE', comment: 'Rappelé', author: 'Owner Test' }]);
    await sql(`update agencies set planning_regulation = 'OWN' where id = $1`, [agency.id]);
  });
});

test('of overlapping services saved concurrently for one agent, only one is accepted', async () => {
  const agent = await guard();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, hour) =>
      save({ services: [service('2027-10-04', `0${hour + 1}:00`, '12:00', [agent])] }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409, 409, 409,
  ]);
});

describe('a circuit', () => {
  const circuit = (stops: object[]) =>
    service('2027-11-10', '21:00', '23:00', [], { isCircuit: true, services: stops });

  test('has a stop service on each site, which follows the circuit', async () => {
    const id = await created(circuit([{ site: { id: site }, arrival: '21:15', minutes: 20 }]));
    const children = () =>
      sql<{ id: string; site_id: string; start: string }>(
        `select id, site_id, to_char(start_at at time zone 'Europe/Paris', 'HH24:MI') as start from services where circuit_id = $1`,
        [id],
      );
    expect(await children()).toMatchObject([{ site_id: site, start: '21:15' }]);
    const { services: stops, reference } = await read(id);
    expect(reference).toMatch(/^T/);
    await created({ id, services: [{ ...(stops as AnyRow[])[0], arrival: '22:00' }] });
    expect(await children()).toMatchObject([{ start: '22:00' }]);
  });

  test('with overlapping stops asks for confirmation in the words of the specification, and for a stop after its end', async () => {
    const stop = { site: { id: site }, arrival: '21:15', minutes: 20 };
    const other = { ...stop, arrival: '21:20' };
    for (const stops of [
      [stop, other],
      [other, stop],
    ]) {
      const { status, body } = await save({ services: [circuit(stops)] });
      expect(status).toBe(409);
      expect(body.errors).toMatchObject([
        {
          code: 'overlapping tour',
          message: 'Votre tournée contient des services en chevauchement horaire, confirmer la création ?',
        },
      ]);
    }
    const late = await save({ services: [circuit([{ ...stop, arrival: '20:55' }])] });
    expect(late.body.errors).toMatchObject([
      { code: 'stop outside tour', message: 'Une étape commence après la fin de la tournée.' },
    ]);
    // Accepted, it is not asked about again when the tour moves.
    const id = await created(circuit([other, stop]));
    const hours = { startAt: at('2027-11-10', '20:00'), endAt: at('2027-11-10', '22:00') };
    expect((await save({ services: [{ id, ...hours }] })).status).toBe(200);
  });
});

describe('the dog of a service is of somebody on it', () => {
  const handler = async (): Promise<{ agent: string; dog: string }> => {
    const agent = await guard();
    const [dog] = await sql<{ id: string }>(
      `insert into agent_dogs (agency_id, id, agent_id, name) values ($1, gen_random_uuid(), $2, 'Rex') returning id`,
      [agency.id, agent],
    );
    return { agent, dog: dog?.id as string };
  };
  const dogOf = async (id: string): Promise<string | null> => ((await read(id)).dog as AnyRow | null)?.id ?? null;

  test('another one is refused', async () => {
    const [{ agent, dog }, other] = [await handler(), await guard()];
    const given = service('2027-06-07', '08:00', '16:00', [other], { dog: { id: dog } });
    expect(await save({ services: [given] })).toMatchObject({ status: 400, body: { violations: [{ path: 'dog' }] } });
    const id = await created({ ...given, agents: [{ id: agent }] });
    expect(await dogOf(id)).toBe(dog);
  });

  test('it leaves with its handler, stays out of copies for others, and out of the services of others in a series', async () => {
    const [{ agent, dog }, other] = [await handler(), await guard()];
    const recurrence = {
      startDate: '2027-06-14',
      endDate: '2027-06-15',
      startTime: '08:00',
      endTime: '16:00',
      repeat: 'daily',
    };
    const made = await save({ services: [service('2027-06-14', '08:00', '16:00', [agent])], recurrence });
    const [first, second] = made.body.services.map(({ id }: AnyRow) => id);
    await created({ id: second, agents: [{ id: other }] });
    await as('owner').call(saveSeries, {
      params: { id: first },
      input: { service: { dog: { id: dog } }, filters: { series: 'all' } },
    });
    expect([await dogOf(first), await dogOf(second)]).toEqual([dog, null]);
    const { services: copies } = await as('owner').call(cloneServices, {
      input: {
        copies: [
          { service: first, startAt: at('2027-06-21', '08:00'), minutes: 480 },
          { service: first, startAt: at('2027-06-22', '08:00'), minutes: 480, agents: [other] },
        ],
      },
    });
    expect(await Promise.all(copies.map(({ id }) => dogOf(id)))).toEqual([dog, null]);
    await created({ id: first, agents: [{ id: other }] });
    expect(await dogOf(first)).toBeNull();
  });
});

test('an agent given twice counts once', async () => {
  const agent = await guard();
  const id = await created(service('2027-06-01', '08:00', '16:00', [agent, agent.toUpperCase()]));
  expect(await read(id)).toMatchObject({ nbAgents: 1, missingAgents: 0, agents: [{ id: agent }] });
});

test('a check takes at most a hundred services', async () => {
  const services = Array.from({ length: 101 }, () => service('2027-06-02', '08:00', '16:00'));
  expect(await as('owner').answer(checkServices, { input: { services } })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'services', message: '100 services au plus à la fois' }] },
  });
});

describe('who is archived or deleted', () => {
  const gone = async (status: number): Promise<string> => {
    const agent = await guard();
    await sql('update agents set status = $2 where id = $1', [agent, status]);
    return agent;
  };
  const answer = (draft: object) => save({ services: [draft], confirmed: true });

  test.each([300, 400])(
    'at status %i gets no service to come, keeps his own, and may get a past one',
    async (status) => {
      const refused = await answer(service('2037-06-01', '08:00', '16:00', [await gone(status)]));
      expect([refused.status, refused.body.violations]).toMatchObject([400, [{ path: 'agents' }]]);
      const agent = await guard();
      const id = await created(service('2037-06-02', '08:00', '16:00', [agent]));
      await sql('update agents set status = $2 where id = $1', [agent, status]);
      expect((await answer({ id, agents: [{ id: agent }], comment: 'Prévenu' })).status).toBe(200);
      expect((await answer(service('2024-06-01', '08:00', '16:00', [agent]))).status).toBe(200);
    },
  );

  test('as a site gets no service and no stop to come', async () => {
    const site: string = (await saved(Site, { name: 'Fermé', customer: { id: here.customer.id } })).id;
    const id = await created(service('2037-06-03', '08:00', '16:00', [], { site: { id: site } }));
    await sql('update sites set status = 300 where id = $1', [site]);
    const stops = [{ site: { id: site }, arrival: '09:00', minutes: 10 }];
    for (const [more, path] of [
      [{ site: { id: site } }, 'site'],
      [{ isCircuit: true, services: stops }, 'services.0.site'],
    ] as const) {
      const refused = await answer(service('2037-06-04', '08:00', '16:00', [], more));
      expect([refused.status, refused.body.violations]).toMatchObject([400, [{ path }]]);
    }
    expect((await answer({ id, site: { id: site }, nbAgents: 2 })).status).toBe(200);
  });
});
