import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { notificationKind, type PushManner } from '#core/kernel/notification.ts';
import { listNotifications, unreadNotifications } from '#core/notifications/calls.ts';
import { mostSubscriptions, readPush, removePush, savePush } from '#core/notifications/push.ts';
import { alarmRaised } from '#core/safety/notifications.ts';
import { disconnectDevice, registerDevice } from '#core/session/devices.ts';
import { signOut } from '#core/session/session.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';
import { openSession } from '#server/session/sessions.ts';
import type { Client } from '#server/testing/client.ts';
import type { PersonName } from '#server/testing/people.ts';
import { browserKeys, pushService } from '#server/testing/push.ts';
import { password, world } from '#server/testing/world.ts';
import { sendPush } from './send.ts';
import { vapidKeys } from './vapid.ts';

const here = await world({ publicUrl: 'http://localhost:3000' });
const { as, agency, otherAgency, people, sql, app, database, environment, jobsDone } = here;
const service = await pushService();
afterAll(() => service.close());

beforeEach(async () => {
  for (const table of ['push_messages', 'push_subscriptions', 'notifications', 'notification_preferences', 'emails'])
    await sql(`delete from ${table}`);
  await sql(`delete from jobs.job where name = 'sendPush'`);
  service.handed.length = 0;
  service.answers.clear();
});

const kind = notificationKind({
  name: 'essai',
  label: 'Essai',
  rights: ['readOwnPlanning'],
  channels: ['here', 'push'],
});
const profileOf = (who: PersonName): string => people[who].profile?.id as string;
const tell = (more: Partial<Notice> = {}, of = kind, at = new Date()): Promise<{ told: number }> => {
  const context = { ...nobody, agency: agency.id };
  const notice = {
    ...{ to: { agents: [profileOf('agent')] }, event: randomUUID(), title: 'Planning publié', text: 'Deux services.' },
    ...{ link: '/my-planning' },
    ...more,
  };
  return database.transaction(context, (db) =>
    notify(db, of, [notice], { context, now: at, host: null, caller: null, services: servicesOf(app) }),
  );
};
/** A session of his own, with a browser that listens. */
async function browser(who: PersonName = 'agent'): Promise<{ client: Client; session: string; path: string }> {
  const { id, token } = await here.sessionOf(who);
  const client = as(who).with(token);
  const { path, ...input } = service.subscribe();
  expect(await client.call(savePush, { input })).toEqual({ on: true });
  return { client, session: id, path };
}
const handedTo = (): string[] => service.handed.map(({ to }) => to);
const mailed = async (): Promise<string[]> =>
  (await sql<{ to: string[] }>('select recipients as "to" from emails order by recipients')).flatMap(({ to }) => to);
const subscribed = async (): Promise<number> => (await sql('select from push_subscriptions')).length;

test('a notification reaches every browser of the person, encrypted for it and signed by the server; it leaves nothing behind', async () => {
  const [phone, desk] = [await browser(), await browser()];
  await browser('owner');
  expect(await tell()).toEqual({ told: 1 });
  await jobsDone();
  expect(service.broken).toEqual([]);
  expect(handedTo().toSorted()).toEqual([phone.path, desk.path].toSorted());
  const [one] = service.handed;
  expect(one).toMatchObject({
    payload: { title: 'Planning publié', text: 'Deux services.', link: '/my-planning', urgent: false, here: true },
    headers: { 'content-encoding': 'aes128gcm', urgency: 'normal' },
    key: vapidKeys(environment.secret).public,
    claims: { aud: service.url, sub: 'mailto:ne-pas-repondre@vigie.example' },
  });
  expect(Number(one?.claims.exp) * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000);
  expect(Number(one?.headers.ttl)).toBeGreaterThan(23 * 3_600);
  expect(await mailed()).toEqual([]);
  expect(await sql('select from push_messages')).toEqual([]);
});

