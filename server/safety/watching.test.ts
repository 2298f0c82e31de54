// The silence of a lone worker (decision 92).
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { enrolDevice } from '#core/field/calls.ts';
import { revokeDevice } from '#core/field/desk-calls.ts';
import { actOnAlarm, fetchOpenAlarms, readAlarm, sendHeartbeat } from '#core/safety/calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { livingOf } from '#server/testing/living.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';
import { watchSilence } from './watching.ts';

const here = await world();
const { as, sql, people, agency, app } = here;
const { agentId, site } = await logOf(here);
const { service: newService, live } = livingOf(here, site);
const owner = as('owner');
const agent = as('agent');
const [{ name: siteName } = { name: '' }] = await sql<{ name: string }>('select name from sites where id = $1', [site]);

/** A service of the agent under way since an hour. */
async function running(): Promise<string> {
  const id = await newService({ status: 200, from: -60 });
  await sql('update services set real_start_at = start_at where id = $1', [id]);
  await live(id);
  return id;
}

let device = '';
beforeEach(async () => {
  for (const table of ['alarm_log', 'alarms', 'notifications', 'field_devices']) await sql(`delete from ${table}`);
  await sql(`update services set status = 300, real_end_at = now() where status in (200, 250, 500)`);
  await sql('delete from service_times');
  device = randomUUID();
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
});

const open = async () => (await owner.call(fetchOpenAlarms)).alarms;
const detailsOf = async (id: string) => (await owner.call(readAlarm, { params: { id } })).alarm;
const acts = async (id: string) => (await detailsOf(id)).log.map(({ act }) => act);
const now = new Date();
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const services = servicesOf(app);
const seen = (minutesAgo: number) =>
  sql('update field_devices set seen_at = $1 where id = $2', [later(-minutesAgo), device]);
const protect = (more = 'weak_network = false') =>
  sql(`update sites set lone_worker = true, ${more} where id = $1`, [site]);
const states = async () => (await open()).map(({ kind, state }) => [kind, state]);

test('decision 92: a silent phone first asks for a call, then raises the alarm', async () => {
  await protect();
  await running();
  await seen(9);
  await watchSilence(services, later(0));
  expect(await states()).toEqual([]);
  await watchSilence(services, later(2));
  await watchSilence(services, later(3));
  expect(await states()).toEqual([['silence', 'ASKED']]);
  expect((await sql<{ title: string }>('select title from notifications')).map(({ title }) => title)).toContain(
    `Sans nouvelles : ${people.agent.fullname}, ${siteName}`,
  );
  await watchSilence(services, later(6));
  expect(await states()).toEqual([['silence', 'ASKED']]);
  await watchSilence(services, later(7));
  expect(await states()).toEqual([['silence', 'RAISED']]);
  const [alarm] = await open();
  expect(await acts(alarm?.id as string)).toEqual(['asked', 'everyone', 'raised', 'everyone']);
});

test('decision 92: a phone that is heard again, or somebody who takes charge, prevents the alarm', async () => {
  await protect();
  await running();
  await seen(11);
  await watchSilence(services, later(0));
  const [asked] = await open();
  await agent.call(sendHeartbeat, { mount: 'agent', input: { device } });
  await seen(-1);
  await watchSilence(services, later(2));
  expect(await detailsOf(asked?.id as string)).toMatchObject({ state: 'CLOSED', outcome: 'HEARD' });
  await seen(11);
  await watchSilence(services, later(3));
  const [again] = await open();
  await owner.call(actOnAlarm, { params: { id: again?.id as string }, input: { act: 'take' } });
  await watchSilence(services, later(30));
  expect(await states()).toEqual([['silence', 'TAKEN']]);
});

test('a phone heard again after the alarm is a line of its log, once, and closes nothing; so is its next silence', async () => {
  await protect();
  await running();
  await seen(11);
  for (const minute of [0, 5]) await watchSilence(services, later(minute));
  const [raised] = await open();
  await seen(-6);
  for (const minute of [6, 7]) await watchSilence(services, later(minute));
  expect(await states()).toEqual([['silence', 'RAISED']]);
  const own = async () => (await acts(raised?.id as string)).filter((act) => act !== 'everyone');
  expect(await own()).toEqual(['asked', 'raised', 'heard']);
  for (const minute of [17, 18]) await watchSilence(services, later(minute));
  expect(await own()).toEqual(['asked', 'raised', 'heard', 'again']);
});

