// Who passes before, during and after a maintenance (AB-031..AB-033, decision 103).
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { enrolDevice, sendEvents } from '#core/field/calls.ts';
import { endMaintenance, readMaintenance, saveMaintenance } from '#core/guides/maintenance-calls.ts';
import { watchLive } from '#core/live/live.ts';
import { actOnAlarm, fetchOpenAlarms, savePtiEvent, sendHeartbeat } from '#core/safety/calls.ts';
import { forgotPassword, readUser, signIn, switchProfile } from '#core/session/session.ts';
import { refreshToken } from '#core/session/tokens.ts';
import { readVersion } from '#core/session/version.ts';
import { readSignature } from '#core/signing/calls.ts';
import { Site } from '#core/sites/site.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import type { PersonName } from '#server/testing/people.ts';
import { password, type Server, world } from '#server/testing/world.ts';

const here = await world();
const there = await here.another();
const { anonymous, as, people, sql, app, sessionOf } = here;

const hour = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();
const message = '<p>Mise à jour <strong>des serveurs</strong></p>';
const plan = (from: number, to: number) => ({ message, startAt: at(from), endAt: at(to) });

/** As the clock would bring it, whatever the call allows. */
async function planned(from: number, to: number): Promise<void> {
  await sql(`insert into platform_settings values ('maintenance', $1) on conflict (key) do update set value = $1`, [
    JSON.stringify(plan(from, to)),
  ]);
  // Both processes have heard of it.
  for (const server of [here, there]) await server.anonymous.call(readVersion);
}
const listSites = endpointOf(Site, 'list');
const sites = async (person: PersonName, server: Server = here): Promise<number> =>
  (await server.as(person).answer(listSites, { mount: 'agency', input: {}, params: { agencyId: here.agency.id } }))
    .status;
const closed = { status: 503, body: { code: 503, message: 'Mise à jour des serveurs' } };

afterEach(async () => {
  await sql(`delete from platform_settings where key = 'maintenance'`);
  for (const server of [here, there]) await server.anonymous.call(readVersion);
});

describe('planning', () => {
  test('message, start and end are required; the end follows the start and is to come (AB-031)', async () => {
    const refused = async (input: object): Promise<unknown> => {
      const { status, body } = await as('admin').answer(saveMaintenance, { input });
      return [status, body.violations?.map(({ path }: { path: string }) => path)];
    };
    const whole = plan(1, 2);
    for (const name of ['message', 'startAt', 'endAt'] as const) {
      const { [name]: _left, ...rest } = whole;
      expect(await refused(rest), name).toEqual([400, [name]]);
    }
    expect(await refused({ ...whole, message: '<p> </p>' })).toEqual([400, ['message']]);
    expect(await refused({ ...whole, message: '<script>alert(1)</script>' })).toEqual([400, ['message']]);
    expect(await refused({ ...whole, endAt: whole.startAt })).toEqual([400, ['endAt']]);
    expect(await refused(plan(-3, -2))).toEqual([400, ['endAt']]);
    expect(await refused(plan(1, 26))).toEqual([400, ['endAt']]);
    expect((await as('admin').call(readMaintenance)).maintenance).toBeNull();
  });

  test('the message is as long as any rich text', async () => {
    const long = { ...plan(1, 2), message: `<p>${'x'.repeat(499_993)}</p>` };
    expect((await as('admin').answer(saveMaintenance, { input: long })).status).toBe(200);
    const longer = { ...long, message: `<p>${'x'.repeat(499_994)}</p>` };
    expect(await as('admin').answer(saveMaintenance, { input: longer })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'message', message: 'Maximum 500000 caractères' }] },
    });
  });

  test('the message is sanitised; the plan, its change and its end are in the history', async () => {
    await sql('delete from audit');
    const input = { ...plan(1, 2), message: `<p onclick="x()">Coupure</p><img src="https://x.example/a.png">` };
    const { maintenance } = await as('admin').call(saveMaintenance, { input });
    expect(maintenance).toEqual({ ...input, message: '<p>Coupure</p>' });
    expect((await as('support').call(readMaintenance)).maintenance).toEqual(maintenance);
    await as('admin').call(endMaintenance);
    await as('admin').call(endMaintenance);
    expect((await as('support').call(readMaintenance)).maintenance).toBeNull();
    expect(await sql('select author, entity, action from audit order by at, id')).toEqual([
      { author: people.admin.fullname, entity: 'maintenance', action: 'plan' },
      { author: people.admin.fullname, entity: 'maintenance', action: 'end' },
    ]);
  });

  test.each(['support', 'owner', 'staff', 'agent', 'customer'] as const)('%s plans none', async (person) => {
    const token = (await sessionOf(person)).token;
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await anonymous.with(token).inject({
        method,
        url: '/api/admin/maintenance-message',
        ...(method === 'POST' ? { payload: plan(1, 2) } : {}),
      });
      expect(answer.status, method).toBe(403);
    }
  });

  test('the application role of an agency cannot plan one in the database', async () => {
    const context = { agency: here.agency.id, agent: null, customer: null, user: people.owner.id };
    await expect(
      here.database.transaction(context, (db) =>
        db.query({ text: 'select plan_maintenance($1)', values: [JSON.stringify(plan(-1, 1))] }),
      ),
    ).rejects.toThrow('only the platform');
  });
});

