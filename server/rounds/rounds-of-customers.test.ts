// A tour visits sites of several customers: each customer reads only the rounds on his own sites.
import { expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { readCover } from '#core/home/cover.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { fetchPlanning, publishServices, saveServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { readServiceRound, readServiceRounds } from '#core/rounds/service-round.ts';
import { Site } from '#core/sites/site.ts';
import { nobody } from '#server/db/context.ts';
import { handoutOf } from '#server/planning/handout/contents.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const here = await world();
const { agency, app, as, customer, database, sql } = here;
const saved = async (of: Parameters<typeof endpointOf>[0], input: object): Promise<AnyRow> => {
  const { status, body } = await as('owner').answer(endpointOf(of, 'save'), { mount: 'agency', input });
  expect(status, JSON.stringify(body)).toBe(200);
  return body[of.name];
};

/** A site with a checkpoint and a round through it. */
async function placeOf(owner: string, name: string): Promise<{ site: { id: string }; round: string }> {
  const site = { id: (await saved(Site, { name, customer: { id: owner } })).id as string };
  const point = await saved(Checkpoint, { title: `Coffre ${name}`, site, instructions: `Code de ${name}` });
  const round = await saved(Round, { name: `Ronde ${name}`, site, checkpoints: [{ checkpoint: { id: point.id } }] });
  return { site, round: round.id };
}

test('a customer reads the rounds of a tour on his own sites only', async () => {
  const other = await saved(Customer, { name: 'Joaillerie Autre' });
  const [his, theirs] = [await placeOf(customer.id, 'Entrepôt'), await placeOf(other.id, 'Bijouterie')];
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          site: his.site,
          startAt: '2027-01-12T20:00:00.000Z',
          endAt: '2027-01-13T05:00:00.000Z',
          isCircuit: true,
          services: [
            { site: his.site, arrival: '21:30', minutes: 20 },
            { site: theirs.site, arrival: '23:00', minutes: 20 },
          ],
          rounds: [{ round: { id: his.round } }, { round: { id: theirs.round } }],
        },
      ],
      confirmed: true,
    },
  });
  const id = services[0]?.id as string;
  await as('owner').call(publishServices, { input: { services: [id] } });
  const mine = as('customer');
  const read = await mine.answer(endpointOf(Service, 'read'), { mount: 'customer', params: { id } });
  const rounds = await mine.answer(readServiceRounds, { mount: 'customer', params: { id } });
  for (const { status, body } of [read, rounds]) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('Ronde Entrepôt');
    expect(JSON.stringify(body)).not.toContain('Bijouterie');
    expect(JSON.stringify(body)).not.toContain(theirs.round);
  }
  const lines = await sql<{ id: string; round_id: string }>(
    'select id, round_id from service_rounds where service_id = $1',
    [id],
  );
  const lineOf = (round: string): string => lines.find(({ round_id }) => round_id === round)?.id as string;
  expect((await mine.answer(readServiceRound, { params: { id: lineOf(his.round) } })).status).toBe(200);
  expect((await mine.answer(readServiceRound, { params: { id: lineOf(theirs.round) } })).status).toBe(404);
  // Instructions may hold codes: not for customers, nor for staff who may not list rounds; on paper neither.
  const clerk = await here.hire('guichet', { of: 'azur', rights: ['listServices'] });
  const line = { params: { id: lineOf(his.round) } };
  for (const [who, mount, tells] of [
    ['customer', 'customer', false],
    [clerk, 'agency', false],
    ['owner', 'agency', true],
  ] as const) {
    const { body } = await as(who).answer(readServiceRound, { mount, ...line });
    expect(JSON.stringify(body).includes('Code de Entrepôt'), mount).toBe(tells);
    const path = mount === 'customer' ? `/customer/${customer.id}` : '';
    const paper = await app.inject({
      method: 'GET',
      url: `/api/agency/${agency.id}${path}/service-round/${line.params.id}/pdf`,
      headers: { authorization: `Bearer ${(await here.sessionOf(who)).token}` },
    });
    expect(paper.statusCode).toBe(200);
    const { text } = await openPdf(paper.rawPayload);
    expect([text.includes('Coffre Entrepôt'), text.includes('Code de Entrepôt')]).toEqual([true, tells]);
  }
  const context = { ...nobody, agency: agency.id, customer: customer.id };
  for (const table of ['rounds', 'checkpoints']) {
    const seen = await database.read<{ site_id: string }>(context, { text: `select site_id from ${table}` });
    expect(seen, table).toEqual([{ site_id: his.site.id }]);
  }
  for (const table of ['service_rounds', 'round_checkpoints']) {
    const seen = await database.read<{ round_id: string }>(context, { text: `select round_id from ${table}` });
    expect(seen, table).toEqual([{ round_id: his.round }]);
  }
});

