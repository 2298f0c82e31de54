import { expect, test } from 'vitest';
import {
  messageAgents,
  messagesPerHour,
  noteService,
  notesPerHour,
  readSupervision,
  readWatchedServices,
} from '#core/home/supervision.ts';
import { agencyNote, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer, people } = here;
const owner = as('owner');
const site = (await owner.answer(endpointOf(Site, 'save'), { input: { name: 'Gare', customer: { id: customer.id } } }))
  .body.site.id;
const agent = people.agent.profile?.id as string;
const plan = async (hours: number, length: number, status: number, held = true): Promise<string> => {
  const [made] = await sql<{ id: string }>(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, status)
      values ($1, gen_random_uuid(), gen_random_uuid()::text, $2, now() + make_interval(mins => $3), now() + make_interval(mins => $4), $5) returning id`,
    [agency.id, site, hours * 60, (hours + length) * 60, status],
  );
  const id = made?.id as string;
  if (held)
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      agency.id,
      id,
      agent,
    ]);
  return id;
};

test('running, late, missed and upcoming services are shown with their last event; finished or distant ones are not', async () => {
  const [running, late, missed, soon] = [
    await plan(-3, 8, 200),
    await plan(-1, 8, 110),
    await plan(-10, 8, 120),
    await plan(1, 8, 100, false),
  ];
  for (const [hours, length, status] of [
    [-3, 8, 300],
    [-30, 8, 120],
    [3, 8, 100],
    [-1, 8, 700],
    [-9, 8, 100],
  ] as const)
    await plan(hours, length, status);
  for (const [type, minutes] of [
    [lifecycleEvents.serviceStart.id, 170],
    [lifecycleEvents.breakFinish.id, 20],
  ])
    await sql(
      `insert into service_events (agency_id, id, service_id, agent_id, type, at) values ($1, gen_random_uuid(), $2, $3, $4, now() - make_interval(mins => $5))`,
      [agency.id, running, agent, type, minutes],
    );
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at) values ($1, $2, $3, 200, now() - interval '170 minutes')`,
    [agency.id, running, agent],
  );
  const { services } = await owner.call(readSupervision);
  expect(services.map(({ id }) => id)).toEqual([missed, running, late, soon]);
  expect(services[1]).toMatchObject({
    status: 200,
    site: { name: 'Gare' },
    agents: [{ id: agent, name: people.agent.fullname, awaited: false, presence: 'held' }],
    missing: 0,
    lastEvent: { type: lifecycleEvents.breakFinish.id },
  });
  expect(services[3]).toMatchObject({ agents: [], missing: 1, lastEvent: null });
});

test('of a running service those who have not come are named, once the tolerance has passed', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const [begun, fresh] = [await plan(-1, 8, 200), await plan(-0.05, 8, 200)];
  const other = people.staff.profile?.id as string;
  for (const id of [begun, fresh]) {
    await sql('update services set real_start_at = start_at where id = $1', [id]);
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      agency.id,
      id,
      other,
    ]);
    await sql(
      `insert into service_times (agency_id, service_id, agent_id, state, started_at) values ($1, $2, $3, 200, now())`,
      [agency.id, id, agent],
    );
  }
  const { services } = await owner.call(readSupervision);
  expect(
    services.map(({ id, agents }) => [id, agents.filter(({ awaited }) => awaited).map(({ name }) => name)]),
  ).toEqual([
    [begun, [people.staff.fullname]],
    [fresh, []],
  ]);
  // Which of the two is there, and which is gone.
  await sql('update service_times set state = 300, ended_at = now() where service_id = $1', [begun]);
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at) values ($1, $2, $3, 200, now())`,
    [agency.id, begun, other],
  );
  const [watched] = (await owner.call(readSupervision)).services;
  expect(Object.fromEntries(watched?.agents.map(({ id, presence }) => [id, presence]) ?? [])).toEqual({
    [agent]: 'left',
    [other]: 'held',
  });
});

test('interrupted services are shown for half a day after their end, unfinished ones for half a day after they are marked so', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const [unfinished, brokenOff, overrun, justNow] = [
    await plan(-33, 8, 800),
    await plan(-19, 8, 400),
    await plan(-18, 4, 400),
    await plan(-3, 8, 400),
  ];
  // Extended, and interrupted long after its planned end.
  await sql(`update services set real_end_at = now() - interval '1 hour' where id = $1`, [overrun]);
  await plan(-21, 8, 400);
  await plan(-45, 8, 800);
  const { services } = await owner.call(readSupervision);
  expect(services.map(({ id }) => id)).toEqual([unfinished, brokenOff, overrun, justNow]);
});

test('a service that ended before its time is shown until its planned end', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const [early, justBefore, past] = [await plan(-3, 8, 300), await plan(-8, 8, 300), await plan(-9, 8, 300)];
  await sql(`update services set real_end_at = now() - interval '2 hours' where id = any ($1)`, [[early, past]]);
  await sql(`update services set real_end_at = now(), end_at = now() + interval '3 minutes' where id = $1`, [
    justBefore,
  ]);
  const { services } = await owner.call(readSupervision);
  expect(services.map(({ id, realEndAt }) => [id, realEndAt !== null])).toEqual([[early, true]]);
});

test('if there are too many for a screen, services that need attention are shown and the others counted', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  await sql(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, status)
      select $1, gen_random_uuid(), gen_random_uuid()::text, $2, now() - interval '5 hours', now() + interval '3 hours', 200 from generate_series(1, 1001)`,
    [agency.id, site],
  );
  const late = await plan(-1, 8, 110);
  const { services, leftOut } = await owner.call(readSupervision);
  expect([services.length, leftOut, services.at(-1)?.id]).toEqual([1000, 2, late]);
});

