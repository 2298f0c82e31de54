// Agents and customers see the last publication of a service until its change is published.
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { fetchPlanning, moveServices, publishServices, removeServices } from '#core/planning/calls.ts';
import { countServices } from '#core/planning/fetch-calls.ts';
import { makeCalendar, readFeed } from '#core/planning/handout-calls.ts';
import { Service } from '#core/planning/service.ts';
import { searchRecords } from '#core/search/search.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { endpointOf } from '#server/testing/client.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { readersOf } from './handout/readers.ts';

const here = await world();
const { as, people, sql } = here;
const { site, card, saved, guard, service, created } = await plannerOf(here);
const agent = people.agent.profile?.id as string;
await saved(Agent, {
  id: agent,
  agentInfos: {
    ...card(),
    contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
  },
});

const month = { start: '2027-06-01', end: '2027-06-30' };
const publish = (input: object = { period: month }) => as('owner').call(publishServices, { input });

type Who = 'agent' | 'customer';

/** Day and hours of each service on one's own screen. */
async function grid(who: Who, day: string): Promise<string[]> {
  const { services } = await as(who).call(fetchPlanning, { mount: who, input: { start: day, end: day } });
  return services
    .filter(({ start }) => new Date(start * 60_000).toISOString().startsWith(day))
    .map(({ start, end, status }) => {
      const time = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
      return `${time(start)}-${time(end)} ${status}`;
    });
}

async function list(who: Who, day: string): Promise<string[]> {
  const { services } = (await as(who).call(endpointOf(Service, 'list'), {
    mount: who,
    input: { filters: { start: `${day}T00:00:00.000Z`, end: `${day}T23:59:59.000Z` } },
  })) as unknown as { services: { startAt: string; endAt: string; status: number }[] };
  return services.map(({ startAt, endAt, status }) => `${startAt.slice(11, 16)}-${endAt.slice(11, 16)} ${status}`);
}

const read = (who: Who, id: string) => as(who).answer(endpointOf(Service, 'read'), { mount: who, params: { id } });

let feed = '';
async function fed(): Promise<string> {
  if (feed === '') {
    const { calendar } = await as('agent').call(makeCalendar, { mount: 'agent', params: { id: agent } });
    feed = (calendar as unknown as { url: string }).url.split('/calendar/')[1]?.split('/')[0] as string;
  }
  const { body } = await as('agent').answer(readFeed, { params: { token: feed } });
  return String(body);
}

