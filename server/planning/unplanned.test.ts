import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { fetchPlanning } from '#core/planning/calls.ts';
import { beginService, fetchServiceEvents, moveService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { unplannedMessages } from './unplanned.ts';

const here = await world();
const { as, agency, people, sql } = here;
const { site, card, saved } = await plannerOf(here);
const agent = people.agent.profile?.id as string;
await saved(Agent, {
  id: agent,
  agentInfos: {
    ...card(),
    contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
  },
});

/** His only service on the site: it ends this many days from now. */
async function heldAfter(days: number, isPublished = true): Promise<void> {
  await sql('delete from services');
  await sql('delete from published_services');
  const [held] = await sql<{ id: string }>(
    `insert into services (agency_id, id, site_id, status, start_at, end_at)
      select $1, gen_random_uuid(), $2, $4, t - interval '8 hours', t from (select now() + $3 * interval '1 day' as t) moment returning id`,
    [agency.id, site, days, days < 0 ? 300 : 100],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    agency.id,
    held?.id,
    agent,
  ]);
  if (isPublished)
    await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [held?.id]);
}

beforeEach(async () => {
  await sql('delete from emails');
  await sql('update agencies set unplanned_services = true, planning_regulation = $2 where id = $1', [
    agency.id,
    'OWN',
  ]);
  // The agent knows the site: he worked there recently.
  await heldAfter(-9);
});

const begin = (service: object = {}, more: object = {}, status = '200') =>
  as('agent').answer(beginService, {
    mount: 'agent',
    params: { status },
    input: { service: { site: { id: site }, activityType: 2, ...service }, event: { uuid: randomUUID() }, ...more },
  });
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('an agent without a planned service', () => {
  test('starts one: visible at once to himself, in the grid, and to the planners', async () => {
    const { status, body } = await begin({ endAt: inHours(4) });
    expect(status).toBe(200);
    expect(body.service).toMatchObject({ status: 200, unplanned: true, activityType: 2, publication: 'PUBLISHED' });
    const { id } = body.service;
    const today = new Date().toISOString().slice(0, 10);
    const planning = await as('owner').call(fetchPlanning, { mount: 'agency', input: { start: today, end: today } });
    expect(planning.services.find((one) => one.id === id)).toMatchObject({
      status: 200,
      agents: [agent],
      post: 'Service non planifié',
      publication: 'PUBLISHED',
    });
    const { events } = await as('owner').call(fetchServiceEvents, { mount: 'agency', params: { id }, input: {} });
    expect(events).toMatchObject([{ type: { typeKey: 'serviceStart' }, content: 'Service non planifié' }]);
    const mails = await sql<{ subject: string; words: string; to: string[] }>(
      'select subject, content::text as words, recipients as "to" from emails',
    );
    expect(mails.map(({ to }) => to.join())).toContain(people.owner.email);
    expect(mails[0]?.subject).toContain('service non planifié');
    expect(mails[0]?.words).toContain('Entrepôt');
    expect(await sql(`select action from audit where entity_id = $1 order by at, id`, [id])).toEqual([
      { action: 'create' },
      { action: 'beginUnplanned' },
    ]);
  });

  test('may leave the end open', async () => {
    const { id } = (await begin()).body.service;
    await as('agent').call(moveService, {
      mount: 'agent',
      params: { status: '300' },
      input: { service: { id }, event: { uuid: randomUUID(), eventMessages: [{ content: 'Sans photo : essai' }] } },
    });
    const [row] = await sql(
      `select status, open_ended as open, end_at <= now() + interval '2 minutes' as ended, publication from services where id = $1`,
      [id],
    );
    expect(row).toEqual({ status: 300, open: false, ended: true, publication: 'PUBLISHED' });
  });

  test('sends the same start twice: it is one service', async () => {
    const event = { uuid: randomUUID() };
    const [one, two] = [await begin({}, { event }), await begin({}, { event })];
    expect(two.body.service.id).toBe(one.body.service.id);
    expect(await sql('select count(*)::integer as n from services where unplanned')).toEqual([{ n: 1 }]);
  });

  test('sends it twice at the same time: both replies are the same service', async () => {
    const event = { uuid: randomUUID() };
    const [one, two] = await Promise.all([begin({}, { event }), begin({}, { event })]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.service.id).toBe(one.body.service.id);
  });

  test('brings only his own dog', async () => {
    const [dog] = await sql<{ id: string }>(
      `insert into agent_dogs (agency_id, id, agent_id, name) values ($1, gen_random_uuid(), $2, 'Rex') returning id`,
      [agency.id, agent],
    );
    expect((await begin({ dog: { id: randomUUID() } })).status).toBe(400);
    const { body } = await begin({ dog: { id: dog?.id } });
    expect(await sql('select dog_id as id from services where id = $1', [body.service.id])).toEqual([dog]);
  });

  test('who is already working cannot start another', async () => {
    await begin();
    const refused = await begin();
    expect([refused.status, refused.body.message]).toEqual([409, 'Un service est actif']);
  });

  test.each([
    ['is published next week', 7, true, 200],
    ['is planned next week, unpublished', 7, false, 400],
    ['worked 29 days ago', -29, true, 200],
    ['worked 31 days ago', -31, true, 400],
  ])('on the site where he %s (day %i, published: %s) is answered %i', async (_, days, isPublished, status) => {
    await heldAfter(days, isPublished);
    const answer = await begin();
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.violations?.[0]?.path).toBe('service.site');
  });

  test('must name a site he may see, a future end and a starting status', async () => {
    const [other] = await sql<{ id: string }>(
      `insert into sites (agency_id, id, customer_id, name, slug) select agency_id, gen_random_uuid(), customer_id, 'Inconnu', gen_random_uuid()::text from sites where id = $1 returning id`,
      [site],
    );
    for (const [wrong, path] of [
      [{ site: { id: other?.id } }, 'service.site'],
      [{ site: { id: randomUUID() } }, 'service.site'],
      [{ endAt: inHours(-1) }, 'service.endAt'],
      [{ endAt: inHours(80) }, 'service.endAt'],
      [{ activityType: 9 }, 'service.activityType'],
    ] as const) {
      const { status, body } = await begin(wrong);
      expect([status, body.violations?.[0]?.path], path).toEqual([400, path]);
    }
    expect((await begin({}, {}, '300')).status).toBe(400);
  });
});