test('it needs its right, and another agency sees nothing', async () => {
  const planner = as(await here.hire('planificatrice', { of: 'azur', rights: ['listServices'] }));
  expect(await planner.answer(readSupervision)).toMatchObject({ status: 403, body: { right: 'readSupervision' } });
  expect((await as('foreignOwner').call(readSupervision)).services).toEqual([]);
});

test('changed services are read by id as the whole board shows them; one it does not show is missing', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const [running, late, over, circuit, stop] = [
    await plan(-3, 8, 200),
    await plan(-1, 8, 110),
    await plan(-30, 8, 120),
    await plan(-2, 8, 200),
    await plan(-2, 1, 200),
  ];
  await sql('update services set is_circuit = true where id = $1', [circuit]);
  await sql('update services set circuit_id = $2 where id = $1', [stop, circuit]);
  const whole = await owner.call(readSupervision);
  expect(whole.services.map(({ id }) => id)).toEqual([running, circuit, late]);
  const ask = { input: { services: [late, over, stop] } };
  expect(await owner.call(readWatchedServices, ask)).toEqual({
    ...whole,
    services: whole.services.filter(({ id }) => id === late || id === circuit),
  });
  expect((await as('foreignOwner').call(readWatchedServices, ask)).services).toEqual([]);
});

test('a tour shows what happened last at one of its stops, and where, unless the tour ended since', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const [circuit, stop] = [await plan(-2, 8, 200), await plan(-2, 1, 200)];
  await sql('update services set is_circuit = true where id = $1', [circuit]);
  await sql('update services set circuit_id = $2 where id = $1', [stop, circuit]);
  const note = (service: string, type: number, minutes: number) =>
    sql(
      'insert into service_events (agency_id, id, service_id, agent_id, type, at) values ($1, gen_random_uuid(), $2, $3, $4, now() - make_interval(mins => $5))',
      [agency.id, service, agent, type, minutes],
    );
  const last = async () => (await owner.call(readSupervision)).services.find(({ id }) => id === circuit)?.lastEvent;
  const { serviceStart, serviceInterrupted, serviceNotStarted } = lifecycleEvents;
  await note(circuit, serviceStart.id, 120);
  expect(await last()).toMatchObject({ type: serviceStart.id, stop: null });
  await note(stop, serviceStart.id, 60);
  expect(await last()).toMatchObject({ type: serviceStart.id, stop: 'Gare' });
  // The end of the tour notes its other stops as not begun.
  await note(circuit, serviceInterrupted.id, 10);
  await note(stop, serviceNotStarted.id, 10);
  expect(await last()).toMatchObject({ type: serviceInterrupted.id, stop: null });
});

