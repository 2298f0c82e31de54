import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { readCover } from '#core/home/cover.ts';
import { fetchPlanning, publishServices, removeServices } from '#core/planning/calls.ts';
import { beginService, fetchServiceEvents, fetchStops, updateCircuit } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { moveByClock } from './clock.ts';

const here = await world();
const { as, agency, sql } = here;
const { site, guard, clear } = await plannerOf(here);
const { agent, service, nameOf, input, step, row, events, keys } = livingOf(here, site);
await clear(agent);

const around = () => {
  const dayOf = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { start: dayOf(-1), end: dayOf(1) };
};

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from published_services');
});

describe('an agent', () => {
  test('starts, takes a break, returns and ends: each step changes the status, the log and the history', async () => {
    const id = await service();
    expect((await step(id, 200)).body.service).toMatchObject({ id, status: 200, publication: 'PUBLISHED' });
    expect((await row(id))?.began).not.toBeNull();
    expect((await step(id, 500)).body.service.status).toBe(500);
    const refused = await step(id, 300);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Vous êtes en pause. Vous devez terminer votre pause pour pouvoir continuer.',
    ]);
    expect((await step(id, 200)).body.service.status).toBe(200);
    expect((await step(id, 300)).body.service).toMatchObject({ status: 300 });
    expect((await row(id))?.ended).not.toBeNull();
    const log = await events(id);
    expect(log.map(({ type }) => type.typeKey)).toEqual([
      'serviceStart',
      'breakStart',
      'breakFinish',
      'serviceStoppedEarly',
    ]);
    expect(log[0]).toMatchObject({ type: { id: 1, label: 'Prise de service' }, author: await nameOf('agent') });
    expect(await keys(id, 'agent')).toHaveLength(4);
    // A customer sees the service, not the breaks of the agent.
    expect(await keys(id, 'customer')).toEqual(['serviceStart', 'serviceStoppedEarly']);
    const lines = await sql(`select action, author from audit where entity_id = $1 order by at, id`, [id]);
    expect(lines.map(({ action }) => action)).toEqual(['start', 'startBreak', 'endBreak', 'finish']);
    expect(lines[0]).toMatchObject({ author: await nameOf('agent') });
    expect(
      await sql('select status, real_start_at is null as began, agent_id from service_breaks where service_id = $1', [
        id,
      ]),
    ).toEqual([{ status: 300, began: false, agent_id: agent }]);
  });

  test('changes his dog without a step: the status stays, the log and the history keep it (N-030)', async () => {
    const id = await service();
    const [dog] = await sql<{ id: string }>(
      `insert into agent_dogs (agency_id, id, agent_id, name) values ($1, gen_random_uuid(), $2, 'Rex') returning id`,
      [agency.id, agent],
    );
    const input = { service: { id, dog: { id: dog?.id as string } }, event: { uuid: randomUUID() } };
    const send = (more: object = {}) =>
      as('agent').answer(updateCircuit, { mount: 'agent', input: { ...input, ...more } });
    expect((await send()).body.service).toMatchObject({ status: 100, dog: { id: dog?.id } });
    // The same event again.
    expect((await send()).status).toBe(200);
    expect(await keys(id, 'agent')).toEqual(['serviceUpdate']);
    expect(await keys(id, 'customer')).toEqual([]);
    expect(
      await sql(`select action, changes -> 'dog' -> 'after' ->> 'name' as dog from audit where entity_id = $1`, [id]),
    ).toEqual([{ action: 'edit', dog: 'Rex' }]);
    expect(await send({ service: { ...input.service, agencyReport: 'Rapport' } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'service.agencyReport', message: expect.any(String) }] },
    });
    expect((await send({ service: { id, dog: { id: randomUUID() } }, event: { uuid: randomUUID() } })).status).toBe(
      400,
    );
    await sql('update services set status = 300 where id = $1', [id]);
    expect(await send({ event: { uuid: randomUUID() } })).toMatchObject({
      status: 409,
      body: { message: 'Le service est terminé' },
    });
  });

  test('takes the planned break, and returns to the earlier status', async () => {
    const id = await service();
    await sql(
      `insert into service_breaks (agency_id, id, service_id, start_at, end_at) values ($1, gen_random_uuid(), $2, now() + interval '1 hour', now() + interval '2 hours')`,
      [agency.id, id],
    );
    await step(id, 200);
    await step(id, 250, 'agent', input(id, 'Demande du client'));
    await step(id, 500);
    expect(await sql('select status, paused_from, agent_id from service_breaks where service_id = $1', [id])).toEqual([
      { status: 200, paused_from: 250, agent_id: null },
    ]);
    expect((await step(id, 200)).body.service.status).toBe(250);
    expect(
      await sql(
        `select status, real_end_at is not null as ended, extract(epoch from end_at - start_at)::integer as seconds from service_breaks where service_id = $1`,
        [id],
      ),
    ).toEqual([{ status: 300, ended: true, seconds: 3600 }]);
    await step(id, 300);
    expect((await keys(id)).at(-1)).toBe('serviceStoppedEarly');
  });

  test('sends the same event twice: it counts once', async () => {
    const id = await service();
    const body = input(id);
    expect((await step(id, 200, 'agent', body)).status).toBe(200);
    expect((await step(id, 200, 'agent', body)).status).toBe(200);
    expect(await keys(id)).toEqual(['serviceStart']);
    const other = await service({ from: 600, to: 700 });
    const reused = await step(other, 200, 'agent', { ...body, service: { id: other } });
    expect([reused.status, reused.body.message]).toEqual([409, 'Cet événement est déjà celui d’un autre service.']);
  });

  test('sends later the events that happened without network', async () => {
    const id = await service({ from: -30, to: -1, status: 120 });
    const createdAt = new Date(Date.now() - 28 * 60_000).toISOString();
    expect((await step(id, 200, 'agent', input(id, undefined, { createdAt }))).status).toBe(200);
    expect((await row(id))?.began?.toISOString()).toBe(createdAt);
    const [event] = await events(id);
    expect(event).toMatchObject({ type: { typeKey: 'serviceStart' }, createdAt });
    expect(event?.receivedAt).not.toBe(createdAt);
    for (const wrong of [Date.now() + 3_600_000, Date.now() - 8 * 86_400_000]) {
      const moment = { createdAt: new Date(wrong).toISOString() };
      expect((await step(id, 300, 'agent', input(id, undefined, moment))).status).toBe(400);
    }
  });

  test('keeps the time of his late event, even after an event of the clock', async () => {
    const id = await service({ from: -30, to: -1 });
    await moveByClock(servicesOf(here.app), new Date());
    expect((await row(id))?.status).toBe(120);
    const createdAt = new Date(Date.now() - 29 * 60_000).toISOString();
    expect((await step(id, 200, 'agent', input(id, undefined, { createdAt }))).status).toBe(200);
    expect((await row(id))?.began?.toISOString()).toBe(createdAt);
    expect((await events(id))[0]).toMatchObject({ type: { typeKey: 'serviceStart' }, createdAt });
  });

  test('has only one active service, besides circuits', async () => {
    const [one, two, tour] = [await service(), await service(), await service({ isCircuit: true })];
    await step(one, 200);
    const refused = await step(two, 200);
    expect([refused.status, refused.body.message]).toEqual([409, 'Un service est actif']);
    expect((await step(tour, 200)).status).toBe(200);
    await step(one, 300);
    expect((await step(two, 200)).status).toBe(200);
  });

  test('keeps the service he started while his replacement was not published', async () => {
    const [one, two] = [await service(), await service()];
    await sql('delete from service_agents where service_id = $1', [one]);
    expect((await step(one, 200)).status).toBe(200);
    expect((await step(two, 200)).body.message).toBe('Un service est actif');
  });

  test('whose replacement is published may start another service', async () => {
    const [one, two] = [await service(), await service()];
    expect((await step(one, 200)).status).toBe(200);
    await sql('delete from service_agents where service_id = $1', [one]);
    expect((await step(two, 200)).body.message).toBe('Un service est actif');
    await as('owner').call(publishServices, { input: { services: [one] } });
    expect((await step(two, 200)).status).toBe(200);
  });

  test('who starts two services at once starts one', async () => {
    const ids = [await service(), await service(), await service()];
    const answers = await Promise.all(ids.map((id) => step(id, 200)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  });

  test('cannot change an ended service', async () => {
    const id = await service({ status: 300 });
    for (const status of [200, 250, 300, 400, 500]) {
      const refused = await step(id, status, 'agent', input(id, 'Demande du client'));
      expect([status, refused.status, refused.body.message]).toEqual([status, 409, 'Le service est terminé']);
    }
  });

  test.each([
    [undefined, 400],
    ['Autre (préciser)', 400],
    ['Parce que', 400],
    ['Autre (préciser) Relève absente', 200],
  ])('extends with « %s »: %i', async (content, status) => {
    const id = await service();
    await step(id, 200);
    expect((await step(id, 250, 'agent', input(id, content))).status).toBe(status);
    if (status === 200) {
      expect((await row(id))?.status).toBe(250);
      expect((await events(id)).at(-1)).toMatchObject({ type: { typeKey: 'serviceExtension' }, content });
    }
  });

  test('starts only published services, and gets a message about a removed one', async () => {
    const other = await guard();
    const id = await service({ agents: [other] });
    expect((await step(id, 200)).status).toBe(404);
    expect((await as('agent').answer(fetchServiceEvents, { mount: 'agent', params: { id }, input: {} })).status).toBe(
      404,
    );
    const own = await service();
    await as('owner').call(removeServices, { input: { services: [own] } });
    const gone = await step(own, 200);
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'Ce service a été retiré du planning : appelez votre agence.',
    ]);
  });

  test('without the right cannot execute a service', async () => {
    const id = await service();
    await sql(`update agents set rights = array_remove(rights, 'executeOwnService') where id = $1`, [agent]);
    const refused = await step(id, 200);
    await sql(`update agents set rights = rights || '{executeOwnService}' where id = $1`, [agent]);
    expect([refused.status, refused.body.right]).toEqual([403, 'executeOwnService']);
  });
});