test('« Sans nouvelles » has the last position of the service with its hour, none of a break', async () => {
  await protect();
  const service = await running();
  const place = (minutesAgo: number, latitude: number) =>
    sql(
      `insert into service_events (agency_id, id, service_id, agent_id, type, at, latitude, longitude, accuracy) values ($1, gen_random_uuid(), $2, $3, 1, $4, $5, 7.2, 9)`,
      [agency.id, service, agentId, later(-minutesAgo), latitude],
    );
  await place(50, 43.1);
  await place(40, 43.2);
  await place(30, 43.3);
  await sql(
    `insert into service_breaks (agency_id, id, service_id, agent_id, start_at, end_at, real_start_at, real_end_at) values ($1, gen_random_uuid(), $2, $3, $4, $5, $4, $5)`,
    [agency.id, service, agentId, later(-35), later(-20)],
  );
  await seen(20);
  await watchSilence(services, later(0));
  expect(await open()).toMatchObject([{ location: { latitude: 43.2, accuracy: 9, at: later(-40).toISOString() } }]);
});

test.each([
  ['in a break', () => sql('update service_times set state = 500')],
  ['after the end', () => sql('update service_times set state = 300, ended_at = now()')],
  ['without protection on the site', () => sql('update sites set lone_worker = false where id = $1', [site])],
  ['without the agency’s protection', () => sql('update agencies set lone_worker = false where id = $1', [agency.id])],
  ['of a phone that took no part', () => seen(300)],
  ['within the longer delay of a weak network', () => protect('weak_network = true, silence_delay = 45')],
] as const)('nobody is asked for a call %s', async (_when, prepare) => {
  await protect();
  await running();
  await seen(20);
  await prepare();
  await watchSilence(services, later(0));
  expect(await states()).toEqual([]);
  await sql('update agencies set lone_worker = true where id = $1', [agency.id]);
});

test('the end of the service settles « Sans nouvelles »', async () => {
  await protect();
  await running();
  await seen(20);
  await watchSilence(services, later(0));
  const [asked] = await open();
  await sql('update service_times set state = 500');
  await watchSilence(services, later(1));
  expect(await detailsOf(asked?.id as string)).toMatchObject({ state: 'CLOSED', outcome: 'SETTLED' });
});

/** An act of his on a device. */
const actOn = (one: string, service: string, minutesAgo: number, rank = 1) =>
  sql(
    `insert into field_events (agency_id, id, device_id, rank, agent_id, type, service_id, device_at, at, received_at, outcome)
      values ($1, gen_random_uuid(), $2, $3, $4, 'service-step', $5, $6, $6, $6, 'applied')`,
    [agency.id, one, rank, agentId, service, later(-minutesAgo)],
  );

test('the silence is that of the device in his hand: one that stayed at home does not hide it', async () => {
  await protect();
  const home = randomUUID();
  await agent.call(enrolDevice, { mount: 'agent', input: { id: home, name: 'Tablette' } });
  await sql(`update field_devices set enrolled_at = now() - interval '9 days'`);
  const service = await running();
  await actOn(device, service, 60);
  await seen(11);
  await watchSilence(services, later(0));
  expect(await states()).toEqual([['silence', 'ASKED']]);
  // He works with the other one now.
  await actOn(home, service, -1);
  await sql('update field_devices set seen_at = $1 where id = $2', [later(1), home]);
  await watchSilence(services, later(2));
  expect(await states()).toEqual([]);
});

test('a device enrolled during the service is the one in his hand', async () => {
  await protect();
  const service = await running();
  await actOn(device, service, 60);
  await seen(20);
  await agent.call(enrolDevice, { mount: 'agent', input: { id: randomUUID(), name: 'Autre', lost: [device] } });
  await watchSilence(services, later(0));
  expect(await states()).toEqual([]);
});

test('revoking the phone of somebody who is not heard closes nothing: somebody closes it, and the delay begins again', async () => {
  await protect();
  await running();
  await seen(11);
  await watchSilence(services, later(0));
  await owner.call(revokeDevice, { params: { id: device } });
  await watchSilence(services, later(1));
  expect(await states()).toEqual([['silence', 'ASKED']]);
  await watchSilence(services, later(5));
  expect(await states()).toEqual([['silence', 'RAISED']]);
  const [raised] = await open();
  await owner.call(actOnAlarm, { params: { id: raised?.id as string }, input: { act: 'close', outcome: 'SETTLED' } });
  await watchSilence(services, later(6));
  expect(await states()).toEqual([]);
  await watchSilence(services, later(11));
  expect(await states()).toEqual([['silence', 'ASKED']]);
});
