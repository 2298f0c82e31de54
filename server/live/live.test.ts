// Streams over real connections, through two processes on one database.
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { LiveEvent } from '#core/live/live.ts';
import { Service } from '#core/planning/service.ts';
import { saveRights, signOut } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { type Server, world } from '#server/testing/world.ts';
import { mostStreams } from './hub.ts';

const here = await world();
const there = await here.another();
const { agency, customer, people, sessionOf, sql } = here;
for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' });

const endpointOf = (of: Entity, operation: Operation) =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === operation) as ReturnType<
    typeof entityEndpoints
  >[number];
const saveSite = endpointOf(Site, 'save');
const saveSettings = endpointOf(Agency, 'save');
const presence = endpointOf(Site, 'presence');

interface Watched {
  events: LiveEvent[];
  token: string;
  ended: Promise<void>;
  /** Waits for the first matching event, past or future. */
  until(wanted: (event: LiveEvent) => boolean): Promise<LiveEvent>;
}

const open: AbortController[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.abort();
});

/** `age`: milliseconds since its page was up to date. */
async function watch(at: Server, who: PersonName | Person, prefix: string, age?: number): Promise<Watched> {
  const { token } = await sessionOf(who);
  const stopping = new AbortController();
  open.push(stopping);
  const { port } = at.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api${prefix}/live${age === undefined ? '' : `?age=${age}`}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: stopping.signal,
  });
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
    200,
    'text/event-stream',
    null,
  ]);
  const events: LiveEvent[] = [];
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const messages = (rest + chunk).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages)
        if (message.startsWith('data: ')) events.push(JSON.parse(message.slice(6)) as LiveEvent);
    }
  };
  const ended = read().catch(() => undefined);
  const until: Watched['until'] = async (wanted) => {
    for (const start = Date.now(); Date.now() - start < 3_000; await wait(5)) {
      const found = events.find(wanted);
      if (found) return found;
    }
    throw new Error(`not announced: ${JSON.stringify(events)}`);
  };
  await until(({ type }) => type === 'hello');
  return { events, token, ended, until };
}

const ofAgency = `/agency/${agency.id}`;
const newSite = async (draft: object = {}, at: Server = here): Promise<string> => {
  const made = await at.as('owner').call(saveSite, {
    mount: 'agency',
    input: { name: 'Entrepôt', customer: { id: customer.id }, ...draft },
  });
  return (made as { site: { id: string } }).site.id;
};
const changedSite = (event: LiveEvent): boolean => event.type === 'changed' && event.entity === 'site';

test('a save through one process is announced by both, after the commit', async () => {
  const [one, other] = [await watch(here, 'owner', ofAgency), await watch(there, 'staff', ofAgency)];
  const id = await newSite();
  for (const stream of [one, other]) expect(await stream.until(changedSite)).toMatchObject({ ids: [id] });
});

test('a refused save is not announced', async () => {
  const stream = await watch(here, 'owner', ofAgency);
  await here.as('owner').answer(saveSite, { mount: 'agency', input: { name: '', customer: { id: customer.id } } });
  const id = await newSite();
  expect(await stream.until(changedSite)).toMatchObject({ ids: [id] });
});

test('another agency, and a person who may not list the entity, receive nothing', async () => {
  const foreign = await watch(here, 'foreignOwner', `/agency/${here.otherAgency.id}`);
  const powerless = await watch(here, 'powerless', ofAgency);
  const allowed = await watch(here, 'owner', ofAgency);
  await newSite();
  await allowed.until(changedSite);
  await wait(150);
  expect([...foreign.events, ...powerless.events].filter(({ type }) => type !== 'hello')).toEqual([]);
});

test('a change of the settings, which have no list, is announced only to people who may read them', async () => {
  const [allowed, powerless] = [await watch(here, 'owner', ofAgency), await watch(here, 'powerless', ofAgency)];
  const of = ({ events }: Watched): LiveEvent[] =>
    events.filter((event) => event.type === 'changed' && event.entity === 'agency');
  await here.as('owner').call(saveSettings, { mount: 'agency', input: { id: agency.id, rcsName: 'Lille' } });
  await allowed.until((event) => event.type === 'changed' && event.entity === 'agency');
  await wait(150);
  expect([of(allowed).length, of(powerless).length]).toEqual([1, 0]);
});

