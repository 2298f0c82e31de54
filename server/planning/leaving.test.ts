import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { exportAgents } from '#core/agents/register.ts';
import { Customer } from '#core/customers/customer.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { fetchPlanning, publishServices, removeServices, saveServices } from '#core/planning/calls.ts';
import { faultyServices } from '#core/planning/cover-calls.ts';
import { fetchAgentsWithServices } from '#core/planning/fetch-calls.ts';
import {
  comingServices,
  freeAgent,
  freedServices,
  giveBackServices,
  leaveAgent,
  leaveCustomer,
  leaveSite,
  reopenContracts,
  unplanAgent,
} from '#core/planning/leaving.ts';
import { Unavailability, UnavailabilityType } from '#core/planning/unavailability.ts';
import { Site } from '#core/sites/site.ts';
import { nobody } from '#server/db/context.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, sql } = here;
const owner = as('owner');
let planner: Awaited<ReturnType<typeof plannerOf>>;
beforeAll(async () => {
  planner = await plannerOf(here);
});

const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const period = { start: dayIn(20), end: dayIn(26) };
const coming = async (kind: 'agent' | 'site' | 'customer', id: string, after?: string): Promise<string[]> =>
  (await owner.call(comingServices, { input: { kind, ids: [id], ...(after ? { after } : {}) } })).services.map(
    (service) => service.id,
  );
const agentOf = async (id: string): Promise<AnyRow> =>
  ((await owner.call(endpointOf(Agent, 'read'), { mount: 'agency', params: { id } })) as { agent: AnyRow }).agent;
const rowsOfGrid = async (): Promise<{ id: string; gone?: { why: string } | null }[]> =>
  (await owner.call(fetchPlanning, { input: period })).agents as never;