describe('until a change is published', () => {
  test('a rescheduled service keeps its published hours in every list, the calendar and the counts', async () => {
    const id = await created(service('2027-06-01', '08:00', '12:00', [agent]));
    await publish();
    await created({ id, startAt: at('2027-06-02', '10:00'), endAt: at('2027-06-02', '14:00'), postTitle: 'Accueil' });
    for (const who of ['agent', 'customer'] as const) {
      expect(await grid(who, '2027-06-01'), who).toEqual(['07:00-11:00 100']);
      expect(await list(who, '2027-06-01'), who).toEqual(['07:00-11:00 100']);
      expect(await grid(who, '2027-06-02'), who).toEqual([]);
      expect((await read(who, id)).body.service, who).toMatchObject({
        startAt: '2027-06-01T07:00:00.000Z',
        postTitle: null,
        publication: 'PUBLISHED',
        published: null,
      });
    }
    expect(
      await as('agent').call(countServices, { mount: 'agent', input: { start: '2027-06-01', end: '2027-06-01' } }),
    ).toMatchObject({ count: 1 });
    await publish();
    for (const who of ['agent', 'customer'] as const) {
      expect(await grid(who, '2027-06-01'), who).toEqual([]);
      expect(await list(who, '2027-06-02'), who).toEqual(['09:00-13:00 100']);
      expect((await read(who, id)).body.service.postTitle, who).toBe('Accueil');
    }
  });

  test('who is assigned stays hidden from a customer in a list, asked for or not', async () => {
    await created(service('2027-06-25', '08:00', '12:00', [agent]));
    await publish();
    const filters = { start: '2027-06-25T00:00:00.000Z', end: '2027-06-25T23:59:59.000Z' };
    for (const fields of [null, ['reference'], ['agents']]) {
      const { body } = await as('customer').answer(endpointOf(Service, 'list'), {
        mount: 'customer',
        input: { filters, fields },
      });
      expect(body.services).toMatchObject([{ agents: null }]);
    }
  });

  test('its new words are not found by agents and customers', async () => {
    const id = await created(service('2027-06-20', '08:00', '12:00', [agent], { postTitle: 'Poste ancien' }));
    await publish();
    await created({ id, postTitle: 'Confidentiel' });
    for (const who of ['agent', 'customer'] as const) {
      const found = async (query: string) => [
        ((await as(who).call(endpointOf(Service, 'list'), { mount: who, input: { query } })) as { filtered?: number })
          .filtered,
        (await as(who).call(searchRecords, { mount: who, input: { query, entities: ['service'] } })).results.length,
      ];
      expect(await found('confident'), who).toEqual([0, 0]);
      expect((await found('confidentiel'))[0], who).toBe(0);
    }
    await publish();
    for (const who of ['agent', 'customer'] as const)
      expect(
        await as(who).call(endpointOf(Service, 'list'), { mount: who, input: { query: 'confidentiel' } }),
        who,
      ).toMatchObject({ filtered: 1 });
  });

  test('sorting by publication is possible on every path', async () => {
    for (const mount of ['agency', 'agent', 'customer'] as const)
      expect(
        (
          await as(mount === 'agency' ? 'owner' : mount).answer(endpointOf(Service, 'list'), {
            mount,
            input: { orderBy: 'publication' },
          })
        ).status,
      ).toBe(200);
  });

  test('an unscheduled service can still be worked as published; afterwards it is unscheduled', async () => {
    const id = await created(service('2027-06-03', '08:00', '12:00', [agent]));
    await publish();
    await as('owner').call(moveServices, { params: { type: 'unschedule' }, input: { services: [id] } });
    expect(await grid('agent', '2027-06-03')).toEqual(['07:00-11:00 100']);
    await publish();
    expect(await grid('agent', '2027-06-03')).toEqual(['07:00-11:00 700']);
  });

  test('a removed service stays visible to its readers, and disappears when the period is published', async () => {
    const id = await created(service('2027-06-04', '08:00', '12:00', [agent]));
    await publish();
    await as('owner').call(removeServices, { input: { services: [id] } });
    for (const who of ['agent', 'customer'] as const) {
      expect(await grid(who, '2027-06-04'), who).toEqual(['07:00-11:00 100']);
      expect((await read(who, id)).status, who).toBe(200);
    }
    expect((await as('owner').answer(endpointOf(Service, 'read'), { params: { id } })).status).toBe(404);
    expect(
      (await as('owner').call(fetchPlanning, { mount: 'agency', input: { start: '2027-06-04', end: '2027-06-04' } }))
        .removed,
    ).toHaveLength(1);
    expect(await publish()).toMatchObject({ published: 1 });
    for (const who of ['agent', 'customer'] as const) {
      expect(await grid(who, '2027-06-04'), who).toEqual([]);
      expect((await read(who, id)).status, who).toBe(404);
    }
  });

  test('a published removal writes an audit line each, also for stops, and refreshes open screens', async () => {
    const id = await created(service('2027-06-10', '08:00', '12:00', [agent]));
    const stops = [{ site: { id: site }, arrival: '10:00', minutes: 20 }];
    const tour = await created(service('2027-06-11', '08:00', '12:00', [], { isCircuit: true, services: stops }));
    await publish();
    const [stop] = await sql<{ id: string }>('select id from services where circuit_id = $1', [tour]);
    await as('owner').call(removeServices, { input: { services: [id, tour] } });
    const received: string[] = [];
    const listener = await here.database.listen({
      channel: 'live',
      onNotification: (payload) => void received.push(payload),
      listening: () => {},
    });
    // A stop is published with its tour.
    expect(await publish()).toMatchObject({ published: 2 });
    for (const one of [id, tour, stop?.id as string]) {
      const lines = await sql<{ action: string; author: string; changes: object }>(
        `select action, author, changes from audit where entity = 'service' and entity_id = $1 and action = 'publish' order by at, id`,
        [one],
      );
      expect(lines).toHaveLength(2);
      expect(lines[1]).toEqual({
        action: 'publish',
        author: people.owner.fullname,
        changes: { publishedAt: { before: expect.any(String), after: expect.any(String) } },
      });
      await expect.poll(() => received.some((payload) => payload.includes(one))).toBe(true);
    }
    await listener.close();
    // Published once.
    expect(await publish()).toMatchObject({ published: 0 });
  });

  test('the publication of a change refreshes open screens', async () => {
    const id = await created(service('2027-06-12', '08:00', '12:00', [agent]));
    await publish();
    await created({ id, postTitle: 'Rondier' });
    const received: string[] = [];
    const listener = await here.database.listen({
      channel: 'live',
      onNotification: (payload) => void received.push(payload),
      listening: () => {},
    });
    expect(await publish({ services: [id] })).toMatchObject({ published: 1 });
    await expect.poll(() => received.some((payload) => payload.includes(id))).toBe(true);
    await listener.close();
    expect((await read('agent', id)).body.service.postTitle).toBe('Rondier');
  });

  test('a removed service that was published as unscheduled disappears at once', async () => {
    const id = await created(service('2027-06-05', '08:00', '12:00', [agent]));
    await publish();
    await as('owner').call(moveServices, { params: { type: 'unschedule' }, input: { services: [id] } });
    await publish();
    await as('owner').call(removeServices, { input: { services: [id] } });
    expect(await grid('agent', '2027-06-05')).toEqual([]);
  });

  test('only the agency sees a new draft', async () => {
    const id = await created(service('2027-06-08', '08:00', '12:00', [agent]));
    for (const who of ['agent', 'customer'] as const) {
      expect(await grid(who, '2027-06-08'), who).toEqual([]);
      expect(await list(who, '2027-06-08'), who).toEqual([]);
      expect((await read(who, id)).status, who).toBe(404);
    }
  });

  test('a reassigned service still belongs to the old agent, not yet to the new one', async () => {
    const other = await guard();
    const id = await created(service('2027-06-09', '08:00', '12:00', [agent]));
    const coming = await created(service('2027-06-10', '08:00', '12:00', [other]));
    await publish();
    await created({ id, agents: [{ id: other }] });
    await created({ id: coming, agents: [{ id: agent }] });
    expect(await grid('agent', '2027-06-09')).toEqual(['07:00-11:00 100']);
    expect(await grid('agent', '2027-06-10')).toEqual([]);
    expect((await read('agent', coming)).status).toBe(404);
    await publish();
    expect(await grid('agent', '2027-06-09')).toEqual([]);
    expect((await read('agent', id)).status).toBe(404);
    expect(await grid('agent', '2027-06-10')).toEqual(['07:00-11:00 100']);
  });

  test('a service with a new site stays visible to the customer of the published site', async () => {
    const [elsewhere] = await sql<{ id: string }>(
      `with other as (insert into customers (agency_id, id, name) values ($1, gen_random_uuid(), 'Autre client') returning agency_id, id)
        insert into sites (agency_id, id, customer_id, name, slug) select agency_id, gen_random_uuid(), id, 'Ailleurs', gen_random_uuid()::text from other returning id`,
      [here.agency.id],
    );
    const id = await created(service('2027-06-11', '08:00', '12:00'));
    await publish();
    await created({ id, site: { id: elsewhere?.id as string } });
    expect((await read('customer', id)).body.service.site.id).toBe(site);
    await publish();
    expect((await read('customer', id)).status).toBe(404);
  });
});