test.each(['readSitePlanning', 'readSupervision'] as const)(
  'a change of a service is announced to holders of %s, and to nobody without such a right',
  async (right) => {
    const reader = await here.hire(`lectrice ${right}`, { of: 'azur', rights: [right] });
    const isService = (event: LiveEvent): boolean => event.type === 'changed' && event.entity === 'service';
    const streams = [await watch(here, reader, ofAgency), await watch(here, 'powerless', ofAgency)] as const;
    const draft = {
      site: { id: await newSite() },
      startAt: '2027-01-12T08:00:00.000Z',
      endAt: '2027-01-12T16:00:00.000Z',
    };
    const made = (await here.as('owner').call(endpointOf(Service, 'save'), { mount: 'agency', input: draft })) as never;
    expect(await streams[0].until(isService)).toMatchObject({
      ids: [(made as { service: { id: string } }).service.id],
    });
    await wait(150);
    expect(streams[1].events.filter(isService)).toEqual([]);
  },
);

test('a customer receives the change without the id of the row', async () => {
  const path = `${ofAgency}/customer/${people.customer.profile?.customerId}`;
  const stream = await watch(here, 'customer', path);
  await newSite();
  expect(await stream.until(changedSite)).toMatchObject({ ids: null });
});

test('a customer hears nothing of the rows of other customers', async () => {
  const path = `${ofAgency}/customer/${people.customer.profile?.customerId}`;
  const stream = await watch(here, 'customer', path);
  const other = (
    (await here.as('owner').call(endpointOf(Customer, 'save'), { mount: 'agency', input: { name: 'Autre' } })) as {
      customer: { id: string };
    }
  ).customer.id;
  const changes = (entity: string): LiveEvent[] =>
    stream.events.filter((event) => event.type === 'changed' && event.entity === entity);
  await newSite({ customer: { id: other } });
  // As an invoice of another customer is.
  await sql(
    `insert into audit (agency_id, id, entity, entity_id, action) values ($1, gen_random_uuid(), 'invoice', gen_random_uuid(), 'edit')`,
    [agency.id],
  );
  await wait(400);
  expect([changes('site'), changes('invoice')]).toEqual([[], []]);
  await newSite();
  expect(await stream.until(changedSite)).toMatchObject({ ids: null });
});

