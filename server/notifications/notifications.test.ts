import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Channel, notificationKind } from '#core/kernel/notification.ts';
import { allNotificationKinds } from '#core/notification-kinds.ts';
import {
  listNotificationPreferences,
  listNotifications,
  markNotifications,
  pageOfNotifications,
  saveNotificationPreference,
  unreadNotifications,
} from '#core/notifications/calls.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { type Notice, notify } from './notify.ts';

const here = await world();
const { as, agency, otherAgency, people, sql, app, database } = here;

beforeEach(async () => {
  for (const table of ['notifications', 'notification_preferences', 'emails']) await sql(`delete from ${table}`);
});

const kind = notificationKind({
  name: 'essai',
  label: 'Essai',
  rights: ['readOwnPlanning'],
  channels: ['here', 'mail'],
});
const profileOf = (who: PersonName): string => people[who].profile?.id as string;
const notice = (more: Partial<Notice> = {}): Notice => ({
  to: { agents: [profileOf('agent')] },
  event: randomUUID(),
  title: 'Planning publié',
  text: 'Deux services.',
  link: '/my-planning',
  ...more,
});
const tell = (notices: readonly Notice[], of = kind, caller: Person | null = null): Promise<{ told: number }> => {
  const context = { ...nobody, agency: agency.id, user: caller?.id ?? null };
  const by = { context, now: new Date(), host: null, services: servicesOf(app) };
  return database.transaction(context, (db) =>
    notify(db, of, notices, { ...by, caller: caller && ({ userId: caller.id, name: caller.fullname } as never) }),
  );
};
const titles = async (who: PersonName): Promise<string[]> =>
  (await as(who).call(listNotifications, { input: {} })).notifications.map(({ title }) => title);
const mailed = async (): Promise<string[]> =>
  (await sql<{ to: string[] }>('select recipients as "to" from emails order by recipients')).flatMap(({ to }) => to);

test('a person told sees his notification, with its link, and gets a mail; nobody else sees it', async () => {
  expect(await tell([notice()])).toEqual({ told: 1 });
  const { notifications } = await as('agent').call(listNotifications, { input: {} });
  expect(notifications).toMatchObject([
    { kind: 'essai', title: 'Planning publié', text: 'Deux services.', link: '/my-planning', readAt: null },
  ]);
  expect(await as('agent').call(unreadNotifications)).toEqual({ unread: 1 });
  expect(await mailed()).toEqual([people.agent.email]);
  for (const other of ['owner', 'staff', 'powerless'] as const) expect(await titles(other)).toEqual([]);
});

test('the same event reaches a person once, even if the act is repeated: in the application and by mail', async () => {
  const one = notice();
  await tell([one, one]);
  await tell([one]);
  expect(await titles('agent')).toHaveLength(1);
  expect(await mailed()).toEqual([people.agent.email]);
  await tell([notice(), { ...one, to: { agents: [profileOf('agent'), profileOf('owner')] } }]);
  expect(await mailed()).toEqual([people.agent.email, people.agent.email, people.owner.email]);
});

test('people who share an address are each mailed what they are told of one event, once', async () => {
  await sql('update agents set email = $2 where id = $1', [profileOf('owner'), people.agent.email]);
  const one = notice({ text: 'Lundi' });
  for (const _twice of [1, 2]) await tell([one, { ...one, to: { agents: [profileOf('owner')] }, text: 'Mardi' }]);
  const words = await sql<{ words: string }>('select content::text as words from emails');
  expect(words.flatMap((mail) => /Lundi|Mardi/.exec(mail.words)?.[0] ?? []).sort()).toEqual(['Lundi', 'Mardi']);
  await sql('update agents set email = $2 where id = $1', [profileOf('owner'), people.owner.email]);
});