test('the calendar feed contains published services, and the instructions of the day', async () => {
  const id = await created(service('2027-06-15', '08:00', '12:00', [agent]));
  await publish();
  const now = new Date();
  await sql(`update agents set status = 100 where id = $1`, [agent]);
  // Within the period of a feed.
  const soon = new Date(now.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  await created({ id, startAt: at(soon, '08:00'), endAt: at(soon, '12:00'), confirmed: true });
  await publish({ services: [id] });
  await created({ id, startAt: at(soon, '09:00'), comment: 'Prendre les clés', confirmed: true });
  const text = await fed();
  expect(text).toContain(`DTSTART:${at(soon, '08:00').replace(/[-:]|\.000/g, '')}`);
  expect(text).not.toContain(`DTSTART:${at(soon, '09:00').replace(/[-:]|\.000/g, '')}`);
  expect(text).toContain('Prendre les clés');
});

test('the planning is mailed again only after the change is published', async () => {
  const days = { start: '2027-06-21', end: '2027-06-21' };
  const id = await created(service('2027-06-21', '08:00', '12:00', [agent]));
  await publish();
  const db: Db = { query: (statement) => here.database.read({ ...nobody, agency: here.agency.id }, statement) };
  const hash = async () => (await readersOf(db, 'agents', days, agent))[0]?.hash;
  const first = await hash();
  await created({ id, startAt: at('2027-06-21', '09:00') });
  expect(await hash()).toBe(first);
  await publish();
  expect(await hash()).not.toBe(first);
});

test('the published copy has all columns of a service, and the view of both has them in the same order', async () => {
  const columns = async (table: string) =>
    (
      await sql<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'removed' order by attnum`,
        [table],
      )
    ).map(({ name }) => name);
  expect(new Set(await columns('published_services'))).toEqual(new Set(await columns('services')));
  expect(await columns('seen_services')).toEqual(await columns('services'));
});