test('a note is read by the agency only; a message reaches the agents of the service and leaves a note', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const service = await plan(-1, 8, 110);
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [service]);
  const params = { id: service };
  await owner.call(noteService, { params, input: { content: '  Appelé deux fois, ne répond pas ' } });
  // Ids are the same in upper case.
  const input = { content: 'Où êtes-vous ?', agents: [agent.toUpperCase()] };
  expect(await owner.call(messageAgents, { params: { id: service.toUpperCase() }, input })).toEqual({
    told: 1,
    missed: [],
  });
  const other = people.staff.profile?.id as string;
  expect(
    await owner.answer(messageAgents, { params, input: { content: 'Bonjour', agents: [agent, other] } }),
  ).toMatchObject({ status: 400, body: { message: 'Ce collaborateur n’est plus sur ce service.' } });
  expect((await owner.answer(noteService, { params, input: { content: '   ' } })).status).toBe(400);
  const events = await sql<{ content: string; type: number }>(
    'select content, type from service_events where service_id = $1 order by id',
    [service],
  );
  expect(events).toEqual([
    { content: 'Appelé deux fois, ne répond pas', type: agencyNote.id },
    { content: `Message à ${people.agent.fullname} : Où êtes-vous ?`, type: agencyNote.id },
  ]);
  const notices = await sql<{ content: string }>(`select content from notifications where kind = 'agencyMessage'`, []);
  expect(notices.map(({ content }) => content)).toEqual(['Où êtes-vous ?']);
  const read = async (who: 'owner' | 'agent') => {
    const answer = await as(who).answer(fetchServiceEvents, {
      mount: who === 'agent' ? 'agent' : 'agency',
      params,
      input: {},
    });
    return (answer.body as { events?: { type: { label: string } }[] }).events?.map(({ type }) => type.label) ?? [];
  };
  expect(await read('owner')).toEqual(['Note de l’agence', 'Note de l’agence']);
  expect(await read('agent')).toEqual([]);
  // The list of services opens no events, and the supervision not their content.
  const clerk = as(await here.hire('registre', { of: 'azur', rights: ['listServices', 'readSupervision'] }));
  expect(await clerk.answer(fetchServiceEvents, { mount: 'agency', params, input: {} })).toMatchObject({
    status: 403,
    body: { right: 'listServiceEvents' },
  });
  const lastOf = async (who: typeof clerk) =>
    (await who.call(readSupervision)).services.find(({ id }) => id === service)?.lastEvent?.content;
  expect([await lastOf(owner), await lastOf(clerk)]).toEqual([expect.stringContaining('Où êtes-vous ?'), null]);
});

test('a message says whom it did not reach and why; it is refused if nobody can be reached, unpublished or too often', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  const service = await plan(-1, 8, 110);
  const guard = await here.hire('muette', { of: 'azur', rights: ['readOwnPlanning'] });
  const mute = guard.profile?.id as string;
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    agency.id,
    service,
    mute,
  ]);
  const write = (agents: string[]) =>
    owner.answer(messageAgents, { params: { id: service }, input: { content: 'Bonjour', agents } });
  expect(await write([agent])).toMatchObject({
    status: 400,
    body: { message: `Ce service n’est pas publié pour ${people.agent.fullname} : publiez-le d’abord.` },
  });
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [service]);
  await sql(
    `insert into notification_preferences (agency_id, user_id, kind, channels) values ($1, $2, 'agencyMessage', '{}')`,
    [agency.id, guard.id],
  );
  expect(await write([agent, mute])).toMatchObject({
    status: 200,
    body: { told: 1, missed: [{ id: mute, why: 'preference' }] },
  });
  expect(await write([mute])).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Personne ne peut être joint : .*ne souhaite pas/) },
  });
  const [note] = await sql<{ content: string }>('select content from service_events where service_id = $1', [service]);
  expect(note?.content).toMatch(/Bonjour\nNon joint : .*préférences/);
  await sql(
    `insert into audit (agency_id, id, user_id, entity, entity_id, action)
      select $1, gen_random_uuid(), $2, 'service', $3, 'message' from generate_series(1, ${messagesPerHour})`,
    [agency.id, people.owner.id, service],
  );
  expect((await write([agent])).status).toBe(429);
  await sql(
    `insert into audit (agency_id, id, user_id, entity, entity_id, action)
      select $1, gen_random_uuid(), $2, 'service', $3, 'note' from generate_series(1, ${notesPerHour})`,
    [agency.id, people.owner.id, service],
  );
  expect(await owner.answer(noteService, { params: { id: service }, input: { content: 'Encore' } })).toMatchObject({
    status: 429,
    body: { message: 'Vous avez écrit 300 notes en une heure : réessayez plus tard.' },
  });
});

test('phones are read only with the right to read them', async () => {
  await sql('delete from services where agency_id = $1', [agency.id]);
  await sql(`update agents set phone = '{06 12 34 56 78}' where id = $1`, [agent]);
  await plan(-1, 8, 200);
  const blind = as(await here.hire('regardant', { of: 'azur', rights: ['readSupervision'] }));
  const phonesFor = async (client: typeof owner) => (await client.call(readSupervision)).services[0]?.agents[0]?.phones;
  expect(await phonesFor(owner)).toEqual(['06 12 34 56 78']);
  expect(await phonesFor(blind)).toEqual([]);
});