describe('an agent who leaves', () => {
  test('is taken off his coming services, his contract ends on that day, all or nothing', async () => {
    const [he, she] = [await planner.guard(), await planner.guard()];
    const alone = await planner.created(planner.service(dayIn(20), '08:00', '16:00', [he]));
    const shared = await planner.created(planner.service(dayIn(21), '08:00', '16:00', [he, she]));
    const past = await planner.created(planner.service(dayIn(-3), '08:00', '16:00', [he]));
    await owner.call(publishServices, { input: { services: [alone] } });
    expect(await coming('agent', he)).toEqual([alone, shared]);
    expect(await coming('agent', he, dayIn(20))).toEqual([shared]);

    const tooLate = await owner.answer(leaveAgent, {
      params: { id: he },
      input: { services: 'free', leftOn: dayIn(3) },
    });
    expect(tooLate).toMatchObject({ status: 400, body: { violations: [{ path: 'leftOn' }] } });
    expect(await coming('agent', he)).toEqual([alone, shared]);
    expect((await agentOf(he)).status).toBe(100);

    const { freed } = await owner.call(leaveAgent, { params: { id: he }, input: { services: 'free', leftOn: today } });
    expect(freed.toSorted()).toEqual([alone, shared].toSorted());
    const gone = await agentOf(he);
    expect([gone.status, gone.agentInfos.contracts[0].endDate]).toEqual([300, today]);
    expect(await planner.read(alone)).toMatchObject({ agents: [], missingAgents: 1, publication: 'CHANGED' });
    expect(await planner.read(shared)).toMatchObject({ agents: [{ id: she }], missingAgents: 1 });
    expect((await planner.read(past)).agents).toMatchObject([{ id: he }]);
    const lines = await sql<{ entity: string; action: string }>(
      `select entity, action from audit where entity_id = any ($1) and action in ('edit', 'archive') order by entity, action`,
      [[he, alone, shared]],
    );
    expect(lines.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'agent archive',
      'agent edit',
      'service edit',
      'service edit',
    ]);
    const { agents } = await owner.call(exportAgents, { input: {} });
    expect(agents.find(({ agentId }) => agentId === he)).toMatchObject({ exitDate: today, gaps: expect.any(Array) });
  });

  test('keeps his row in the planning while he has services, with a warning on those to come', async () => {
    const he = await planner.guard();
    const kept = await planner.created(planner.service(dayIn(22), '08:00', '16:00', [he]), {});
    expect((await rowsOfGrid()).find(({ id }) => id === he)?.gone).toBeNull();
    const { freed } = await owner.call(leaveAgent, { params: { id: he }, input: { services: 'keep' } });
    expect(freed).toEqual([]);
    expect((await rowsOfGrid()).find(({ id }) => id === he)).toMatchObject({ gone: { why: 'ARCHIVED' } });
    const { agents } = await owner.call(fetchAgentsWithServices, { input: period });
    expect(agents.find(({ id }) => id === he)?.services.map(({ id }) => id)).toEqual([kept]);
    const { services: faulty } = await owner.call(faultyServices, { input: period });
    expect(faulty.find(({ id }) => id === kept)?.errors).toContainEqual(
      expect.objectContaining({
        agent: expect.objectContaining({ id: he }),
        message: expect.stringContaining('archivé'),
      }),
    );
    const moved = await planner.save({
      services: [{ id: kept, endAt: new Date(`${dayIn(22)}T16:00:00Z`).toISOString() }],
    });
    expect(moved.body.errors).toContainEqual(
      expect.objectContaining({ level: 1, message: expect.stringContaining('Collaborateur archivé') }),
    );
    const register = await owner.call(exportAgents, { input: {} });
    expect(register.agents.find(({ agentId }) => agentId === he)?.gaps).toContain(
      'date de sortie (archivé sans sortie)',
    );
    expect((await owner.call(freeAgent, { input: { agent: he } })).freed).toEqual([kept]);
    expect((await rowsOfGrid()).some(({ id }) => id === he)).toBe(false);
  });

  test('is freed from the services after a day only', async () => {
    const he = await planner.guard();
    const before = await planner.created(planner.service(dayIn(20), '08:00', '16:00', [he]));
    const after = await planner.created(planner.service(dayIn(24), '08:00', '16:00', [he]));
    expect((await owner.call(freeAgent, { input: { agent: he, after: dayIn(20) } })).freed).toEqual([after]);
    expect(await coming('agent', he)).toEqual([before]);
  });

  test('needs the rights to change services and contracts for what changes them', async () => {
    const he = await planner.guard();
    await planner.created(planner.service(dayIn(23), '08:00', '16:00', [he]));
    const clerk = as(await here.hire('archiviste', { of: 'azur', rights: ['listAgents', 'archiveAgent'] }));
    const leave = (input: object) => clerk.answer(leaveAgent, { params: { id: he }, input });
    expect((await leave({ services: 'free' })).body.right).toBe('editService');
    expect((await leave({ services: 'keep', leftOn: today })).body.right).toBe('editAgentContract');
    expect((await clerk.answer(comingServices, { input: { kind: 'agent', ids: [he] } })).status).toBe(403);
    expect(
      (await as('foreignOwner').answer(leaveAgent, { params: { id: he }, input: { services: 'keep' } })).status,
    ).toBe(404);
    expect((await agentOf(he)).status).toBe(100);
  });

  test('is made unplannable with an answer about his coming services, on every path', async () => {
    const [he, she] = [await planner.guard(), await planner.guard()];
    const his = await planner.created(planner.service(dayIn(20), '08:00', '16:00', [he, she]));
    const off = { agentInfos: { plannable: false } };
    const save = (who: typeof owner, id: string) =>
      who.answer(endpointOf(Agent, 'save'), { mount: 'agency', input: { id, ...off } });
    const refused = await save(owner, he);
    expect(refused).toMatchObject({ status: 409, body: { coming: { services: [{ id: his }], filtered: 1 } } });
    expect(refused.body.message).toMatch(/un service à venir est confié à cette personne. Dites d’abord s’ils sont/);
    // Who may not see services learns how many there are.
    const clerk = as(await here.hire('secrétaire', { of: 'azur', rights: ['listAgents', 'readAgent', 'editAgent'] }));
    expect((await save(clerk, he)).body.coming).toEqual({ services: [], filtered: 1 });
    expect((await agentOf(he)).agentInfos.plannable).toBe(true);

    const unplan = (who: typeof owner, id: string, services: 'keep' | 'free') =>
      who.answer(unplanAgent, { params: { id }, input: { services } });
    expect(await unplan(clerk, he, 'free')).toMatchObject({ status: 403, body: { right: 'editService' } });
    const stale = await owner.answer(unplanAgent, { params: { id: he }, input: { services: 'free', version: 99 } });
    expect(stale).toMatchObject({ status: 409, body: { current: { id: he } } });
    expect((await unplan(owner, he, 'free')).body.freed).toEqual([his]);
    expect((await unplan(clerk, she, 'keep')).body.freed).toEqual([]);
    expect((await planner.read(his)).agents).toMatchObject([{ id: she }]);
    for (const id of [he, she]) expect((await agentOf(id)).agentInfos.plannable).toBe(false);
    expect(await sql(`select action from audit where entity_id = $1 and action = 'edit'`, [she])).toHaveLength(1);
    const idle = await planner.guard();
    expect((await save(owner, idle)).status).toBe(200);
  });

  test('gets no absence once deleted', async () => {
    const he = await planner.guard();
    const types = (await owner.call(endpointOf(UnavailabilityType, 'list'), { input: {} })) as AnyRow;
    const type = { id: (Object.values(types).find(Array.isArray) as AnyRow[])[0]?.id };
    const draft = { agent: { id: he }, type, startAt: `${dayIn(5)}T00:00:00.000Z`, endAt: `${dayIn(5)}T20:00:00.000Z` };
    const save = (input: object) => owner.answer(endpointOf(Unavailability, 'save'), { mount: 'agency', input });
    const made = await save(draft);
    expect(made.status).toBe(200);
    await sql('update agents set status = 400 where id = $1', [he]);
    const { id } = made.body.unavailability;
    for (const input of [
      { ...draft, startAt: `${dayIn(8)}T00:00:00.000Z`, endAt: `${dayIn(8)}T20:00:00.000Z` },
      { id, startAt: `${dayIn(5)}T01:00:00.000Z` },
    ])
      expect(await save(input)).toMatchObject({ status: 400, body: { violations: [{ path: 'agent' }] } });
  });
});