describe('the desk', () => {
  test('acts for an agent, and the log names the desk', async () => {
    const id = await service();
    expect((await step(id, 200, 'owner')).body.service).toMatchObject({ status: 200 });
    expect((await events(id))[0]).toMatchObject({ author: await nameOf('owner') });
    expect(await sql('select agent_id from service_events where service_id = $1', [id])).toEqual([{ agent_id: agent }]);
    // Open forms can still be saved.
    expect((await row(id))?.version).toBe(1);
  });

  test('must name an agent of the service', async () => {
    const id = await service();
    const refused = await step(id, 200, 'owner', { ...input(id), agent: await guard() });
    expect([refused.status, refused.body.violations[0].path]).toEqual([400, 'agent']);
  });

  test('ends an unfinished service', async () => {
    const id = await service({ from: -3_000, to: -2_000, status: 800 });
    expect((await step(id, 200, 'owner')).body.message).toBe('Le service est terminé');
    expect((await step(id, 300, 'owner')).status).toBe(200);
    expect(await keys(id)).toEqual(['serviceFinish']);
  });

  test('closes a forgotten service at its planned end, not at the moment of the click', async () => {
    const id = await service({ from: -3_000, to: -2_000, status: 800 });
    const moment = { createdAt: new Date().toISOString() };
    expect((await step(id, 300, 'owner', input(id, undefined, moment))).status).toBe(200);
    const [planned] = await sql<{ end: Date }>('select end_at as "end" from services where id = $1', [id]);
    expect((await row(id))?.ended).toEqual(planned?.end);
  });

  test('resumes an interrupted service, which then has no end, as its history says', async () => {
    const id = await service({ status: 200 });
    await step(id, 400, 'owner');
    const ended = (await row(id))?.ended?.toISOString();
    expect((await step(id, 200, 'owner')).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 200, ended: null });
    const [line] = await sql(
      `select changes->'realEndAt' as end from audit where entity_id = $1 and action = 'resume'`,
      [id],
    );
    expect(line).toEqual({ end: { before: ended, after: null } });
  });
});