test('the address and the keys are sealed in the database, and a second process has the same key', async () => {
  const { path } = await browser();
  const [row] = await sql<{ row: string; sealed: Buffer }>('select p::text as row, p.sealed from push_subscriptions p');
  expect(row?.row).not.toContain(path);
  expect(row?.sealed.includes(Buffer.from(path))).toBe(false);
  const second = await here.another();
  const { key } = await second.as('agent').call(readPush);
  expect(key).toBe((await as('agent').call(readPush)).key);
});

test('without a browser the mail stands in; with one the mail stays away; a browser that has gone gives way to the mail', async () => {
  await tell();
  expect(await mailed()).toEqual([people.agent.email]);
  await sql('delete from emails');
  const { path } = await browser();
  await tell();
  await jobsDone();
  expect([handedTo(), await mailed()]).toEqual([[path], []]);
  service.answers.set(path, 410);
  await tell();
  await jobsDone();
  expect([handedTo().length, await mailed(), await subscribed()]).toEqual([1, [people.agent.email], 0]);
});

test.each([404, 410])('a browser that the push service answers %i for is forgotten', async (status) => {
  const [gone, stays] = [await browser(), await browser()];
  service.answers.set(gone.path, status);
  await tell();
  await jobsDone();
  expect(handedTo()).toEqual([stays.path]);
  expect(await subscribed()).toBe(1);
  expect(await gone.client.call(readPush)).toMatchObject({ on: false });
});

const attempt = (count: number, isLast = false) => ({ agency: agency.id, count, isLast, signal: AbortSignal.any([]) });

test('a service that is down is tried again, only for the browsers that did not take it; at the end the mail stands in', async () => {
  const [fine, down] = [await browser(), await browser()];
  service.answers.set(down.path, 503);
  await tell();
  await jobsDone();
  const [{ id } = { id: '' }] = await sql<{ id: string }>('select id from push_messages');
  service.answers.delete(down.path);
  await sendPush.work({ id }, servicesOf(app), attempt(2));
  expect(handedTo()).toEqual([fine.path, down.path]);
  expect(await sql('select from push_messages')).toEqual([]);
  // Again, after the end: nothing.
  await sendPush.work({ id }, servicesOf(app), attempt(3));
  expect(handedTo()).toHaveLength(2);

  for (const { path } of [fine, down]) service.answers.set(path, 500);
  await tell();
  await jobsDone();
  const [last] = await sql<{ id: string }>('select id from push_messages');
  expect(await mailed()).toEqual([]);
  await sendPush.work({ id: last?.id as string }, servicesOf(app), attempt(10, true));
  expect([await mailed(), await sql('select from push_messages')]).toEqual([[people.agent.email], []]);
});

test('a repeated act is shown once, and one that was read or answered meanwhile is not sent', async () => {
  await browser();
  const event = randomUUID();
  await tell({ event });
  await tell({ event });
  await jobsDone();
  expect(service.handed).toHaveLength(1);
  expect(await sql('select from push_messages')).toEqual([]);
  const read = new Date();
  const [row] = await sql<{ id: string }>(
    `insert into notifications (agency_id, id, user_id, kind, event, title, content, link, read_at)
      values ($1, gen_random_uuid(), $2, 'essai', 'lu', 't', 'c', '/x', $3) returning id`,
    [agency.id, people.agent.id, read],
  );
  await sql('insert into push_messages (agency_id, id, user_id) values ($1, $2, $3)', [
    ...[agency.id, row?.id, people.agent.id],
  ]);
  await sendPush.work({ id: row?.id as string }, servicesOf(app), attempt(1));
  expect([service.handed.length, await sql('select from push_messages')]).toEqual([1, []]);
});

test('a message that came too late is not sent', async () => {
  await browser();
  await tell({}, kind, new Date(Date.now() - 25 * 3_600_000));
  await jobsDone();
  expect([handedTo(), await mailed()]).toEqual([[], [people.agent.email]]);
});