test.each(['site', 'customer'] as const)(
  'the coming services of a %s are unscheduled with it, or kept',
  async (kind) => {
    const he = await planner.guard();
    const close = async (services: 'keep' | 'free'): Promise<{ id: string; freed: string[] }> => {
      const [made] = await sql<{ id: string }>(
        `insert into customers (agency_id, id, name) values ($1, gen_random_uuid(), 'Client qui part') returning id`,
        [here.agency.id],
      );
      const owned = kind === 'customer' ? (made?.id as string) : customer.id;
      const site = (await planner.saved(Site, { name: `Site de ${kind} ${services}`, customer: { id: owned } })).id;
      const id = await planner.created({
        ...planner.service(
          dayIn(25),
          services === 'keep' ? '06:00' : '14:00',
          services === 'keep' ? '12:00' : '20:00',
          [he],
        ),
        site: { id: site },
      });
      const target = kind === 'site' ? site : owned;
      expect(await coming(kind, target)).toEqual([id]);
      const call = { params: { id: target }, input: { services } };
      const { freed } = await (kind === 'site' ? owner.call(leaveSite, call) : owner.call(leaveCustomer, call));
      return { id, freed };
    };
    const kept = await close('keep');
    expect(kept.freed).toEqual([]);
    expect((await planner.read(kept.id)).status).toBe(100);
    const freed = await close('free');
    expect(freed.freed).toEqual([freed.id]);
    expect((await planner.read(freed.id)).status).toBe(700);
  },
);

