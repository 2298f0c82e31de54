// Art. 7.07.3 and N-023 on every path that saves services.
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import {
  checkServices,
  cloneServices,
  consentOf,
  moveServices,
  publishServices,
  saveSeries,
  saveServices,
} from '#core/planning/calls.ts';
import { moveCircuits, saveCircuit } from '#core/planning/fetch-calls.ts';
import { giveBackServices, leaveAgent } from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import { undoServices } from '#core/planning/undo-calls.ts';
import { Site } from '#core/sites/site.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { codesOf, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const { site, guard, created, saved } = await plannerOf(here);
const owner = as('owner');
await sql(`update agencies set planning_regulation = 'IDCC1351', check_break = 0 where id = $1`, [agency.id]);

const hour = 3_600_000;
/** A full hour, less than 24 hours from now by at least a minute: the notice is counted in minutes. */
const soon = Math.floor((Date.now() - 60_000) / hour) * hour + 24 * hour;
const instant = (hours: number): string => new Date(soon + hours * hour).toISOString();
const times = (hours: number) => ({ startAt: instant(0), endAt: instant(hours) });
/** Too long: a warning to confirm, beside the consent. */
const long = times(13);
const oral = { confirmed: true, consent: { means: 'ORAL' } };

/** A published service of tomorrow. */
const published = async (agent: string, input: object = oral): Promise<string> => {
  const id = await created({ site: { id: site }, ...times(4), agents: [{ id: agent }] }, input);
  await owner.call(publishServices, { input: { services: [id] } });
  return id;
};
const save = (input: object): Promise<Answer> => owner.answer(saveServices, { input });
const daily = {
  startDate: instant(0).slice(0, 10),
  endDate: instant(24).slice(0, 10),
  startTime: '09:00',
  endTime: '22:00',
  repeat: 'daily',
};

/** A long service of tomorrow that was unscheduled. */
const unscheduled = async (agent: string, more: object = {}): Promise<string> => {
  const id = await created({ site: { id: site }, ...long, agents: [{ id: agent }], ...more }, oral);
  await owner.call(moveServices, { params: { type: 'unschedule' }, input: { services: [id] } });
  return id;
};

interface Path {
  send(more: { confirmed?: boolean; consent?: object }): Promise<Answer>;
  /** Agents whose consent is needed. */
  asked: string[];
}

const paths: Record<string, () => Promise<Path>> = {
  drag: async () => {
    const agent = await guard();
    const id = await published(agent);
    return { asked: [agent], send: (more) => save({ services: [{ id, ...long }], ...more }) };
  },
  copy: async () => {
    const [agent, other] = [await guard(), await guard()];
    const service = await published(agent);
    const copies = [{ service, startAt: instant(0), minutes: 13 * 60, agents: [other] }];
    return { asked: [other], send: (more) => owner.answer(cloneServices, { input: { copies, ...more } }) };
  },
  form: async () => {
    const agent = await guard();
    const id = await published(agent);
    return {
      asked: [agent],
      send: (more) => owner.answer(saveSeries, { params: { id }, input: { service: long, ...more } }),
    };
  },
  'new service': async () => {
    const agent = await guard();
    const services = [{ site: { id: site }, ...long, agents: [{ id: agent }] }];
    return { asked: [agent], send: (more) => save({ services, ...more }) };
  },
  batch: async () => {
    const agents = [await guard(), await guard()];
    const ids = [await published(agents[0] as string), await published(agents[1] as string)];
    return { asked: agents, send: (more) => save({ services: ids.map((id) => ({ id, ...long })), ...more }) };
  },
  'new series': async () => {
    const agent = await guard();
    const services = [{ site: { id: site }, ...long, agents: [{ id: agent }] }];
    return { asked: [agent], send: (more) => save({ services, recurrence: daily, ...more }) };
  },
  series: async () => {
    const agent = await guard();
    const draft = { site: { id: site }, ...times(4), agents: [{ id: agent }] };
    const { body } = await save({ services: [draft], recurrence: { ...daily, endTime: '13:00' }, ...oral });
    const ids: string[] = body.services.map(({ id }: { id: string }) => id);
    await owner.call(publishServices, { input: { services: ids } });
    const { startAt } = await owner
      .call(endpointOf(Service, 'read'), { mount: 'agency', params: { id: ids[0] as string } })
      .then((answer) => (answer as { service: { startAt: string } }).service);
    const service = { endAt: new Date(Date.parse(startAt) + 13 * hour).toISOString() };
    return {
      asked: [agent],
      send: (more) =>
        owner.answer(saveSeries, {
          params: { id: ids[0] as string },
          input: { service, filters: { series: 'all' }, ...more },
        }),
    };
  },
  cover: async () => {
    const [agent, other] = [await guard(), await guard()];
    const id = await created({ site: { id: site }, ...long, agents: [{ id: agent }] }, oral);
    return { asked: [other], send: (more) => save({ services: [{ id, agents: [{ id: other }] }], ...more }) };
  },
  circuit: async () => {
    const agent = await guard();
    const id = await published(agent);
    return {
      asked: [agent],
      send: ({ confirmed, consent }) =>
        owner.answer(saveCircuit, {
          input: { service: { id, ...long, ...(confirmed ? { confirmed } : {}) }, ...(consent ? { consent } : {}) },
        }),
    };
  },
  reschedule: async () => {
    const agent = await guard();
    const services = [await unscheduled(agent)];
    return {
      asked: [agent],
      send: (more) =>
        owner.answer(moveServices, { params: { type: 'reschedule' }, input: { services, ...more } as never }),
    };
  },
  'circuits to 100': async () => {
    const agent = await guard();
    const services = [{ id: await unscheduled(agent) }];
    return {
      asked: [agent],
      send: (more) => owner.answer(moveCircuits, { params: { status: '100' }, input: { services, ...more } as never }),
    };
  },
};