test.each<[string, (client: Client, session: string) => Promise<unknown>]>([
  ['after signing out', (client) => client.call(signOut, { input: {} })],
  [
    'after « Déconnexion de tous les appareils »',
    (client) => client.call(signOut, { input: { everywhere: true, password } }),
  ],
  [
    'after its device was disconnected',
    async (client) => {
      const { device } = await client.call(registerDevice, { input: { token: randomUUID() } });
      await as('agent').call(disconnectDevice, { params: { id: device.id }, input: { password } });
    },
  ],
  ['when its session has ended', (_, session) => sql('update sessions set ended_at = now() where id = $1', [session])],
  ['after its person stopped it', (client) => client.call(removePush)],
])('a browser receives nothing %s', async (_, end) => {
  const { client, session } = await browser();
  await end(client, session);
  expect(await subscribed()).toBe(0);
  await tell();
  await jobsDone();
  expect([handedTo(), await mailed()]).toEqual([[], [people.agent.email]]);
});

test('a session that ran out receives nothing, although nobody ended it', async () => {
  const { session } = await browser();
  await sql(`update sessions set expires_at = now() - interval '1 minute' where id = $1`, [session]);
  await tell();
  await jobsDone();
  expect([handedTo(), await mailed()]).toEqual([[], [people.agent.email]]);
});

test('a browser that changes hands is the new person’s alone; a session has one browser', async () => {
  const { path: _, ...input } = service.subscribe();
  const first = as('agent').with((await here.sessionOf('agent')).token);
  await first.call(savePush, { input });
  await as('owner').call(savePush, { input });
  expect(await first.call(readPush)).toMatchObject({ on: false });
  expect(await sql('select user_id from push_subscriptions')).toEqual([{ user_id: people.owner.id }]);
  const { path: __, ...other } = service.subscribe();
  await as('owner').call(savePush, { input: other });
  expect(await subscribed()).toBe(1);
});

test('a person has so many browsers at most; the oldest gives way', async () => {
  const [oldest] = [await browser()];
  for (let count = 0; count < mostSubscriptions; count += 1) await browser();
  expect(await subscribed()).toBe(mostSubscriptions);
  expect(await oldest?.client.call(readPush)).toMatchObject({ on: false });
});

test('nobody of another agency receives it; the same person in two agencies gets what each of them tells', async () => {
  const [foreign] = [await browser('foreignAgent')];
  const mine = await browser();
  await tell();
  await tell({ to: { users: [people.foreignAgent.id] } });
  await jobsDone();
  expect(handedTo()).toEqual([mine.path]);
  expect(foreign?.path).toBeTruthy();
});