test('the database shows, changes and deletes no notification of another user', async () => {
  await tell([notice()]);
  const seen = (context: object, text: string) =>
    database.transaction({ ...nobody, agency: agency.id, ...context }, (db) => db.query({ text }));
  const all = 'select 1 from notifications';
  expect(await seen({ user: people.agent.id }, all)).toHaveLength(1);
  expect(await seen({ user: people.owner.id }, all)).toEqual([]);
  expect(await seen({}, all)).toEqual([]);
  expect(await seen({ user: people.agent.id, agency: otherAgency.id }, all)).toEqual([]);
  expect(
    await seen({ user: people.owner.id }, 'update notifications set read_at = now() returning 1').catch(
      () => 'refused',
    ),
  ).toEqual([]);
  await expect(seen({ user: people.agent.id }, 'delete from notifications')).rejects.toThrow(/permission denied/);
  await expect(seen({ user: people.agent.id }, `update notifications set title = 'x'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    seen(
      { user: people.agent.id, agent: profileOf('agent') },
      `insert into notifications (agency_id, id, user_id, kind, event, title, content, link)
        values ('${agency.id}', gen_random_uuid(), '${people.owner.id}', 'essai', 'e', 't', 'c', '/x')`,
    ),
  ).rejects.toThrow(/row-level security/);
  await expect(
    seen(
      { user: people.agent.id },
      `insert into notification_preferences (agency_id, user_id, kind, channels) values ('${agency.id}', '${people.owner.id}', 'essai', '{}')`,
    ),
  ).rejects.toThrow(/row-level security/);
});

test('a person without the right to see the thing is told nothing; the owner holds every right', async () => {
  await tell([notice({ to: { agents: [profileOf('powerless'), profileOf('owner')] } })]);
  expect(await titles('powerless')).toEqual([]);
  expect(await titles('owner')).toHaveLength(1);
  expect(await mailed()).toEqual([people.owner.email]);
});

test('`holders` reaches everybody with the right and an account; nobody is told of his own act', async () => {
  const planners = notificationKind({ ...kind, name: 'essaiPlanning', rights: ['readAgentPlanning'] });
  await tell([notice({ to: 'holders' })], planners, people.owner);
  expect(await titles('owner')).toEqual([]);
  expect(await titles('staff')).toHaveLength(1);
  expect(await titles('agent')).toEqual([]);
});

test('a person without an account gets the mail of the kinds that allow it, and of no other', async () => {
  const [row] = await sql<{ id: string }>(
    `insert into agents (agency_id, id, firstname, lastname, email, status) values ($1, gen_random_uuid(), 'Sans', 'Compte', 'sans@compte.example', 100) returning id`,
    [agency.id],
  );
  const to = { agents: [row?.id as string] };
  expect(await tell([notice({ to })])).toEqual({ told: 0 });
  expect(await tell([notice({ to })], { ...kind, withoutAccount: true })).toEqual({ told: 1 });
  expect(await mailed()).toEqual(['sans@compte.example']);
});

test.each<{ chosen: Channel[]; here: number; mails: number }>([
  { chosen: ['here', 'mail'], here: 1, mails: 1 },
  { chosen: ['here'], here: 1, mails: 0 },
  { chosen: ['mail'], here: 0, mails: 1 },
  { chosen: [], here: 0, mails: 0 },
])('who chose $chosen is told that way', async ({ chosen, here: shown, mails }) => {
  await sql('insert into notification_preferences (agency_id, user_id, kind, channels) values ($1, $2, $3, $4)', [
    agency.id,
    people.agent.id,
    kind.name,
    chosen,
  ]);
  await tell([notice()]);
  expect([(await titles('agent')).length, (await mailed()).length]).toEqual([shown, mails]);
});

test('preferences list the kinds that the person may receive; a choice is kept, and an unknown kind or channel refused', async () => {
  const agent = as('agent');
  const { preferences } = await agent.call(listNotificationPreferences);
  expect(preferences.map((one) => one.kind)).toEqual([
    'document',
    'informationNote',
    'agencyMessage',
    'servicesPublished',
    'settledHours',
    'reportRefused',
    'requestAnswered',
    'ownSiteInstruction',
  ]);
  expect(preferences[0]?.channels).toEqual(['here', 'mail', 'push']);
  const choose = (kindName: string, input: unknown) =>
    agent.answer(saveNotificationPreference, { params: { kind: kindName }, input });
  expect((await choose('servicesPublished', { channels: ['here', 'here'] })).status).toBe(200);
  expect((await agent.call(listNotificationPreferences)).preferences).toContainEqual(
    expect.objectContaining({ kind: 'servicesPublished', channels: ['here'] }),
  );
  expect((await choose('inconnue', { channels: ['here'] })).status).toBe(404);
  expect((await choose('servicesPublished', { channels: ['pigeon'] })).status).toBe(400);
  const support = { mount: 'agency', params: { agencyId: agency.id } } as const;
  expect(await as('support').call(listNotificationPreferences, support)).toEqual({ preferences: [] });
});

test('preferences do not list what the tenant’s modules leave no room for (Z-065)', async () => {
  const { preferences } = await as('owner').call(listNotificationPreferences);
  const kinds = preferences.map((one) => one.kind);
  // Limits and invoices of the platform have no switch.
  expect(kinds).toEqual(expect.arrayContaining(['quotaNear', 'subscriptionBilled']));
  for (const name of ['trialEnding', 'articleSent']) expect(kinds).not.toContain(name);
});

test('reading marks one, or all up to one; a page continues after the last one', async () => {
  for (let count = 0; count < pageOfNotifications + 2; count += 1)
    await tell([notice({ title: `n° ${count}`, mail: null })]);
  const agent = as('agent');
  const first = await agent.call(listNotifications, { input: {} });
  expect([first.notifications.length, first.more]).toEqual([pageOfNotifications, true]);
  const last = first.notifications.at(-1)?.id as string;
  const second = await agent.call(listNotifications, { input: { before: last } });
  expect([second.notifications.length, second.more]).toEqual([2, false]);
  const [newest, next] = first.notifications;
  expect(await agent.call(markNotifications, { input: { ids: [newest?.id] } })).toEqual({
    unread: pageOfNotifications + 1,
  });
  await tell([notice({ title: 'Arrivée entre-temps', mail: null })]);
  expect(await agent.call(markNotifications, { input: { until: next?.id } })).toEqual({ unread: 1 });
  const { notifications } = await agent.call(listNotifications, { input: { unread: true } });
  expect(notifications.map(({ title }) => title)).toEqual(['Arrivée entre-temps']);
});

test('every kind has its own name, a label and at least one channel', () => {
  expect(new Set(allNotificationKinds.map(({ name }) => name)).size).toBe(allNotificationKinds.length);
  for (const { label, channels, rights } of allNotificationKinds)
    expect([label !== '', channels.length > 0, rights.length > 0]).toEqual([true, true, true]);
});