test('a session has a limited number of streams; closing one makes room', async () => {
  const { token } = await sessionOf('staff');
  const { port } = here.app.server.address() as AddressInfo;
  const request = async (): Promise<number> => {
    const stopping = new AbortController();
    open.push(stopping);
    const answer = await fetch(`http://127.0.0.1:${port}/api${ofAgency}/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stopping.signal,
    });
    return answer.status;
  };
  const answers = await Promise.all(Array.from({ length: mostStreams + 5 }, request));
  expect(answers.filter((status) => status === 200)).toHaveLength(mostStreams);
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  for (const one of open.splice(0)) one.abort();
  await vi.waitFor(async () => expect(await request()).toBe(200), { timeout: 10_000, interval: 100 });
});

const notify = (): Promise<unknown> =>
  sql(
    `insert into notifications (agency_id, id, user_id, kind, event, title, content, link) values ($1, gen_random_uuid(), $2, 'essai', gen_random_uuid()::text, 't', 'c', '/home')`,
    [agency.id, people.agent.id],
  );
const isNotification = (event: LiveEvent): boolean => event.type === 'changed' && event.entity === 'notification';

test('a change of rows of single users is announced to them only, on any path', async () => {
  const [he, other] = [
    await watch(here, 'agent', `${ofAgency}/agent/${people.agent.profile?.id}`),
    await watch(there, 'owner', ofAgency),
  ];
  await notify();
  expect(await he.until(isNotification)).toMatchObject({ ids: null });
  await wait(150);
  expect(other.events.filter(isNotification)).toEqual([]);
});

test('a page that opens is sent what changed since it read its data, as far as it may know', async () => {
  const hello = async (): Promise<LiveEvent | undefined> => (await watch(here, 'owner', ofAgency, 0)).events[0];
  // A server does not know what changed before its start.
  await expect.poll(hello, { timeout: 10_000, interval: 200 }).toEqual({ type: 'hello', quiet: true });
  const id = await newSite();
  await notify();
  await wait(150);
  const [owner, agent, powerless, foreign] = [
    await watch(here, 'owner', ofAgency, 200),
    await watch(here, 'agent', `${ofAgency}/agent/${people.agent.profile?.id}`, 200),
    await watch(here, 'powerless', ofAgency, 200),
    await watch(here, 'foreignOwner', `/agency/${here.otherAgency.id}`, 200),
  ];
  expect(await owner.until(changedSite)).toMatchObject({ ids: expect.arrayContaining([id]) });
  expect(await agent.until(isNotification)).toMatchObject({ ids: null });
  await wait(150);
  for (const { events } of [owner, agent]) expect(events[0]).toEqual({ type: 'hello', quiet: true });
  expect(owner.events.filter(isNotification)).toEqual([]);
  for (const { events } of [powerless, foreign]) expect(events).toEqual([{ type: 'hello', quiet: true }]);
});

test('more than fifty rows of one call are announced without their ids', async () => {
  const stream = await watch(here, 'owner', ofAgency);
  await sql(
    `insert into audit (agency_id, id, entity, entity_id, action) select $1, gen_random_uuid(), 'site', gen_random_uuid(), 'edit' from generate_series(1, 51)`,
    [agency.id],
  );
  expect(await stream.until(changedSite)).toMatchObject({ ids: null });
});

test('the end of a session or a change of rights ends the stream; a new stream has the new rights', async () => {
  const person = await here.hire('écouteuse', { of: 'azur', rights: ['listSites'] });
  const stream = await watch(there, person, ofAgency);
  await here.as('owner').call(saveRights, {
    params: { id: person.profile?.id as string },
    input: { rights: { listSites: false } },
  });
  await stream.ended;
  const again = await watch(there, person, ofAgency);
  await newSite();
  await wait(300);
  expect(again.events.filter(changedSite)).toEqual([]);
  await here.as(person).with(again.token).call(signOut, { input: {} });
  await again.ended;
});

test('a lost database connection is announced as a new hello', async () => {
  const stream = await watch(here, 'owner', ofAgency);
  await sql(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "live"'`);
  await newSite();
  for (const start = Date.now(); Date.now() - start < 5_000; await wait(20))
    if (stream.events.filter(({ type }) => type === 'hello').length === 2) break;
  expect(stream.events.filter(({ type }) => type === 'hello')).toHaveLength(2);
});

test('a person with an open record sees who else has it open or edits it, across processes', async () => {
  const id = await newSite();
  const [owner, staff] = [await watch(here, 'owner', ofAgency), await watch(there, 'staff', ofAgency)];
  const announce = (at: Server, who: PersonName, token: string, state: string) =>
    at.as(who).with(token).call(presence, { mount: 'agency', params: { id }, input: { state } });
  expect(await announce(here, 'owner', owner.token, 'here')).toEqual({ others: [] });
  await wait(100);
  expect(await announce(there, 'staff', staff.token, 'editing')).toMatchObject({
    others: [{ id: people.owner.id, editing: false }],
  });
  const { others } = (await owner.until(
    (event) => event.type === 'presence' && event.others.some(({ editing }) => editing),
  )) as Extract<LiveEvent, { type: 'presence' }>;
  expect(others).toMatchObject([{ id: people.staff.id, editing: true }]);
  await announce(there, 'staff', staff.token, 'gone');
  await owner.until((event) => event.type === 'presence' && event.id === id && event.others.length === 0);
  // A person without the open record learns nothing of it. (The visit of staff is itself a change of the agency's history.)
  const { events } = await watch(here, 'admin', ofAgency);
  expect(events[0]).toEqual({ type: 'hello', quiet: false });
  expect(events.filter(({ type }) => type === 'presence')).toEqual([]);
});

test('nobody sees himself as present, or announces himself at a record he may not read', async () => {
  const id = await newSite();
  const { token } = await sessionOf('owner');
  const client = here.as('owner').with(token);
  const announce = () => client.call(presence, { mount: 'agency', params: { id }, input: { state: 'editing' } });
  await announce();
  await wait(100);
  expect(await announce()).toEqual({ others: [] });
  const hidden = await here
    .as('customer')
    .answer(presence, { mount: 'customer', params: { id: await foreignSite() }, input: { state: 'here' } });
  expect(hidden).toMatchObject({ status: 404 });
});

test('support at a record is named as support, not as the person it acts for', async () => {
  const id = await newSite();
  const announce = (who: PersonName, state: string) =>
    here.as(who).call(presence, { mount: 'agency', params: { agencyId: agency.id, id }, input: { state } });
  await announce('support', 'here');
  await wait(100);
  expect(await announce('owner', 'here')).toMatchObject({ others: [{ name: 'Support' }] });
  expect(await announce('staff', 'here')).toMatchObject({
    others: expect.arrayContaining([expect.objectContaining({ name: people.owner.fullname })]),
  });
});

test('a customer at a record learns no name of the agency', async () => {
  const id = await newSite();
  const { token } = await sessionOf('owner');
  await here
    .as('owner')
    .with(token)
    .call(presence, { mount: 'agency', params: { id }, input: { state: 'editing' } });
  await wait(100);
  const stream = await watch(here, 'customer', `${ofAgency}/customer/${people.customer.profile?.customerId}`);
  const answer = await here
    .as('customer')
    .call(presence, { mount: 'customer', params: { id }, input: { state: 'here' } });
  expect(answer).toEqual({ others: [] });
  await wait(200);
  expect(JSON.stringify(stream.events)).not.toContain(people.owner.fullname);
});

async function foreignSite(): Promise<string> {
  const made = await here
    .as('owner')
    .call(endpointOf(Customer, 'save'), { mount: 'agency', input: { name: 'Autre', type: 100 } });
  return newSite({ customer: { id: (made as { customer: { id: string } }).customer.id } });
}

test('changes within a few milliseconds are announced together, each once', async () => {
  const stream = await watch(here, 'owner', ofAgency);
  const ids: string[] = Array.from({ length: 12 }, () => crypto.randomUUID());
  await Promise.all(
    ids.map((id) =>
      sql(
        `insert into audit (agency_id, id, entity, entity_id, action) values ($1, gen_random_uuid(), 'site', $2, 'edit')`,
        [agency.id, id],
      ),
    ),
  );
  // A site of an earlier test may be announced late.
  const announced = (): string[][] =>
    stream.events
      .flatMap((event) => (event.type === 'changed' && event.entity === 'site' ? [event.ids ?? []] : []))
      .map((received) => received.filter((id) => ids.includes(id)))
      .filter((received) => received.length > 0);
  await stream.until(() => announced().flat().length === ids.length);
  expect(announced().flat().toSorted()).toEqual(ids.toSorted());
  expect(announced().length).toBeLessThan(ids.length);
});

test('a planned maintenance makes the pages of every process ask for the version, also those of agents', async () => {
  const agent = people.agent.profile as { id: string };
  const streams = await Promise.all([
    watch(here, 'owner', `/agency/${agency.id}`),
    watch(there, 'agent', `/agency/${agency.id}/agent/${agent.id}`),
  ]);
  await sql(`insert into platform_settings values ('maintenance', '{}')`);
  await Promise.all(streams.map(({ until }) => until(({ type }) => type === 'version')));
  await sql(`delete from platform_settings where key = 'maintenance'`);
});