const codes = ({ body }: Answer): string[] => codesOf(body.errors ?? []);

test.each(Object.keys(paths))('%s: anomalies are confirmed, and the consent is demanded and stored', async (name) => {
  const { send, asked } = await (paths[name] as (typeof paths)[string])();
  const kept = (): Promise<{ agent: string; means: string }[]> =>
    sql(
      `select distinct agent_id as agent, means from service_consents where agent_id = any ($1) and means = 'SMS' order by 1`,
      [asked],
    );
  const bare = await send({});
  expect([bare.status, codes(bare)]).toEqual([409, expect.arrayContaining(['service max duration', 'short notice'])]);
  const confirmed = await send({ confirmed: true });
  expect([confirmed.status, codes(confirmed)]).toEqual([409, ['short notice']]);
  expect(confirmed.body.message).toBe('L’accord du collaborateur est à recueillir avant d’enregistrer (art. 7.07.3).');
  const agreed = await send({ consent: { means: 'SMS' } });
  expect([agreed.status, codes(agreed)]).toEqual([409, expect.not.arrayContaining(['short notice'])]);
  expect(codes(agreed)).toContain('service max duration');
  expect(await kept()).toEqual([]);
  const { status, body } = await send({ confirmed: true, consent: { means: 'SMS' } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await kept()).toEqual(asked.toSorted().map((agent) => ({ agent, means: 'SMS' })));
});

test('the generic move reschedules only what raises no question; an accepted anomaly is not asked about again', async () => {
  const reschedule = (id: string) => owner.answer(endpointOf(Service, 'act'), { params: { id, type: 'reschedule' } });
  const agent = await guard();
  const id = await unscheduled(agent);
  const refused = await reschedule(id);
  expect([refused.status, codes(refused)]).toEqual([409, ['service max duration', 'short notice']]);
  const type = { params: { type: 'reschedule' as const } };
  await owner.call(moveServices, { ...type, input: { services: [id], confirmed: true, consent: { means: 'SMS' } } });
  const [row] = await sql<{ status: number; confirmed: boolean }>(
    'select status, confirmed from services where id = $1',
    [id],
  );
  expect(row).toEqual({ status: 100, confirmed: true });
  expect((await save({ services: [{ id, postTitle: 'PC' }] })).status).toBe(200);
  const quiet = await created({ site: { id: site }, ...times(4), nbAgents: 1 }, {});
  await owner.call(moveServices, { params: { type: 'unschedule' }, input: { services: [quiet] } });
  expect((await reschedule(quiet)).status).toBe(200);
});

test('a service of an archived agent or site is not rescheduled, and the sentence names them', async () => {
  const agent = await guard();
  const { id: closed } = await saved(Site, { name: 'Quai fermé', customer: { id: here.customer.id } });
  const [his, there] = [await unscheduled(agent), await unscheduled(await guard(), { site: { id: closed } })];
  await sql('update agents set status = 300 where id = $1', [agent]);
  await sql('update sites set status = 300 where id = $1', [closed]);
  const [row] = await sql<{ name: string }>('select fullname as name from agents where id = $1', [agent]);
  for (const [id, message] of [
    [his, `${row?.name} est archivé ou supprimé : il ne reçoit plus de service`],
    [there, 'Quai fermé est archivé : ce site ne reçoit plus de service'],
  ] as const)
    expect(
      await owner.answer(moveServices, {
        params: { type: 'reschedule' },
        input: { services: [id], confirmed: true, consent: { means: 'SMS' } },
      }),
    ).toMatchObject({ status: 400, body: { message } });
});

test('of several services those that may be rescheduled are; the others are named with their site, day and reason', async () => {
  const gone = await guard();
  const [his, fine, open] = [
    await unscheduled(gone),
    await unscheduled(await guard()),
    await unscheduled(await guard()),
  ];
  await owner.call(moveServices, {
    params: { type: 'reschedule' },
    input: { services: [open], ...(oral as { confirmed: true; consent: { means: 'ORAL' } }) },
  });
  await sql('update agents set status = 300 where id = $1', [gone]);
  const move = (type: 'unschedule' | 'reschedule', more: object = {}) =>
    owner.answer(moveServices, { params: { type }, input: { services: [his, fine, open], ...more } });
  // The question is only about those that may move.
  const asked = await move('reschedule');
  expect([asked.status, codes(asked)]).toEqual([409, ['service max duration', 'short notice']]);
  const [named] = await sql<{ site: string; agent: string }>(
    'select (select name from sites where id = $1) as site, (select fullname from agents where id = $2) as agent',
    [site, gone],
  );
  const name = expect.stringMatching(new RegExp(`^${named?.site}, .*\\d.*, \\d\\d:\\d\\d–\\d\\d:\\d\\d$`));
  const moved = await move('reschedule', oral);
  expect(moved).toMatchObject({
    status: 200,
    body: {
      services: [{ id: fine }],
      refused: [
        { id: his, name, why: `${named?.agent} est archivé ou supprimé : il ne reçoit plus de service` },
        { id: open, name, why: '« Reprogrammation » est impossible au statut « En attente ».' },
      ],
    },
  });
  expect(await move('unschedule')).toMatchObject({
    status: 200,
    body: { services: [{ id: fine }, { id: open }], refused: [{ id: his, name }] },
  });
});

test('who is taken off a published service and put back on other hours must agree, as on a direct change', async () => {
  const agent = await guard();
  const far = (hours: number) => ({ startAt: instant(72 + hours), endAt: instant(76 + hours) });
  const id = await created({ site: { id: site }, ...far(0), agents: [{ id: agent }] }, { confirmed: true });
  await owner.call(publishServices, { input: { services: [id] } });
  expect((await save({ services: [{ id, ...far(24) }] })).status).toBe(409);
  expect((await save({ services: [{ id, agents: [] }] })).status).toBe(200);
  expect((await save({ services: [{ id, ...far(24) }] })).status).toBe(200);
  const back = { id, agents: [{ id: agent }] };
  const refused = await save({ services: [back], confirmed: true });
  expect([refused.status, codes(refused)]).toEqual([409, ['short notice']]);
  // On the published hours he learns nothing new; somebody else was told nothing, and three days are enough.
  expect((await save({ services: [{ ...back, ...far(0) }] })).status).toBe(200);
  expect((await save({ services: [{ id, ...far(24), agents: [{ id: await guard() }] }] })).status).toBe(200);
});

test('going back to the published hours needs no consent', async () => {
  const agent = await guard();
  const id = await published(agent);
  expect((await save({ services: [{ id, ...times(6) }], consent: { means: 'SMS' } })).status).toBe(200);
  expect((await save({ services: [{ id, postTitle: 'PC', nbAgents: 2 }] })).status).toBe(200);
  const later = await save({ services: [{ id, ...times(5) }] });
  expect([later.status, codes(later)]).toEqual([409, ['short notice']]);
  const undone = { id, before: { endAt: instant(4) }, after: { endAt: instant(6) } };
  expect((await owner.answer(undoServices, { input: { services: [undone] } })).status).toBe(200);
});

test('the undo of a leaving asks neither about published services nor about anomalies that stood before', async () => {
  const agent = await guard();
  const id = await created({ site: { id: site }, ...long, agents: [{ id: agent }] }, oral);
  const draft = await created(
    { site: { id: site }, startAt: instant(24), endAt: instant(28), agents: [{ id: agent }] },
    oral,
  );
  await owner.call(publishServices, { input: { services: [id] } });
  const { versions } = await owner.call(leaveAgent, { params: { id: agent }, input: { services: 'free' } });
  expect(Object.keys(versions)).toHaveLength(2);
  await owner.call(endpointOf(Agent, 'act'), { params: { id: agent, type: 'reactivate' } });
  const back = (only: string, who = agent) =>
    owner.answer(giveBackServices, { input: { agent: who, versions: { [only]: versions[only] as number } } });
  // Somebody else never had it.
  const other = await back(id, await guard());
  expect([other.status, codes(other)]).toEqual([409, ['service max duration', 'short notice']]);
  expect((await back(id)).body).toEqual({ services: [id], refused: [], changed: null });
  const asked = await back(draft);
  expect([asked.status, codes(asked)]).toEqual([409, ['short notice']]);
  const [row] = await sql('select confirmed, publication from services where id = $1', [id]);
  expect(row).toEqual({ confirmed: true, publication: 'PUBLISHED' });
});

test('the generic save takes no consent and is refused', async () => {
  const agent = await guard();
  const id = await published(agent);
  const input = { id, ...long, confirmed: true };
  const answer = await owner.answer(endpointOf(Service, 'save'), { mount: 'agency', input });
  expect([answer.status, codes(answer)]).toEqual([409, ['short notice']]);
});

test('each of several people may have agreed by his own means', async () => {
  const [one, other] = [await guard(), await guard()];
  const people = { [other]: 'PHONE' };
  const service = (hours: number, agent: string) => ({
    site: { id: site },
    startAt: instant(hours),
    endAt: instant(hours + 4),
    agents: [{ id: agent }],
  });
  const answer = await save({
    services: [service(0, one), service(1, other)],
    confirmed: true,
    consent: { means: 'SMS', people },
  });
  const [first, second] = answer.body.services as { id: string }[];
  const meansOf = async (id = '') =>
    (await owner.call(consentOf, { params: { id } })).consents.map(({ means }) => means);
  expect([await meansOf(first?.id), await meansOf(second?.id)]).toEqual([['SMS'], ['PHONE']]);
  const unknown = await save({ services: [service(2, one)], consent: { means: 'SMS', people: { [one]: 'PIGEON' } } });
  expect(unknown.status).toBe(400);
});

test('a consent that nobody needs is not stored; other changes of an agreed draft do not ask again', async () => {
  const agent = await guard();
  const id = await created({ site: { id: site }, ...times(4), agents: [{ id: agent }] }, oral);
  expect((await save({ services: [{ id, nbAgents: 2, postTitle: 'PC' }], consent: { means: 'SMS' } })).status).toBe(
    200,
  );
  const stop = { startAt: instant(1), endAt: instant(2), type: 0 };
  expect((await save({ services: [{ id, breaks: [stop] }] })).status).toBe(200);
  const { consents } = await owner.call(consentOf, { params: { id } });
  expect(consents.map(({ means }) => means)).toEqual(['ORAL']);
});

test('the tenant file turns the working-time rules off, for the save and for the grid (V-021)', async () => {
  const { app, environment } = here;
  const { tenants } = servicesOf(app);
  const agent = await guard();
  const services = [
    { site: { id: site }, startAt: '2027-03-01T08:00:00Z', endAt: '2027-03-01T22:00:00Z', agents: [{ id: agent }] },
  ];
  const found = async (): Promise<string[]> =>
    codesOf((await owner.call(checkServices, { input: { services } })).errors);
  expect(await found()).toContain('service max duration');
  await writeFile(environment.tenantsFile, JSON.stringify({ '*': { regulatoryCalculation: false } }));
  await tenants.look();
  expect(await found()).toEqual([]);
  await writeFile(environment.tenantsFile, '{}');
  await tenants.look();
  expect(await found()).toContain('service max duration');
});
