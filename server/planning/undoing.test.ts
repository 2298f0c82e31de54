import { beforeAll, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { cloneServices, removeServices, saveServices } from '#core/planning/calls.ts';
import { giveBackServices, unplanAgent } from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import { undoServices } from '#core/planning/undo-calls.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { changedBy } from './undoing.ts';

const here = await world();
const { as, customer } = here;
const me = as('owner');
const colleague = as(
  await here.hire('nadia', { of: 'azur', rights: ['listServices', 'editService', 'createService', 'deleteService'] }),
);

const saved = async (of: Parameters<typeof endpointOf>[0], draft: object): Promise<string> =>
  ((await me.call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[of.name]?.id;
const at = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString();
const ref = (id: string) => ({ id });
const read = async (id: string): Promise<AnyRow> =>
  ((await me.call(endpointOf(Service, 'read'), { mount: 'agency', params: { id } })) as { service: AnyRow }).service;
const write = (who: typeof me, draft: object, more: object = { confirmed: true }) =>
  who.call(saveServices, { input: { services: [draft], ...more } });
const undo = (services: object[], more: object = {}) =>
  me.answer(undoServices, { input: { services: services as never, ...more } });

let site: string;
let people: string[];
let days = 0;
/** A service of the first agent from 08:00 to 18:00 on a day of its own. */
const planned = async (): Promise<{ id: string; day: string }> => {
  days += 1;
  const day = new Date(Date.UTC(2027, 0, 4 + 7 * days)).toISOString().slice(0, 10);
  const draft = { site: ref(site), startAt: at(day, '08:00'), endAt: at(day, '18:00'), agents: [ref(people[0] ?? '')] };
  const { services } = await write(me, draft);
  return { id: services[0]?.id as string, day };
};

beforeAll(async () => {
  site = await saved(Site, { name: 'Port', customer: { id: customer.id } });
  people = [];
  for (const lastname of ['Un', 'Deux', 'Trois']) people.push(await saved(Agent, { firstname: 'Agent', lastname }));
});

test('an undo restores what the caller changed and keeps what a colleague changed elsewhere', async () => {
  const { id, day } = await planned();
  const [first, second, third] = people as [string, string, string];
  await write(me, { id, startAt: at(day, '09:00'), agents: [ref(second)] });
  await write(colleague, { id, postTitle: 'Accueil', agents: [ref(second), ref(third)] });
  const { status } = await undo(
    [
      {
        id,
        before: { startAt: at(day, '08:00'), agents: [ref(first)] },
        after: { startAt: at(day, '09:00'), agents: [ref(second)] },
      },
    ],
    { confirmed: true },
  );
  expect(status).toBe(200);
  const row = await read(id);
  expect([row.startAtTime, row.endAtTime, row.postTitle]).toEqual(['08:00', '18:00', 'Accueil']);
  expect(row.agents.map((agent: { id: string }) => agent.id).sort()).toEqual([first, third].sort());
});

test('a dog that left with its handler comes back with him', async () => {
  const { id } = await planned();
  const [first, second] = people as [string, string];
  const [dog] = await here.sql<{ id: string }>(
    `insert into agent_dogs (agency_id, id, agent_id, name) values ($1, gen_random_uuid(), $2, 'Rex') returning id`,
    [here.agency.id, first],
  );
  await write(me, { id, dog });
  await write(me, { id, agents: [ref(second)] });
  expect((await read(id)).dog).toBeNull();
  const change = { id, before: { agents: [ref(first)] }, after: { agents: [ref(second)] } };
  expect((await undo([change], { confirmed: true })).status).toBe(200);
  const whole = { agents: [{ id: first }], dog: { id: dog?.id } };
  expect(await read(id)).toMatchObject(whole);
  const { versions } = await me.call(unplanAgent, { params: { id: first }, input: { services: 'free' } });
  expect(await read(id)).toMatchObject({ agents: [], dog: null });
  await saved(Agent, { id: first, agentInfos: { plannable: true } });
  await me.call(giveBackServices, { input: { agent: first, versions, confirmed: true } });
  expect(await read(id)).toMatchObject(whole);
});

test('an undo is refused with the name of the colleague who changed the same, and nothing is written', async () => {
  const [{ id, day }, other] = [await planned(), await planned()];
  await write(me, { id, startAt: at(day, '09:00') });
  await write(me, { id: other.id, endAt: at(other.day, '17:00') });
  await write(colleague, { id, startAt: at(day, '10:00') });
  // A later change of something else does not hide who changed the hours.
  await write(me, { id, postTitle: 'Accueil' });
  const answer = await undo([
    { id, before: { startAt: at(day, '08:00') }, after: { startAt: at(day, '09:00') } },
    { id: other.id, before: { endAt: at(other.day, '18:00') }, after: { endAt: at(other.day, '17:00') } },
  ]);
  expect(answer.status).toBe(409);
  const { message } = answer.body as { message: string };
  expect(message).toMatch(/^Modifié entre-temps par .*nadia.* : Port, \w+ \d\d\/\d\d\/2027, 10:00–18:00\.$/i);
  expect((await read(other.id)).endAtTime).toBe('17:00');
});

test('an undo is refused with the name of the colleague who made the change, or who moved the service since', async () => {
  const [theirs, posted, moved] = [await planned(), await planned(), await planned()];
  const [first, second] = people as [string, string];
  const hours = (day: string) => ({ before: { startAt: at(day, '08:00') }, after: { startAt: at(day, '09:00') } });
  await write(colleague, { id: theirs.id, startAt: at(theirs.day, '09:00') });
  await write(colleague, { id: posted.id, agents: [ref(second)] });
  await write(me, { id: moved.id, startAt: at(moved.day, '09:00') });
  await colleague.call(endpointOf(Service, 'act'), { params: { id: moved.id, type: 'unschedule' } });
  for (const step of [
    { id: theirs.id, ...hours(theirs.day) },
    { id: posted.id, before: { agents: [ref(first)] }, after: { agents: [ref(second)] } },
    { id: moved.id, ...hours(moved.day) },
  ]) {
    const answer = await undo([step], { confirmed: true });
    expect(answer.status).toBe(409);
    expect((answer.body as { message: string }).message).toMatch(/^Modifié entre-temps par .*nadia.* : Port, /i);
  }
});

test('an undo that would raise an anomaly asks, and what was accepted for the undone change is asked again', async () => {
  const { id, day } = await planned();
  const [first, second] = people as [string, string];
  const night = { site: ref(site), startAt: at(day, '00:00'), endAt: at(day, '05:00'), agents: [ref(first)] };
  const step = {
    id,
    before: { agents: [ref(first)] },
    after: { agents: [ref(second)] },
    accepted: true,
  };
  await write(me, { id, agents: [ref(second)] });
  expect(await read(id)).toMatchObject({ confirmed: true });
  // Meanwhile the first agent works the night before.
  await write(colleague, night);
  const asked = await undo([step]);
  expect(asked.status).toBe(409);
  expect((asked.body as { errors: { code: string }[] }).errors.map(({ code }) => code)).toContain('11-hour space');
  expect((await read(id)).agents).toMatchObject([{ id: second }]);
  expect((await undo([step], { confirmed: true })).status).toBe(200);
  expect(await read(id)).toMatchObject({ agents: [{ id: first }], confirmed: true });

  const calm = await planned();
  await write(me, { id: calm.id, endAt: at(calm.day, '21:00') });
  const hours = { before: { endAt: at(calm.day, '18:00') }, after: { endAt: at(calm.day, '21:00') } };
  await undo([{ id: calm.id, ...hours, accepted: true }], {});
  const again = await me.answer(saveServices, { input: { services: [{ id: calm.id, endAt: at(calm.day, '21:00') }] } });
  expect(again.status).toBe(409);
});

test('a copy that a colleague changed is not removed by the undo', async () => {
  const { id, day } = await planned();
  const copies = [{ service: id, startAt: at(day, '19:00'), minutes: 60, agents: [] }];
  const { services } = await me.call(cloneServices, { input: { copies, confirmed: true } });
  const [copy] = services as [{ id: string; version: number }];
  await write(colleague, { id: copy.id, postTitle: 'Accueil' });
  const input = { services: [copy.id], versions: { [copy.id]: copy.version } };
  const refused = await me.answer(removeServices, { input });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Modifié entre-temps par .*nadia/i) },
  });
  const { version } = await read(copy.id);
  expect((await me.answer(removeServices, { input: { ...input, versions: { [copy.id]: version } } })).status).toBe(204);
});

test('a drag over a change of a colleague names the service and the colleague', async () => {
  const { id, day } = await planned();
  const { version } = await read(id);
  await write(colleague, { id, postTitle: 'Accueil' });
  const answer = await me.answer(saveServices, { input: { services: [{ id, version, startAt: at(day, '09:00') }] } });
  expect(answer).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/entre-temps par .*nadia.* : Port, /i) },
  });
});

test.each([
  ['only a colleague', ['Karim'], 'Karim'],
  ['a colleague and a line without an author', ['Karim', null], 'Karim'],
  ['nobody known', [null], 'quelqu’un d’autre'],
  ['no line', [], 'quelqu’un d’autre'],
  ['the caller and a line without an author', ['me', null], 'vous-même'],
])('the refusal names the known authors: %s', (_, found, named) => {
  const authors = found.map((author) => ({ user: author, author }));
  expect(changedBy([], authors, { caller: { userId: 'me' } as never })).toMatch(`Modifié entre-temps par ${named} :`);
});
