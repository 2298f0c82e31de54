import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import {
  listNotificationPreferences,
  listNotifications,
  saveNotificationPreference,
} from '#core/notifications/calls.ts';
import { publishServices, removeServices, saveServices } from '#core/planning/calls.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { previewPublication, undoPublication } from '#core/planning/publication-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { tellPublication } from './publishing.ts';

const here = await world();
const { as, agency, customer, people, sql, app } = here;
const owner = as('owner');
const me = people.agent.profile?.id as string;
const colleague = await here.hire('collegue', { of: 'azur', rights: ['readOwnPlanning'], plannable: true });
const other = colleague.profile?.id as string;
const saved = (await owner.call(endpointOf(Site, 'save'), {
  mount: 'agency',
  input: { name: 'Port de Nice', customer: { id: customer.id } },
})) as { site: { id: string } };
const site = saved.site.id;
const period = { start: '2027-03-01', end: '2027-03-31' };

beforeEach(async () => {
  for (const table of ['services', 'published_services', 'planning_publications', 'notifications', 'emails'])
    await sql(`delete from ${table}`);
});

const plan = async (day: string, agents: string[], more: object = {}): Promise<string> => {
  const { services } = await owner.call(saveServices, {
    input: {
      confirmed: true,
      services: [
        {
          site: { id: site },
          startAt: `${day}T06:00:00.000Z`,
          endAt: `${day}T18:00:00.000Z`,
          agents: agents.map((id) => ({ id })),
          ...more,
        },
      ],
    },
  });
  return services[0]?.id as string;
};
const edit = (id: string, more: object) =>
  owner.call(saveServices, { input: { confirmed: true, services: [{ id, ...more }] } });
const publish = (input: object) => owner.call(publishServices, { input });
const preview = (input: object = { period }) => owner.call(previewPublication, { input });
const undo = (id: string | null) => owner.answer(undoPublication, { params: { id: id as string } });
/** As the job after the minute. */
const told = (id: string | null): Promise<void> =>
  tellPublication.work({ id: id as string }, servicesOf(app), {
    agency: agency.id,
    count: 1,
    isLast: false,
    signal: new AbortController().signal,
  });