test('a customer reads the rounds of the stops on his sites of a tour that starts elsewhere, and the passes walked there', async () => {
  const other = await saved(Customer, { name: 'Garage Autre' });
  const [his, theirs] = [await placeOf(customer.id, 'Dépôt'), await placeOf(other.id, 'Garage')];
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          ...{ site: theirs.site, startAt: '2027-01-19T20:00:00.000Z', endAt: '2027-01-20T05:00:00.000Z' },
          isCircuit: true,
          services: [
            { site: his.site, arrival: '21:30', minutes: 20 },
            { site: theirs.site, arrival: '23:00', minutes: 20 },
          ],
          rounds: [{ round: { id: his.round } }, { round: { id: theirs.round } }],
        },
      ],
      confirmed: true,
    },
  });
  const tour = services[0]?.id as string;
  const mine = as('customer');
  const stops = await sql<{ id: string; site_id: string }>('select id, site_id from services where circuit_id = $1', [
    tour,
  ]);
  const lines = await sql<{ id: string; round_id: string }>(
    'select id, round_id from service_rounds where service_id = $1',
    [tour],
  );
  const [stop, foreign] = [his, theirs].map(({ site }) => stops.find(({ site_id }) => site_id === site.id)?.id ?? '');
  const [line, hidden] = [his, theirs].map(({ round }) => lines.find(({ round_id }) => round_id === round)?.id ?? '');
  const roundsOf = (id = '', mount: 'agency' | 'customer' = 'customer') =>
    (mount === 'agency' ? as('owner') : mine).answer(readServiceRounds, { mount, params: { id } });
  const paper = async (id = '') =>
    app.inject({
      method: 'GET',
      url: `/api/agency/${agency.id}/customer/${customer.id}/service-round/${id}/pdf`,
      headers: { authorization: `Bearer ${(await here.sessionOf('customer')).token}` },
    });
  expect((await roundsOf(stop)).status, 'not published').toBe(404);
  expect((await mine.answer(readServiceRound, { params: { id: line ?? '' } })).status, 'not published').toBe(404);
  await as('owner').call(publishServices, { input: { services: [tour] } });
  // Walked, and left open at the end of its tour.
  const start = '2027-01-19T20:35:00.000Z';
  await sql(
    `insert into round_executions (agency_id, id, service_id, service_round_id, round_id, site_id, started_at, plan)
     select l.agency_id, gen_random_uuid(), l.service_id, l.id, l.round_id, l.site_id, $2, '{"name": "Ronde", "directions": ["forward"], "radius": 100, "points": []}' from service_rounds l where l.service_id = $1`,
    [tour, start],
  );
  for (const mount of ['agency', 'customer'] as const) {
    const { status, body } = await roundsOf(stop, mount);
    expect(status).toBe(200);
    expect(body.rounds).toMatchObject([
      { uuid: line, round: { name: 'Ronde Dépôt' }, executions: [{ endedAt: null }] },
    ]);
  }
  for (const id of [tour, foreign]) expect((await roundsOf(id)).status).toBe(404);
  expect((await roundsOf(tour, 'agency')).body.rounds).toHaveLength(2);
  const found = await mine.answer(readServiceRound, { params: { id: line ?? '' } });
  expect(found.status).toBe(200);
  expect(found.body.serviceRound).toMatchObject({ service: { id: stop }, executions: [{ startedAt: start }] });
  expect((await paper(line)).statusCode).toBe(200);
  expect((await mine.answer(readServiceRound, { params: { id: hidden ?? '' } })).status).toBe(404);
  expect((await paper(hidden)).statusCode).toBe(404);
  await sql('update services set status = 300, real_end_at = end_at where id = $1 or circuit_id = $1', [tour]);
  expect((await roundsOf(stop)).body.rounds[0]).toMatchObject({
    executions: [{ endedAt: '2027-01-19T20:50:00.000Z' }],
  });
});