describe('a circuit', () => {
  test('goes from stop to stop, and marks the remaining stops as missed', async () => {
    const tour = await service({ isCircuit: true });
    const [first, second] = [await service({ circuit: tour }), await service({ circuit: tour, from: -1 })];
    expect((await step(first, 200)).body.message).toBe('La tournée n’a pas commencé');
    await step(tour, 200);
    const { services: stops } = await as('agent').call(fetchStops, { mount: 'agent', params: { id: tour } });
    expect(stops.map(({ id, status, site: { name } }) => [id, status, name])).toEqual(
      [first, second].map((id) => [id, 100, 'Entrepôt']),
    );
    expect((await step(first, 200)).status).toBe(200);
    expect((await step(second, 200)).body.message).toBe('Un service est actif');
    expect((await step(tour, 300)).body.message).toBe('Une étape est en cours : quittez d’abord son site');
    await step(first, 300);
    expect((await step(tour, 300)).status).toBe(200);
    expect([(await row(first))?.status, (await row(second))?.status]).toEqual([300, 120]);
    expect(await keys(second)).toEqual(['serviceNotStarted']);
  });
});

test('a start that arrives late takes « Service non commencé » from the customer; the agency keeps it', async () => {
  const id = await service({ from: -30, to: 60 });
  await moveByClock(servicesOf(here.app), new Date(Date.now() - 60_000));
  expect(await keys(id, 'customer')).toEqual(['serviceNotStarted']);
  const body = input(id);
  const createdAt = new Date(Date.now() - 25 * 60_000).toISOString();
  expect((await step(id, 200, 'agent', { ...body, event: { ...body.event, createdAt } })).status).toBe(200);
  expect(await keys(id, 'customer')).toEqual(['serviceStartLate']);
  expect(await keys(id)).toContain('serviceNotStarted');
  const { tonight } = await as('customer').call(readCover, { mount: 'customer' });
  expect(tonight?.[0]?.lastEvent?.type).not.toBe(3);
});