describe('the undo of a leaving', () => {
  const move = (of: Parameters<typeof endpointOf>[0], id: string, type: string) =>
    owner.answer(endpointOf(of, 'act'), { params: { id, type } });

  test('gives an agent his posts and his contract back, published as before, and names what somebody changed', async () => {
    const [he, she] = [await planner.guard(), await planner.guard()];
    const on = (day: number) => planner.created(planner.service(dayIn(day), '08:00', '16:00', [he]));
    const [kept, changed, removed] = [await on(30), await on(32), await on(34)];
    await owner.call(publishServices, { input: { services: [kept] } });
    const left = await owner.call(leaveAgent, { params: { id: he }, input: { services: 'free', leftOn: today } });
    const other = as(await here.hire('planificatrice', { of: 'azur', rights: ['editService', 'listServices'] }));
    const filled = { services: [{ id: changed, agents: [{ id: she }] }], confirmed: true };
    expect((await other.answer(saveServices, { input: filled })).status).toBe(200);
    await owner.call(removeServices, { input: { services: [removed] } });
    expect(await owner.call(freedServices, { input: { agents: [he] } })).toEqual({ services: [kept] });

    const reopen = (who: typeof owner) => who.answer(reopenContracts, { params: { id: he } });
    expect((await reopen(other)).status).toBe(403);
    expect((await reopen(owner)).status).toBe(204);
    expect((await reopen(owner)).body.message).toMatch(/^Contrats modifiés entre-temps par /);
    expect((await agentOf(he)).agentInfos.contracts[0].endDate).toBeNull();
    expect((await move(Agent, he, 'reactivate')).status).toBe(200);
    const back = await owner.call(giveBackServices, { input: { agent: he, versions: left.versions } });
    expect(back.services).toEqual([kept]);
    expect(back.changed).toMatch(
      /^Modifié entre-temps par .*planificatrice.* : Entrepôt, .* Un service a été supprimé\.$/i,
    );
    expect(await planner.read(kept)).toMatchObject({ agents: [{ id: he }], publication: 'PUBLISHED' });
    expect((await planner.read(changed)).agents).toMatchObject([{ id: she }]);
    expect(await owner.call(freedServices, { input: { agents: [he] } })).toEqual({ services: [] });
  });

  test('reschedules the services of a place, and asks about what it breaks', async () => {
    const he = await planner.guard();
    const { id: site } = await planner.saved(Site, { name: 'Jetée', customer: { id: customer.id } });
    const draft = { ...planner.service(dayIn(36), '08:00', '16:00', [he]), site: { id: site } };
    const id = await planner.created(draft);
    await owner.call(publishServices, { input: { services: [id] } });
    const { versions } = await owner.call(leaveSite, { params: { id: site }, input: { services: 'free' } });
    expect((await move(Site, site, 'reactivate')).status).toBe(200);
    // Meanwhile he got another service at the same hours.
    const elsewhere = await planner.created(planner.service(dayIn(36), '09:00', '17:00', [he]));
    const back = () => owner.answer(giveBackServices, { input: { versions } });
    expect(await back()).toMatchObject({ status: 409, body: { errors: [{}] } });
    await owner.call(removeServices, { input: { services: [elsewhere] } });
    expect((await back()).body).toEqual({ services: [id], refused: [], changed: null });
    expect(await planner.read(id)).toMatchObject({ status: 100, agents: [{ id: he }], publication: 'PUBLISHED' });
  });

  test('gives back each service that may return, and names the others with the reason', async () => {
    const [he, she] = [await planner.guard(), await planner.guard()];
    const { id: site } = await planner.saved(Site, { name: 'Digue', customer: { id: customer.id } });
    const on = (day: number) =>
      planner.created({ ...planner.service(dayIn(day), '08:00', '16:00', [he]), site: { id: site } });
    const [free, doubled, gone] = [await on(40), await on(42), await on(44)];
    await planner.save({ services: [{ id: gone, agents: [{ id: she }] }], confirmed: true });
    const { versions } = await owner.call(leaveSite, { params: { id: site }, input: { services: 'free' } });
    expect((await move(Site, site, 'reactivate')).status).toBe(200);
    const elsewhere = await planner.created(planner.service(dayIn(42), '09:00', '17:00', [he]));
    await sql('update agents set status = 300 where id = $1', [she]);
    const back = (more: object) => owner.answer(giveBackServices, { input: { versions, ...more } });
    expect((await back({})).status).toBe(409);
    const { body } = await back({ confirmed: false });
    expect(body.services).toEqual([free]);
    expect(body.refused).toEqual(
      expect.arrayContaining([
        { id: doubled, name: expect.stringMatching(/^Digue, .*, 08:00–16:00$/), why: expect.stringContaining(' : ') },
        { id: gone, name: expect.any(String), why: expect.stringContaining('est archivé ou supprimé') },
      ]),
    );
    for (const id of [free, doubled, gone]) expect((await planner.read(id)).status).toBe(id === free ? 100 : 700);
    // A rule that refuses keeps away only what breaks it, whatever is confirmed.
    await sql('update agencies set check_multiple_assignments = 2 where id = $1', [here.agency.id]);
    const { [free]: _given, ...left } = versions;
    const refused = await owner.answer(giveBackServices, { input: { versions: left, confirmed: true } });
    await sql('update agencies set check_multiple_assignments = 1 where id = $1', [here.agency.id]);
    expect([refused.status, refused.body.services, refused.body.refused.length]).toEqual([200, [], 2]);
    await owner.call(removeServices, { input: { services: [elsewhere] } });
    expect((await back({})).body.services).toEqual([doubled]);
  });
});

test('a place that closes keeps its services that are late or under way', async () => {
  const { id: site } = await planner.saved(Site, { name: 'Silo', customer: { id: customer.id } });
  const [ahead, late, running] = await Promise.all(
    [100, 110, 200].map(async (status) => {
      const [made] = await sql<{ id: string }>(
        `insert into services (agency_id, id, site_id, status, start_at, end_at)
          select $1, gen_random_uuid(), $2, $3::integer, at, at + interval '8 hours'
          from (values (now() + case when $3 = 100 then interval '1 day' else interval '-1 hour' end)) v (at) returning id`,
        [here.agency.id, site, status],
      );
      return made?.id as string;
    }),
  );
  const { services, underWay } = await owner.call(comingServices, { input: { kind: 'site', ids: [site] } });
  expect(services.map(({ id }) => id)).toEqual([ahead]);
  expect(new Set(underWay.services.map(({ id }) => id))).toEqual(new Set([late, running]));
  const { freed } = await owner.call(leaveSite, { params: { id: site }, input: { services: 'free' } });
  expect(freed).toEqual([ahead]);
});