test('a customer finds the stops on his sites in his list, planning, counts, home and paper; nothing of the tour or its other stops', async () => {
  const other = await saved(Customer, { name: 'Bijoux Rive' });
  const [his, theirs] = [await placeOf(customer.id, 'Hangar'), await placeOf(other.id, 'Orfèvre')];
  const start = Date.now() + 60 * minute;
  const arrivalAfter = (minutes: number): string =>
    wallClock(new Date(start + minutes * minute).toISOString(), 'Europe/Paris').time;
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          // It starts at his site: for him the tour itself is no service.
          site: his.site,
          startAt: new Date(start).toISOString(),
          endAt: new Date(start + 240 * minute).toISOString(),
          isCircuit: true,
          services: [
            { site: his.site, arrival: arrivalAfter(60), minutes: 20 },
            { site: theirs.site, arrival: arrivalAfter(90), minutes: 20 },
          ],
        },
      ],
      confirmed: true,
    },
  });
  const tour = services[0]?.id as string;
  const mine = as('customer');
  const [stop, foreign] = (
    await sql<{ id: string }>('select id from services where circuit_id = $1 order by start_at', [tour])
  ).map(({ id }) => id) as [string, string];
  const days = {
    start: new Date(start - day).toISOString().slice(0, 10),
    end: new Date(start + day).toISOString().slice(0, 10),
  };
  const filters = { start: new Date(start - day).toISOString(), end: new Date(start + day).toISOString() };
  const list = async (input: object): Promise<{ services: AnyRow[]; filtered: number }> =>
    (await mine.answer(endpointOf(Service, 'list'), { mount: 'customer', input: { filters, ...input } })).body as never;
  const context = { ...nobody, agency: agency.id, customer: customer.id };
  const found = async (): Promise<(string[] | undefined)[]> => [
    (await list({})).services.map(({ id }) => id),
    (await list({ query: 'Hangar' })).services.map(({ id }) => id),
    (await mine.call(fetchPlanning, { mount: 'customer', input: days })).services.map(({ id }) => id),
    (await mine.call(readCover, { mount: 'customer' })).tonight?.map(({ id }) => id),
    (await database.transaction(context, (db) => handoutOf(db, days))).services.map(({ id }) => id),
  ];
  expect(await found()).toEqual([[], [], [], [], []]);
  await as('owner').call(publishServices, { input: { services: [tour] } });
  expect(await found()).toEqual([[stop], [stop], [stop], [stop], [stop]]);
  const { services: rows, filtered } = await list({});
  expect(filtered).toBe(1);
  const read = (id: string) => mine.answer(endpointOf(Service, 'read'), { mount: 'customer', params: { id } });
  const { body: sheet } = await read(stop);
  expect(sheet.service).toMatchObject({ site: { name: 'Hangar' }, circuit: null, services: null, agents: null });
  for (const told of [rows, sheet]) {
    expect(JSON.stringify(told)).not.toContain('Orfèvre');
    expect(JSON.stringify(told)).not.toContain(tour);
  }
  expect((await read(foreign)).status).toBe(404);
  expect((await list({ query: 'Orfèvre' })).filtered).toBe(0);
  expect((await list({ filters: { ...filters, site: [theirs.site.id] } })).filtered).toBe(0);
  expect((await list({ filters: { ...filters, isCircuit: true } })).filtered).toBe(0);
  // The agency plans the tour as a whole.
  const whole = await as('owner').call(fetchPlanning, { mount: 'agency', input: days });
  expect(whole.services.map(({ id }) => id)).toEqual([tour]);
});

test('a round with a new site takes its lines in services along', async () => {
  const [one, two] = [await placeOf(customer.id, 'Nord'), await placeOf(customer.id, 'Sud')];
  const round = await saved(Round, { name: 'Ronde mobile', site: one.site });
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          site: one.site,
          startAt: '2027-02-12T20:00:00.000Z',
          endAt: '2027-02-13T05:00:00.000Z',
          rounds: [{ round: { id: round.id } }],
        },
      ],
      confirmed: true,
    },
  });
  await sql('update rounds set site_id = $2 where id = $1', [round.id, two.site.id]);
  expect(await sql('select site_id from service_rounds where service_id = $1', [services[0]?.id])).toEqual([
    { site_id: two.site.id },
  ]);
});
