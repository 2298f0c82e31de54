import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import { Break, deleteBreak } from '#core/planning/break.ts';
import { Service } from '#core/planning/service.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const { as, agency, otherAgency, people, sql } = await world({ jobs: [] });
const owner = as('owner');
const call = (operation: Operation): Endpoint => endpointOf(Break, operation);
const agent = people.agent.profile?.id as string;

const site = randomUUID();
await sql(
  `insert into sites (agency_id, id, name, slug, customer_id) select $1, $2, 'Marina', 'marina', c.id from customers c where c.agency_id = $1`,
  [agency.id, site],
);
const specialty = randomUUID();
await sql(`insert into specialties (agency_id, id, name) values ($1, $2, 'SSIAP 1')`, [agency.id, specialty]);

/** Wednesday, from eight to eight in Paris. */
async function newService(more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const row = { start_at: '2026-11-04T07:00Z', end_at: '2026-11-04T19:00Z', status: 300, ...more };
  await sql(
    `insert into services (agency_id, id, site_id, specialty_id, status, start_at, end_at, real_start_at, real_end_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      agency.id,
      id,
      site,
      specialty,
      row.status,
      row.start_at,
      row.end_at,
      more.real_start_at ?? null,
      more.real_end_at ?? null,
    ],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [agency.id, id, agent]);
  return id;
}
let service = '';
beforeEach(async () => {
  await sql('delete from services');
  service = await newService();
});

const late = (more: object = {}): object => ({
  agent: { id: agent },
  service: { id: service },
  type: 1,
  startAt: '2026-11-04T07:00:00.000Z',
  endAt: '2026-11-04T07:25:00.000Z',
  ...more,
});
const save = (draft: object): Promise<Answer> => owner.answer(call('save'), { input: draft });
const list = async (filters: object = {}) =>
  (await owner.call(call('list'), { input: { filters } })) as unknown as {
    breaks: Record<string, unknown>[];
    filtered: number;
    totals: Record<string, number>;
  };

describe('a gap', () => {
  test('shows its service, customer, site, specialty and minutes', async () => {
    const { status, body } = await save(late({ comment: 'Embouteillage' }));
    expect(status).toBe(200);
    expect(body.break).toMatchObject({
      agent: { id: agent, name: 'Agent Test' },
      agentName: 'Agent Test',
      service: { id: service },
      type: 1,
      minutes: 25,
      customer: { name: 'Marina Baie' },
      site: { id: site, name: 'Marina' },
      specialty: { name: 'SSIAP 1' },
      // A gap is recorded after it ended.
      status: 300,
    });
    const { breaks } = await list();
    expect(breaks).toMatchObject([{ site: { name: 'Marina' }, comment: 'Embouteillage', minutes: 25 }]);
    const history = await owner.call(call('history'), { params: { id: body.break.id } });
    expect(history).toMatchObject({ history: [{ action: 'create' }] });
  });

  test('counts its real hours if they are known', async () => {
    const { body } = await save(
      late({ type: 0, realStartAt: '2026-11-04T07:05:00.000Z', realEndAt: '2026-11-04T07:15:00.000Z' }),
    );
    expect(body.break).toMatchObject({ minutes: 10, status: 100 });
    expect((await list()).totals.day).toBe(10);
  });

  test('is edited and deleted with the right', async () => {
    const { body } = await save(late());
    const { id, version } = body.break;
    expect((await save({ id, version, endAt: '2026-11-04T07:40:00.000Z' })).body.break.minutes).toBe(40);
    expect((await as('powerless').answer(deleteBreak, { params: { id } })).status).toBe(403);
    expect((await as('foreignOwner').answer(deleteBreak, { params: { id } })).status).toBe(404);
    expect((await owner.answer(deleteBreak, { params: { id } })).status).toBe(204);
    expect((await list()).filtered).toBe(0);
    expect(
      await sql(`select action from audit where entity = 'break' and entity_id = $1 order by at, id`, [id]),
    ).toEqual([{ action: 'create' }, { action: 'edit' }, { action: 'delete' }]);
  });
});

describe('is refused', () => {
  const outside = 'En dehors du service (du 04/11/2026 08:00 au 04/11/2026 20:00)';
  test.each([
    ['before its service', { startAt: '2026-11-04T06:50:00.000Z' }, 'startAt', outside],
    ['after it', { endAt: '2026-11-04T19:01:00.000Z' }, 'endAt', outside],
    ['with real hours after it', { realEndAt: '2026-11-04T23:00:00.000Z' }, 'realEndAt', outside],
    ['without its collaborator', { agent: null }, 'agent', 'Choisissez le collaborateur concerné'],
    ['that ends before it begins', { endAt: '2026-11-04T06:59:00.000Z' }, 'endAt', expect.any(String)],
  ])('one %s', async (_, more, path, message) => {
    const { status, body } = await save(late(more));
    expect([status, body.violations]).toEqual([400, expect.arrayContaining([{ path, message }])]);
    expect((await list()).filtered).toBe(0);
  });

  test('a gap of an agent who is not on the service', async () => {
    const { status, body } = await save(late({ agent: { id: people.staff.profile?.id } }));
    expect(status).toBe(400);
    expect(body.violations).toEqual([{ path: 'agent', message: 'Ce collaborateur n’est pas sur le service' }]);
  });

  test('a gap on a service of another agency', async () => {
    const foreign = randomUUID();
    const away = randomUUID();
    await sql(
      `insert into sites (agency_id, id, name, slug, customer_id) select $1, $2, 'Quai', 'quai', c.id from customers c where c.agency_id = $1`,
      [otherAgency.id, away],
    );
    await sql(
      `insert into services (agency_id, id, site_id, start_at, end_at) values ($1, $2, $3, '2026-11-04T07:00Z', '2026-11-04T19:00Z')`,
      [otherAgency.id, foreign, away],
    );
    expect((await save(late({ service: { id: foreign } }))).status).toBe(400);
  });

  test('an edit that puts it outside its service', async () => {
    const { body } = await save(late());
    expect((await save({ id: body.break.id, startAt: '2026-11-03T07:00:00.000Z' })).status).toBe(400);
  });
});

test('a service that really lasted longer has room for a gap until its real end', async () => {
  service = await newService({ real_start_at: '2026-11-04T06:40Z', real_end_at: '2026-11-04T21:00Z' });
  expect(
    (await save(late({ type: 3, startAt: '2026-11-04T20:30:00.000Z', endAt: '2026-11-04T21:00:00.000Z' }))).status,
  ).toBe(200);
});

describe('the list', () => {
  test('sums the filtered rows of all pages by day, night, Sunday and holiday', async () => {
    // Armistice is a Wednesday; the 15th a Sunday.
    const holiday = await newService({ start_at: '2026-11-11T18:00Z', end_at: '2026-11-12T06:00Z' });
    const sunday = await newService({ start_at: '2026-11-15T07:00Z', end_at: '2026-11-15T19:00Z' });
    await save(late());
    await save(
      late({ service: { id: holiday }, startAt: '2026-11-11T19:30:00.000Z', endAt: '2026-11-11T20:30:00.000Z' }),
    );
    await save(
      late({
        service: { id: sunday },
        type: 3,
        startAt: '2026-11-15T18:00:00.000Z',
        endAt: '2026-11-15T19:00:00.000Z',
      }),
    );
    expect((await list()).totals).toEqual({ day: 25 + 30 + 60, night: 30, sunday: 60, holiday: 60 });
    expect((await list({ type: [3] })).totals).toEqual({ day: 60, night: 0, sunday: 60, holiday: 0 });
    expect((await list({ site: [site] })).filtered).toBe(3);
    expect((await list({ site: [randomUUID()] })).totals).toEqual({ day: 0, night: 0, sunday: 0, holiday: 0 });
    const page = (await owner.call(call('list'), { input: { limit: 1 } })) as unknown as Awaited<
      ReturnType<typeof list>
    >;
    expect([page.breaks.length, page.totals.day]).toEqual([1, 115]);
  });

  test('leaves out planned breaks of the whole service, unless the filter asks for them', async () => {
    await save(late());
    await sql('update services set status = 100 where id = $1', [service]);
    expect((await save(late({ type: 0, agent: null }))).body.break).toMatchObject({
      agentName: 'Tout le service',
      status: 100,
    });
    expect(await list()).toMatchObject({ filtered: 1, totals: { day: 25 } });
    expect(await list({ status: [100, 200, 300] })).toMatchObject({ filtered: 2, totals: { day: 50 } });
  });

  test('uses the night and the holidays of the agency', async () => {
    await save(late());
    await sql(`update agencies set night_start = '08:10', night_end = '08:20' where id = $1`, [agency.id]);
    expect((await list()).totals).toMatchObject({ day: 15, night: 10 });
    await sql(`update agencies set night_start = '21:00', night_end = '06:00' where id = $1`, [agency.id]);
  });

  test('is refused without the right', async () => {
    expect((await as('powerless').answer(call('list'), { input: {} })).status).toBe(403);
    expect((await as('agent').answer(call('list'), { input: {}, mount: 'agency' })).status).toBe(403);
  });
});

describe('the form of a service', () => {
  const planned = { type: 0, startAt: '2026-11-04T11:00:00.000Z', endAt: '2026-11-04T11:30:00.000Z' };
  const saveService = (draft: object): Promise<Answer> =>
    owner.answer(endpointOf(Service, 'save'), { input: { ...draft, confirmed: true } });

  test('keeps the breaks and latenesses that were recorded meanwhile', async () => {
    const id = await newService({ status: 100 });
    expect((await saveService({ id, breaks: [planned] })).status).toBe(200);
    await sql(
      `insert into service_breaks (agency_id, id, service_id, agent_id, type, unplanned, start_at, end_at, status)
        values ($1, gen_random_uuid(), $2, $3, 0, true, '2026-11-04T09:00Z', '2026-11-04T09:10Z', 200),
          ($1, gen_random_uuid(), $2, $3, 1, false, '2026-11-04T07:00Z', '2026-11-04T07:25Z', 300)`,
      [agency.id, id, agent],
    );
    const { body } = await owner.answer(endpointOf(Service, 'read'), { mount: 'agency', params: { id } });
    expect(body.service.breaks).toMatchObject([planned]);
    expect((await saveService({ id, breaks: [] })).status).toBe(200);
    expect(await sql('select unplanned, type from service_breaks where service_id = $1 order by type', [id])).toEqual([
      { unplanned: true, type: 0 },
      { unplanned: false, type: 1 },
    ]);
  });

  test('refuses a break during another one: its minutes would be deducted twice', async () => {
    const id = await newService({ status: 100 });
    const during = { ...planned, startAt: '2026-11-04T11:20:00.000Z', endAt: '2026-11-04T12:00:00.000Z' };
    const next = { ...planned, startAt: planned.endAt, endAt: '2026-11-04T12:00:00.000Z' };
    expect(await saveService({ id, breaks: [during, planned] })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'breaks.0.startAt' }] },
    });
    expect((await saveService({ id, breaks: [next, planned] })).status).toBe(200);
    // Overlapping breaks recorded elsewhere do not prevent other edits.
    await save({ ...during, agent: null, service: { id } });
    const { body } = await owner.answer(endpointOf(Service, 'read'), { mount: 'agency', params: { id } });
    expect((await saveService({ ...body.service, comment: 'Vu' })).status).toBe(200);
  });

  test('refuses the same break twice', async () => {
    const id = await newService({ status: 100 });
    const { body } = await saveService({ id, breaks: [planned] });
    const [line] = body.service.breaks;
    const later = { startAt: planned.endAt, endAt: '2026-11-04T12:00:00.000Z' };
    expect(await saveService({ id, breaks: [line, { ...line, ...later }] })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'breaks.1.id', message: 'Ligne donnée deux fois' }] },
    });
  });
});

describe('a break planned for everybody, on a finished service', () => {
  const planned = { agent: null, type: 0, startAt: '2026-11-04T11:00:00.000Z', endAt: '2026-11-04T11:30:00.000Z' };
  const refused = { status: 409, body: { violations: [{ path: 'service' }] } };
  const plannedOf = () =>
    sql(`select to_char(end_at at time zone 'UTC', 'HH24:MI') as until from planned_breaks where service_id = $1`, [
      service,
    ]);
  let id = '';
  beforeEach(async () => {
    await sql('update services set status = 100 where id = $1', [service]);
    id = (await save({ ...planned, service: { id: service } })).body.break.id;
    await sql('update services set status = 300 where id = $1', [service]);
  });

  test('is frozen with the plan: not added, changed, moved, given to one agent or removed', async () => {
    const other = await newService({ status: 100 });
    for (const draft of [
      { ...planned, service: { id: service }, startAt: planned.endAt, endAt: '2026-11-04T12:00:00.000Z' },
      { id, endAt: '2026-11-04T12:00:00.000Z' },
      { id, service: { id: other } },
      { id, agent: { id: agent } },
    ])
      expect(await save(draft)).toMatchObject(refused);
    expect(await owner.answer(deleteBreak, { params: { id } })).toMatchObject(refused);
    expect(await owner.answer(call('act'), { params: { id, type: 'delete' } })).toMatchObject(refused);
    expect(await plannedOf()).toEqual([{ until: '11:30' }]);
    expect((await save({ id, ...planned })).status).toBe(200);
  });

  test('gets its real hours, and a gap of one agent does not become one', async () => {
    expect((await save({ id, realStartAt: planned.startAt, realEndAt: planned.endAt })).status).toBe(200);
    const gap = (await save(late({ type: 0 }))).body.break;
    expect(await save({ id: gap.id, agent: null })).toMatchObject(refused);
    const open = await newService({ status: 100 });
    const elsewhere = (await save({ ...planned, service: { id: open } })).body.break;
    expect(await save({ id: elsewhere.id, service: { id: service } })).toMatchObject(refused);
  });
});

test('a gap of a stop is frozen with its archived circuit', async () => {
  const circuit = await newService({ status: 600 });
  await sql('update services set circuit_id = $2, status = 120 where id = $1', [service, circuit]);
  expect(await save(late())).toMatchObject({ status: 409, body: { violations: [{ path: 'service' }] } });
});