test('the clock writes its events', async () => {
  const late = await service({ from: -10, to: 60 });
  const forgotten = await service({ from: -3_000, to: -2_000, status: 200 });
  await moveByClock(servicesOf(here.app), new Date());
  await moveByClock(servicesOf(here.app), new Date(Date.now() + 61 * 60_000));
  expect((await events(late)).map(({ type, content }) => [type.typeKey, content])).toEqual([
    ['serviceNotStarted', 'Non commencé à l’heure prévue'],
    ['serviceNotStarted', 'Non réalisé'],
  ]);
  expect(await keys(forgotten)).toEqual(['serviceInterrupted']);
  expect(await keys(late, 'agent')).toHaveLength(2);
});

test('a break that nobody ended ends with its service', async () => {
  const id = await service({ from: -60, to: 60 });
  await step(id, 200);
  await step(id, 500);
  await moveByClock(servicesOf(here.app), new Date(Date.now() + 26 * 3_600_000));
  expect((await row(id))?.status).toBe(800);
  expect((await step(id, 300, 'owner')).status).toBe(200);
  expect(
    await sql('select status, real_end_at is not null as ended from service_breaks where service_id = $1', [id]),
  ).toEqual([{ status: 300, ended: true }]);
});

test('to a customer a paused service is running: in its list, its filter, its sheet and tonight', async () => {
  const id = await service();
  await step(id, 200);
  await step(id, 500);
  const customer = as('customer');
  const listed = async (filters: object) =>
    (
      (await customer.call(endpointOf(Service, 'list'), { mount: 'customer', input: { filters } })) as {
        services: { id: string; status: number }[];
      }
    ).services.map((one) => [one.id, one.status]);
  expect(await listed({})).toEqual([[id, 200]]);
  expect(await listed({ status: [200] })).toEqual([[id, 200]]);
  expect(await listed({ status: [500] })).toEqual([]);
  const read = await customer.answer(endpointOf(Service, 'read'), { mount: 'customer', params: { id } });
  expect(read.body.service.status).toBe(200);
  const { tonight } = await customer.call(readCover, { mount: 'customer' });
  expect(tonight).toMatchObject([{ id, status: 200 }]);
  const { services } = await customer.call(fetchPlanning, { mount: 'customer', input: around() });
  expect(services).toMatchObject([{ id, status: 200 }]);
  expect((await row(id))?.status).toBe(500);
});

test('a position is visible to the agency and the agent, not to the customer', async () => {
  const id = await service();
  const location = { latitude: 43.7, longitude: 7.26 };
  await step(id, 200, 'agent', input(id, undefined, { location }));
  const seenBy = async (who: 'owner' | 'agent' | 'customer') => (await events(id, who))[0]?.location;
  expect([await seenBy('owner'), await seenBy('agent'), await seenBy('customer')]).toEqual([location, location, null]);
});

test('an agent sees the service he started at once, whatever is published', async () => {
  const id = await service();
  await step(id, 200);
  const { body } = await as('agent').answer(endpointOf(Service, 'read'), { mount: 'agent', params: { id } });
  expect(body.service).toMatchObject({ status: 200 });
  expect(await as('owner').call(publishServices, { input: { services: [id] } })).toMatchObject({ published: 0 });
});

test('the desk must name the service', async () => {
  const { status, body } = await as('owner').answer(beginService, {
    mount: 'agency',
    params: { status: '200' },
    input: { service: { site: { id: site } }, event: { uuid: randomUUID() } },
  });
  expect([status, body.message]).toEqual([400, 'Merci de sélectionner un service']);
});