describe('the planning’s checks', () => {
  test('refuse a barred agent, with the rule', async () => {
    const validUntil = (day: string) =>
      sql('update agent_expirations set expires_at = $2 where agent_id = $1', [agent, day]);
    await validUntil('2020-01-01');
    const { status, body } = await begin();
    await validUntil('2099-12-31');
    expect(status).toBe(409);
    expect(body.message).toMatch(/^Planification refusée/);
    expect(body.errors).toMatchObject([{ code: 'expired', level: 2 }]);
    expect(await sql('select 1 from services where unplanned')).toEqual([]);
  });

  test('warn, are confirmed, and go into the history and to the planners, not to the customer', async () => {
    await sql(
      `insert into agent_restrictions (agency_id, id, agent_id, weekday, start_time, end_time) select $1, gen_random_uuid(), $2, d, '00:00', '23:59' from generate_series(0, 6) d`,
      [agency.id, agent],
    );
    const warned = await begin({ endAt: inHours(2) });
    expect([warned.status, warned.body.errors[0].level]).toEqual([409, 1]);
    const { status, body } = await begin({ endAt: inHours(2) }, { confirmed: true });
    await sql('delete from agent_restrictions where agent_id = $1', [agent]);
    expect(status).toBe(200);
    const { events } = await as('owner').call(fetchServiceEvents, {
      mount: 'agency',
      params: { id: body.service.id },
      input: {},
    });
    expect(events[0]?.content).toBe('Service non planifié');
    const [line] = await sql(`select changes from audit where entity_id = $1 and action = 'beginUnplanned'`, [
      body.service.id,
    ]);
    expect(line?.changes).toMatchObject({ confirmed: { before: false, after: true } });
    const [mail] = await sql<{ text: string }>('select * from emails limit 1');
    expect(JSON.stringify(mail)).toContain(warned.body.errors[0].message);
  });

  test('count the start as consent to the short notice', async () => {
    await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
    const { status, body } = await begin({ endAt: inHours(4) }, { confirmed: true });
    expect(status).toBe(200);
    expect(await sql('select agent_id, means from service_consents where service_id = $1', [body.service.id])).toEqual([
      { agent_id: agent, means: 'WRITTEN' },
    ]);
  });
});

describe('it is refused', () => {
  const without = async (right: string, work: () => Promise<unknown>) => {
    await sql(`update agents set rights = array_remove(rights, $2) where id = $1`, [agent, right]);
    await work();
    await sql(`update agents set rights = rights || array[$2] where id = $1`, [agent, right]);
  };

  test('without the right', () =>
    without('createOwnService', async () => {
      const { status, body } = await begin();
      expect([status, body.right]).toEqual([403, 'createOwnService']);
    }));

  test('if the agency disabled it, except with the right to create services', async () => {
    await sql('update agencies set unplanned_services = false where id = $1', [agency.id]);
    const refused = await begin();
    expect([refused.status, refused.body]).toEqual([409, { code: 409, message: unplannedMessages.closed }]);
    await sql(`update agents set rights = rights || '{createService}' where id = $1`, [agent]);
    const { status } = await begin();
    await sql(`update agents set rights = array_remove(rights, 'createService') where id = $1`, [agent]);
    expect(status).toBe(200);
  });
});

test('the filter of unplanned services finds it', async () => {
  const { id } = (await begin()).body.service;
  const { services } = (await as('owner').call(endpointOf(Service, 'list'), {
    mount: 'agency',
    input: { filters: { unplanned: true } },
  })) as unknown as { services: { id: string }[] };
  expect(services.map((one) => one.id)).toEqual([id]);
});