const daysAgo = (days: number, hour: number): string =>
  `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const seenBy = async (who: 'agent'): Promise<string[]> =>
  (
    (await as(who).call(endpointOf(Service, 'list'), { mount: 'agent', input: { limit: 50 } })) as {
      services: { id: string; endAt: string }[];
    }
  ).services.map(({ id, endAt }) => `${id} ${endAt}`);
const mailed = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await sql<{ to: string[]; words: string }>(
        `select recipients as "to", content::text as words from emails where reason = 'servicesPublished'`,
      )
    ).map(({ to, words }) => [to[0], words]),
  );

test('the preview gives each change per agent, before and after, and who would be told how', async () => {
  const kept = await plan('2027-03-01', [me]);
  const moved = await plan('2027-03-02', [me]);
  const gone = await plan('2027-03-03', [me]);
  await publish({ period });
  expect((await preview()).services).toEqual([]);
  await edit(moved, { endAt: '2027-03-02T17:00:00.000Z' });
  await edit(kept, { agents: [{ id: other }] });
  await owner.call(removeServices, { input: { services: [gone] } });
  const added = await plan('2027-03-04', [other]);
  const { services, agents, sites } = await preview();
  expect(services.map(({ id, changes }) => [id, changes])).toEqual([
    [
      kept,
      expect.arrayContaining([
        { agent: me, kind: 'removed' },
        { agent: other, kind: 'added' },
      ]),
    ],
    [moved, [{ agent: me, kind: 'moved' }]],
    [gone, [{ agent: me, kind: 'removed' }]],
    [added, [{ agent: other, kind: 'added' }]],
  ]);
  expect(services[1]).toMatchObject({
    before: { endAt: '2027-03-02T18:00:00Z', site },
    after: { endAt: '2027-03-02T17:00:00Z' },
  });
  expect(services[2]).toMatchObject({ before: { agents: [me] }, after: null });
  expect(sites).toEqual([{ id: site, name: 'Port de Nice' }]);
  expect(agents.map(({ id, channels }) => [id, channels])).toEqual([
    [me, ['here', 'mail']],
    [other, ['here', 'mail']],
  ]);
});

test('« Publier et prévenir » tells each person his own changes, after the minute and once', async () => {
  await plan('2027-03-01', [me], { postTitle: 'Poste de garde' });
  await plan('2027-03-02', [other]);
  const { publication, published } = await publish({ period, notify: true });
  expect(published).toBe(2);
  expect(await mailed()).toEqual({});
  await told(publication);
  await told(publication);
  const words = await mailed();
  expect(Object.keys(words).sort()).toEqual([colleague.email, people.agent.email].sort());
  expect(words[people.agent.email]).toContain(
    'Ajouté : lundi 01/03/2027, 07:00 – 19:00, Port de Nice (Poste de garde)',
  );
  expect(words[people.agent.email]).not.toContain('02/03/2027');
  const { notifications } = await as('agent').call(listNotifications, { input: {} });
  expect(notifications).toMatchObject([{ title: 'Planning publié : 1 service', link: '/my-planning' }]);
  expect(await sql('select 1 from planning_publications')).toEqual([]);
});

test('a plain publication tells nobody; a part is published alone, removals too', async () => {
  const [one, two] = [await plan('2027-03-01', [me]), await plan('2027-03-02', [me])];
  const { publication } = await publish({ services: [one] });
  await told(publication);
  expect(await mailed()).toEqual({});
  expect((await seenBy('agent')).map((line) => line.split(' ')[0])).toEqual([one]);
  await publish({ services: [two] });
  await owner.call(removeServices, { input: { services: [one, two] } });
  expect((await publish({ services: [one] })).published).toBe(1);
  expect((await seenBy('agent')).map((line) => line.split(' ')[0])).toEqual([two]);
});

test('an agent who gets no planning by mail (F-051) is told in the application only', async () => {
  await sql('update agents set send_planning = false where id = $1', [me]);
  await plan('2027-03-01', [me]);
  expect((await preview()).agents).toMatchObject([{ id: me, channels: ['here'] }]);
  await told((await publish({ period, notify: true })).publication);
  expect(await mailed()).toEqual({});
  expect((await as('agent').call(listNotifications, { input: {} })).notifications).toHaveLength(1);
  // Who also wants no notification in the application is not told, and the preview says why.
  await as('agent').call(saveNotificationPreference, {
    params: { kind: 'servicesPublished' },
    input: { channels: ['mail'] },
  });
  await plan('2027-03-03', [me]);
  expect((await preview()).agents).toMatchObject([{ id: me, channels: [], why: 'planningMail' }]);
  await sql('update agents set send_planning = true where id = $1', [me]);
  await as('agent').call(saveNotificationPreference, {
    params: { kind: 'servicesPublished' },
    input: { channels: [] },
  });
  expect((await preview()).agents).toMatchObject([{ id: me, channels: [], why: 'preference' }]);
  await sql('delete from notification_preferences');
});

test('the undo puts back what was published: a first publication, a change, a removal; nobody is told', async () => {
  const changed = await plan('2027-03-01', [me]);
  const gone = await plan('2027-03-02', [me]);
  await publish({ period });
  const before = await seenBy('agent');
  await edit(changed, { endAt: '2027-03-01T17:00:00.000Z', agents: [{ id: me }, { id: other }] });
  await owner.call(removeServices, { input: { services: [gone] } });
  await plan('2027-03-03', [me]);
  const { publication } = await publish({ period, notify: true });
  expect(await seenBy('agent')).not.toEqual(before);
  expect((await undo(publication)).status).toBe(200);
  expect(await seenBy('agent')).toEqual(before);
  // The same changes wait again.
  expect((await preview()).services.map(({ id }) => id)).toEqual(expect.arrayContaining([changed, gone]));
  expect((await preview()).services).toHaveLength(3);
  await told(publication);
  expect(await mailed()).toEqual({});
  expect((await undo(publication)).status).toBe(404);
  expect((await publish({ period })).published).toBe(3);
});

test('the undo is refused once the planning has changed, after a minute, and to others', async () => {
  const id = await plan('2027-03-01', [me]);
  const { publication } = await publish({ period, notify: true });
  expect((await as('staff').answer(undoPublication, { params: { id: publication as string } })).status).toBe(404);
  await edit(id, { postTitle: 'Accueil' });
  expect(await undo(publication)).toMatchObject({
    status: 409,
    body: { message: 'Le planning a changé depuis : la publication ne s’annule plus.' },
  });
  const next = await publish({ period });
  await sql(`update planning_publications set created_at = created_at - interval '61 seconds'`);
  expect((await undo(next.publication)).status).toBe(404);
  expect((await publish({ period })).publication).toBeNull();
});

test('the undo is refused once a service has begun: who works there still sees it', async () => {
  const start = Date.now() - 3_600_000;
  const id = await plan('2027-03-01', [me], {
    startAt: new Date(start).toISOString(),
    endAt: new Date(start + 8 * 3_600_000).toISOString(),
  });
  const { publication } = await publish({ services: [id] });
  await as('agent').call(moveService, {
    mount: 'agent',
    params: { status: '200' },
    input: { service: { id }, event: { uuid: randomUUID() } },
  });
  expect(await undo(publication)).toMatchObject({
    status: 409,
    body: { message: 'Un service a commencé depuis : la publication ne s’annule plus.' },
  });
  expect(await seenBy('agent')).toHaveLength(1);
});

test('a service to come that is moved into the past is told: agent and customer no longer expect it', async () => {
  const id = await plan('2027-03-01', [me]);
  await publish({ period });
  const [startAt, endAt] = [daysAgo(3, 6), daysAgo(3, 18)];
  await edit(id, { startAt, endAt });
  const { publication } = await publish({ services: [id], notify: true });
  await told(publication);
  expect((await mailed())[people.agent.email]).toContain('Modifié : lundi 01/03/2027, 07:00 – 19:00');
  const { notifications } = await as('customer').call(listNotifications, { mount: 'customer', input: {} });
  expect(notifications.map(({ text }) => text)).toEqual([
    expect.stringContaining('au lundi 01/03/2027 : Port de Nice.'),
  ]);
});

test('two planners who publish the same service at once tell its agent once', async () => {
  for (const day of ['01', '02', '03', '04', '05']) {
    const [one, two] = [await plan(`2027-03-${day}`, [me]), await plan(`2027-04-${day}`, [me])];
    const both = await Promise.all([
      publish({ services: [one], notify: true }),
      publish({ services: [one, two], notify: true }),
    ]);
    for (const { publication } of both) if (publication) await told(publication);
  }
  const texts = await sql<{ text: string }>(
    `select content as text from notifications where kind = 'servicesPublished' and user_id = $1`,
    [people.agent.id],
  );
  const lines = texts.flatMap(({ text }) => text.split('\n'));
  expect(lines).toHaveLength(10);
});

test('a customer is told what changes on his sites, also by a tour, and not who comes; another customer and the agency are not', async () => {
  const bell = async (who: 'customer' | 'foreignCustomer'): Promise<string[]> =>
    (await as(who).call(listNotifications, { mount: 'customer', input: {} })).notifications.map(
      ({ title, text, link }) => `${title} | ${text} | ${link}`,
    );
  const service = await plan('2027-03-01', [me]);
  await plan('2027-03-02', [], {
    isCircuit: true,
    services: [{ site: { id: site }, arrival: '09:00', minutes: 20 }],
  });
  const seen = async () => {
    const { services, customers } = await preview();
    return [services.map((one) => one.customers), customers];
  };
  const his = { id: customer.id, name: expect.any(String), told: 1 };
  expect(await seen()).toEqual([[[customer.id], [customer.id]], [his]]);
  await told((await publish({ period, notify: true })).publication);
  const first =
    'Planning de vos sites : 2 services publiés | Services ajoutés, modifiés ou retirés, du lundi 01/03/2027 au mardi 02/03/2027 : Port de Nice. | /customerPlanning';
  expect(await bell('customer')).toEqual([first]);
  await edit(service, { agents: [{ id: other }] });
  expect(await seen()).toEqual([[[]], []]);
  await told((await publish({ period, notify: true })).publication);
  expect(await bell('customer')).toEqual([first]);
  await owner.call(removeServices, { input: { services: [service] } });
  expect(await seen()).toEqual([[[customer.id]], [his]]);
  await told((await publish({ period, notify: true })).publication);
  expect(await bell('customer')).toEqual([
    'Planning de vos sites : 1 service publié | Service ajouté, modifié ou retiré, lundi 01/03/2027 : Port de Nice. | /customerPlanning',
    first,
  ]);
  expect(await bell('foreignCustomer')).toEqual([]);
  const kinds = async (who: 'customer' | 'owner', mount: 'customer' | 'agency') =>
    (await as(who).call(listNotificationPreferences, { mount })).preferences.map(({ kind }) => kind);
  expect(await kinds('customer', 'customer')).toContain('sitePlanningPublished');
  expect(await kinds('owner', 'agency')).not.toContain('sitePlanningPublished');
});

test('a contact of two customers is told of the sites of each', async () => {
  const name = 'Quai ouest';
  const own = { name, customer: (await owner.answer(endpointOf(Customer, 'save'), { input: { name } })).body.customer };
  const { id } = (await owner.answer(endpointOf(Site, 'save'), { input: own })).body.site;
  await sql(
    `insert into contacts (agency_id, id, customer_id, user_id, firstname, lastname, rights)
      select agency_id, gen_random_uuid(), $1, user_id, firstname, lastname, rights from contacts where customer_id = $2 and user_id = $3`,
    [own.customer.id, customer.id, people.customer.id],
  );
  await plan('2027-03-01', []);
  await plan('2027-03-02', [], { site: { id } });
  await told((await publish({ period, notify: true })).publication);
  const { notifications } = await as('customer').call(listNotifications, { mount: 'customer', input: {} });
  expect(notifications.flatMap(({ text }) => /Port de Nice|Quai ouest/.exec(text)?.[0] ?? []).sort()).toEqual([
    'Port de Nice',
    name,
  ]);
});