test('archiving a customer archives its sites, which take no service and come back with it as they were', async () => {
  const made = (of: Parameters<typeof endpointOf>[0], input: object) =>
    owner.answer(endpointOf(of, 'save'), { mount: 'agency', input });
  const move = (of: Parameters<typeof endpointOf>[0], id: string, type: string) =>
    owner.answer(endpointOf(of, 'act'), { params: { id, type } });
  const { body } = await made(Customer, { name: 'Port de plaisance', type: 100 });
  const id: string = body.customer.id;
  const draft = { name: 'Capitainerie', customer: { id } };
  const site: string = (await made(Site, draft)).body.site.id;
  const [closed, idle]: string[] = await Promise.all(
    ['Silo fermé', 'Silo inactif'].map(async (name) => (await made(Site, { ...draft, name })).body.site.id),
  );
  expect((await move(Site, closed as string, 'archive')).status).toBe(200);
  expect((await move(Site, idle as string, 'deactivate')).status).toBe(200);
  expect((await move(Customer, id, 'archive')).status).toBe(200);
  const statusOf = async (): Promise<unknown> => (await sql('select status from sites where id = $1', [site]))[0];
  expect(await statusOf()).toEqual({ status: 300 });
  expect(
    await sql(`select entity, action from audit where entity_id = any ($1) and action = 'archive' order by entity`, [
      [id, site],
    ]),
  ).toEqual([
    { entity: 'customer', action: 'archive' },
    { entity: 'site', action: 'archive' },
  ]);
  const refusal = {
    status: 400,
    body: { message: 'Port de plaisance est un client archivé : réactivez-le d’abord' },
  };
  expect(await made(Site, { ...draft, name: 'Quai' })).toMatchObject(refusal);
  expect(await move(Site, site, 'reactivate')).toMatchObject(refusal);
  expect(await made(Site, { id: site, willActivate: true })).toMatchObject(refusal);
  const service = { ...planner.service(dayIn(26), '08:00', '16:00'), site: { id: site } };
  expect(await planner.save({ services: [service] })).toMatchObject({
    status: 400,
    body: { message: 'Capitainerie est archivé : ce site ne reçoit plus de service' },
  });
  expect((await move(Customer, id, 'reactivate')).status).toBe(200);
  const statuses = await sql('select name, status from sites where customer_id = $1 order by name', [id]);
  expect(statuses).toEqual([
    { name: 'Capitainerie', status: 100 },
    { name: 'Silo fermé', status: 300 },
    { name: 'Silo inactif', status: 200 },
  ]);
  // A site that somebody archived since stays archived.
  await move(Customer, id, 'archive');
  await move(Customer, id, 'reactivate');
  await move(Site, site, 'archive');
  await move(Customer, id, 'archive');
  await move(Customer, id, 'reactivate');
  expect(await statusOf()).toEqual({ status: 300 });
});

test.each(['agents', 'sites'] as const)(
  'a save waits for an archiving of one of its %s that is under way, and is then refused',
  async (table) => {
    const he = await planner.guard();
    const { id: site } = await planner.saved(Site, { name: 'Dock', customer: { id: customer.id } });
    const closing = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const archiving = here.database.transaction({ ...nobody, agency: here.agency.id }, async (db) => {
      const id = table === 'agents' ? he : site;
      await db.query({ text: `select 1 from ${table} where id = $1 for update`, values: [id] });
      await db.query({ text: `update ${table} set status = 300 where id = $1`, values: [id] });
      begun.resolve();
      await closing.promise;
    });
    await begun.promise;
    const saving = planner.save({
      services: [{ ...planner.service(dayIn(26), '08:00', '16:00', [he]), site: { id: site } }],
    });
    const first = await Promise.race([saving.then(() => 'saved'), setTimeout(300, 'waits')]);
    closing.resolve();
    await archiving;
    expect([first, (await saving).status]).toEqual(['waits', 400]);
    expect(await coming('site', site)).toEqual([]);
  },
);