test('the database shows, gives and takes no browser of another user', async () => {
  const { session } = await browser();
  const own = await browser('owner');
  const run = (user: string, text: string, agencyId = agency.id) =>
    database.transaction({ ...nobody, agency: agencyId, user }, (db) => db.query({ text }));
  const all = 'select 1 from push_subscriptions';
  expect(await run(people.owner.id, all)).toHaveLength(1);
  expect(await run(people.staff.id, all)).toEqual([]);
  expect(await run(people.staff.id, 'delete from push_subscriptions returning 1')).toEqual([]);
  const insert = (user: string, of: string) =>
    `insert into push_subscriptions (id, user_id, session_id, endpoint_hash, sealed) values (gen_random_uuid(), '${user}', '${of}', 'x', '\\x00')`;
  await sql('delete from push_subscriptions');
  await expect(run(people.owner.id, insert(people.agent.id, session))).rejects.toThrow(/row-level security/);
  await expect(run(people.owner.id, insert(people.owner.id, session))).rejects.toThrow(/row-level security/);
  await run(people.owner.id, insert(people.owner.id, own.session));
  await expect(run(people.owner.id, `update push_subscriptions set sealed = '\\x01'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(run(people.owner.id, 'select 1 from push_messages')).rejects.toThrow(/permission denied/);
  // An agent on his own path learns of nobody's devices.
  const context = { ...nobody, agency: agency.id, user: people.agent.id, agent: profileOf('agent') };
  const asked = `select * from pushable('{${people.owner.id}}')`;
  expect(await database.transaction(context, (db) => db.query({ text: asked }))).toEqual([]);
  expect(await run(people.owner.id, asked)).toHaveLength(1);
  expect(otherAgency.id).not.toBe(agency.id);
});

test.each([
  ['an address of the own network', { endpoint: 'ftp://127.0.0.1/x' }],
  ['an address that is none', { endpoint: 'bonjour' }],
  ['a key that is no point', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
  ['a key that is too short', { keys: { p256dh: 'AA', auth: 'AA' } }],
])('%s is refused', async (_, more) => {
  const input = { endpoint: 'https://push.example/x', keys: browserKeys().keys, ...more };
  expect((await as('agent').answer(savePush, { input })).status).toBe(400);
});

test('who wants a push only does not see it in the list; who wants it here too does', async () => {
  await browser();
  await tell({}, { ...kind, channels: ['push'] });
  await jobsDone();
  expect(service.handed).toHaveLength(1);
  expect(await as('agent').call(listNotifications, { input: {} })).toMatchObject({ notifications: [] });
  expect(await as('agent').call(unreadNotifications)).toEqual({ unread: 0 });
  await tell();
  expect(await as('agent').call(unreadNotifications)).toEqual({ unread: 1 });
  // Its push is not one of the next test's.
  await jobsDone();
});

test('S-040: an alarm goes by push and by mail, wakes the phone, is short-lived and names no other way out', async () => {
  const { path } = await browser('owner');
  await sql('insert into notification_preferences (agency_id, user_id, kind, channels) values ($1, $2, $3, $4)', [
    ...[agency.id, people.owner.id, alarmRaised.name],
    ['push'],
  ]);
  const to = { agents: [profileOf('owner')] };
  await tell({ to, event: 'a 1', title: 'Alarme PTI : Zoé, Port', link: '/alarms?open=a' }, alarmRaised);
  await jobsDone();
  expect(await mailed()).toEqual([people.owner.email]);
  expect(service.handed).toMatchObject([
    {
      to: path,
      payload: { title: 'Alarme PTI : Zoé, Port', link: '/alarms?open=a', tag: 'alarm a', urgent: true },
      headers: { urgency: 'high' },
    },
  ]);
  expect(Number(service.handed[0]?.headers.ttl)).toBeLessThanOrEqual((alarmRaised.push as PushManner).minutes * 60);
});

test('by the clock, the people of a locked agency are told nothing outside the application', async () => {
  await browser();
  await sql(`update agencies set errors = '[{"lock": true, "message": "Impayé"}]' where id = $1`, [agency.id]);
  await tell();
  await jobsDone();
  await sql(`update agencies set errors = '[]' where id = $1`, [agency.id]);
  expect(handedTo()).toEqual([]);
});

test('a long text is cut, and an endpoint sealed under another SECRET is forgotten', async () => {
  const { session } = await browser();
  await tell({ text: 'é'.repeat(5_000) });
  await jobsDone();
  expect(service.handed[0]?.payload.text).toHaveLength(300);
  await sql(`update push_subscriptions set sealed = '\\x0001' where session_id = $1`, [session]);
  await tell();
  await jobsDone();
  expect([service.handed.length, await subscribed()]).toEqual([1, 0]);
});

test('signing in anew on the same browser is another session, which subscribes for itself', async () => {
  const { path: _, ...input } = service.subscribe();
  const sessions = [];
  for (let count = 0; count < 2; count += 1) {
    const { id, tokens } = await database.platformTransaction((db) =>
      openSession(db, environment.secret, people.agent.id, new Date()),
    );
    await as('agent').with(tokens.token).call(savePush, { input });
    sessions.push(id);
  }
  expect(await sql('select session_id as id from push_subscriptions')).toEqual([{ id: sessions[1] }]);
});