test('a plan that somebody else made meanwhile is not replaced unseen', async () => {
  const admin = as('admin');
  await admin.answer(endMaintenance);
  const first = plan(1, 2);
  expect((await admin.answer(saveMaintenance, { input: { ...first, seen: null } })).status).toBe(200);
  const other = { ...plan(3, 4), seen: null };
  expect(await admin.answer(saveMaintenance, { input: other })).toMatchObject({ status: 409 });
  expect((await admin.call(readMaintenance)).maintenance).toMatchObject({ startAt: first.startAt });
  const { maintenance: seen } = await admin.call(readMaintenance);
  expect((await admin.answer(saveMaintenance, { input: { ...other, seen } })).status).toBe(200);
});

test('announced: everybody works, and the version call says when and why', async () => {
  const whole = plan(1, 2);
  await as('admin').call(saveMaintenance, { input: whole });
  for (const server of [here, there])
    expect(await server.anonymous.call(readVersion)).toMatchObject({
      ...{ maintenance: false, message: null, planned: whole },
    });
  for (const person of ['owner', 'support'] as const) expect(await sites(person)).toBe(200);
  expect((await anonymous.answer(forgotPassword, { input: { email: 'x@vigie.example' } })).status).toBe(200);
});

describe('begun', () => {
  test('people of agencies get 503 with the message, in every process; platform staff work, also for a profile', async () => {
    await planned(-1, 1);
    for (const server of [here, there]) {
      expect(await server.anonymous.call(readVersion)).toMatchObject({
        ...{ maintenance: true, message: 'Mise à jour des serveurs', planned: { message } },
      });
      for (const person of ['owner', 'staff', 'powerless', 'agent', 'customer'] as const)
        expect(await server.as(person).answer(endpointOf(Site, 'list'), { input: {} }), person).toMatchObject(closed);
      for (const person of ['support', 'admin', 'superAdmin'] as const)
        expect(await sites(person, server), person).toBe(200);
    }
    const { token } = await sessionOf('support');
    const acting = await anonymous
      .with(token)
      .call(switchProfile, { input: { userCompany: { id: people.owner.profile?.id as string } } });
    const answer = await as('owner').with(acting.token).answer(listSites, { mount: 'agency', input: {} });
    expect(answer.status).toBe(200);
  });

  test('signing in, renewing the token and reading one’s account pass; a wrong password is still refused', async () => {
    await planned(-1, 1);
    for (const person of ['admin', 'staff'] as const) {
      const { email } = people[person];
      const tokens = await anonymous.call(signIn, { input: { username: email, password } });
      const renewed = await anonymous.call(refreshToken, { input: { refresh_token: tokens.refresh_token } });
      expect((await anonymous.with(renewed.token).answer(readUser)).status, person).toBe(200);
    }
    const wrong = { username: people.staff.email, password: 'Faux1234' };
    expect((await anonymous.answer(signIn, { input: wrong })).status).toBe(401);
    expect((await anonymous.answer(listSites, { mount: 'agency', params: { agencyId: here.agency.id } })).status).toBe(
      401,
    );
  });

  test('calls and pages without an account answer the message', async () => {
    await planned(-1, 1);
    expect(await anonymous.answer(forgotPassword, { input: { email: 'x@vigie.example' } })).toMatchObject(closed);
    const signature = {
      params: { kind: 'agent', id: randomUUID(), token: 'x' },
      input: { id: randomUUID(), token: 'x' },
    };
    expect(await anonymous.answer(readSignature, signature)).toMatchObject({ status: 503 });
    for (const url of ['/badge/AAAA-BBBB', '/main-courante/AAAA']) {
      const page = await app.inject({ url });
      expect(page.statusCode, url).toBe(503);
      expect(page.body).toContain('Mise à jour des serveurs');
      expect(page.body).not.toContain('<strong>');
    }
  });

  test('what machines send is still taken: events of payments and of mails', async () => {
    await planned(-1, 1);
    // Not configured here: not found, instead of closed.
    for (const url of ['/payment-events/stripe', '/api/mail-events/x'])
      expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode, url).not.toBe(503);
  });

  test('the safety of a guard passes: alarms, positions and events of the field, and those who answer', async () => {
    await planned(-1, 1);
    const passes = async (person: PersonName, ...call: Parameters<ReturnType<typeof as>['answer']>): Promise<void> => {
      const { status } = await as(person).answer(...call);
      expect(status, call[0].name).not.toBe(503);
    };
    const device = randomUUID();
    await passes('agent', savePtiEvent, { input: {} });
    await passes('agent', sendHeartbeat, { input: { device } });
    await passes('agent', enrolDevice, { input: { id: device, name: 'Téléphone' } });
    await passes('agent', sendEvents, { input: { events: [{}], device, waiting: 0 } });
    await passes('owner', fetchOpenAlarms);
    await passes('owner', actOnAlarm, { params: { id: randomUUID() }, input: { act: 'see' } });
    await passes('owner', watchLive, { query: { seconds: '0' } });
  });

  test('exactly these calls pass', () => {
    expect(
      allEndpoints
        .filter(({ duringMaintenance }) => duringMaintenance)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      [
        ...['readVersion', 'signIn', 'signOut', 'refreshToken', 'readUser', 'readLegalText', 'watchLive'],
        ...['savePtiEvent', 'sendHeartbeat', 'open:alarm', 'details:alarm', 'answer:alarm'],
        ...['enrolDevice', 'sendEvent', 'sendEvents', 'sendFilePiece', 'deviceStanding', 'handOver', 'handOverPiece'],
        'receiveInvoiceEvent',
      ].toSorted(),
    );
  });

  test('it costs no query: the plan is in memory', async () => {
    await planned(-1, 1);
    const services = servicesOf(app);
    const query = services.database.platform.query;
    let asked = 0;
    services.database.platform.query = ((...args: unknown[]) => {
      if (JSON.stringify(args[0]).includes('platform_settings')) asked += 1;
      return (query as (...all: unknown[]) => unknown).apply(services.database.platform, args);
    }) as never;
    for (let count = 0; count < 20; count += 1) expect(await sites('owner')).toBe(503);
    services.database.platform.query = query;
    expect(asked).toBe(0);
  });
});

test('over: everybody works again, by the clock or because it was ended', async () => {
  await planned(-2, -0.001);
  expect(await sites('owner')).toBe(200);
  expect(await anonymous.call(readVersion)).toMatchObject({ maintenance: false, message: null, planned: null });
  await planned(-1, 1);
  expect(await sites('owner')).toBe(503);
  await as('admin').call(endMaintenance);
  for (const server of [here, there]) expect((await server.anonymous.call(readVersion)).planned).toBeNull();
  expect(await sites('owner')).toBe(200);
  expect(await sites('owner', there)).toBe(200);
});
