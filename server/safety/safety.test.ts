import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { unreadNotifications } from '#core/notifications/calls.ts';
import { savePush } from '#core/notifications/push.ts';
import { actOnAlarm, fetchOpenAlarms, readAlarm, savePtiEvent, sendHeartbeat } from '#core/safety/calls.ts';
import type { ReportedKind } from '#core/safety/report.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { sendPush } from '#server/notifications/push/send.ts';
import { livingOf } from '#server/testing/living.ts';
import { logOf } from '#server/testing/logbook.ts';
import { pushService } from '#server/testing/push.ts';
import { world } from '#server/testing/world.ts';
import { escalate, escalateAlarm } from './telling.ts';

// The escalation is not due yet: each test passes the time.
const here = await world({ jobs: [sendMail, sendPush, escalateAlarm], publicUrl: 'http://localhost:3000' });
const { as, sql, people, agency, app } = here;
const { agentId, site } = await logOf(here);
const { service: newService, live } = livingOf(here, site);
const owner = as('owner');
const [{ name: siteName } = { name: '' }] = await sql<{ name: string }>('select name from sites where id = $1', [site]);
const agent = as('agent');
const colleague = await here.hire('astreinte', { of: 'azur', rights: ['readSupervision'] });
const [first, second] = [people.staff.profile?.id as string, colleague.profile?.id as string];

/** A running service of the agent, begun so many minutes ago. */
async function running(minutes = 60): Promise<string> {
  const id = await newService({ status: 200, from: -minutes });
  await sql('update services set real_start_at = start_at where id = $1', [id]);
  await live(id);
  return id;
}

let device = '';
beforeEach(async () => {
  for (const table of ['alarm_log', 'alarms', 'agency_alarm_chain', 'notifications', 'field_devices'])
    await sql(`delete from ${table}`);
  await sql(`update services set status = 300, real_end_at = now() where status in (200, 250, 500)`);
  await sql('delete from service_times');
  device = randomUUID();
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
});

const report = (service: string, kind: ReportedKind = 'sos', more: object = {}) => ({
  ...{ uuid: randomUUID(), kind, drill: false, service: { id: service }, ...more },
});
const send = (input: object) => agent.call(savePtiEvent, { mount: 'agent', input } as never);
const open = async () => (await owner.call(fetchOpenAlarms)).alarms;
const detailsOf = async (id: string) => (await owner.call(readAlarm, { params: { id } })).alarm;
const acts = async (id: string) => (await detailsOf(id)).log.map(({ act, who }) => [act, who]);
const told = () =>
  sql<{ user: string; title: string }>('select user_id as user, title from notifications order by title');

async function chain(...people: string[]): Promise<void> {
  for (const [rank, one] of people.entries())
    await sql('insert into agency_alarm_chain (agency_id, id, rank, agent_id, delay) values ($1, $2, $3, $4, 5)', [
      ...[agency.id, randomUUID(), rank, one],
    ]);
}

test('P-008, S-039, S-040: an SOS is an open alarm with its place, an entry of the daily log, and tells the agency', async () => {
  const service = await running();
  const input = report(service, 'sos', { location: { latitude: 43.7, longitude: 7.26, accuracy: 12 } });
  expect(await send(input)).toMatchObject({ alarm: input.uuid });
  expect(await open()).toMatchObject([
    {
      ...{ id: input.uuid, kind: 'sos', drill: false, state: 'RAISED', isMine: true },
      ...{ location: { latitude: 43.7, longitude: 7.26, accuracy: 12 }, site: { id: site }, service: { id: service } },
      agent: { id: agentId },
    },
  ]);
  expect(await sql('select type, category, agent_id as agent from logbook_events where id = $1', [input.uuid])).toEqual(
    [{ type: 25, category: 'agent', agent: agentId }],
  );
  expect((await told()).length).toBeGreaterThan(0);
});

test('an SOS has the last position known with its hour; the one who asks for help stands above an older silence', async () => {
  const service = await running();
  await sql(
    `insert into alarms (agency_id, id, kind, drill, label, state, agent_id, service_id, site_id, at, received_at)
      values ($1, gen_random_uuid(), 'silence', false, 'Sans nouvelles', 'RAISED', $2, $3, $4, now() - interval '1 hour', now() - interval '1 hour')`,
    [agency.id, agentId, service, site],
  );
  const locatedAt = new Date(Date.now() - 12 * 60_000).toISOString();
  const location = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  await send(report(service, 'sos', { location, locatedAt }));
  await send(report(service, 'fall', { location, locatedAt: new Date(Date.now() + 3_600_000).toISOString() }));
  const [sos, fall, silence] = await open();
  expect([sos?.kind, fall?.kind, silence?.kind]).toEqual(['sos', 'fall', 'silence']);
  expect(sos?.location).toEqual({ ...location, at: locatedAt });
  // A clock that is ahead.
  expect(Date.parse(fall?.location?.at ?? '')).toBeLessThanOrEqual(Date.now());
});

test('the same report again raises nothing; another one joins the open alarm; a drill never hides a real one', async () => {
  const service = await running();
  const input = report(service);
  for (const _time of [1, 2]) await send(input);
  const again = report(service);
  expect(await send(again)).toMatchObject({ alarm: input.uuid });
  expect((await acts(input.uuid)).map(([act]) => act)).toEqual(['raised', 'everyone', 'again']);
  await send(report(service, 'sos', { drill: true }));
  await send(report(service, 'fall'));
  expect((await open()).map(({ kind, drill }) => [kind, drill])).toEqual([
    ['sos', false],
    ['fall', false],
    ['sos', true],
  ]);
  const count = await sql<{ count: number }>(
    `select count(*)::integer as count from logbook_events where type in (25, 27) and service_id = $1`,
    [service],
  );
  expect(count).toEqual([{ count: 4 }]);
});

test('a report in the log of the phone, sent at once before, is the same alarm; a service that is gone does not refuse it', async () => {
  const input = report(randomUUID(), 'fall');
  await send(input);
  const { uuid, kind, drill, service } = input;
  const event = {
    ...{ uuid: randomUUID(), device, rank: 1, createdAt: new Date().toISOString(), clockOffset: 0 },
    ...{ service: service.id, payload: { uuid, kind, drill } },
  };
  const answer = await agent.call(sendEvent, {
    mount: 'agent',
    params: { messageType: 'event-pti' },
    input: { event, waiting: 0 },
  });
  expect(answer).toMatchObject({ outcome: 'applied' });
  expect(await open()).toMatchObject([
    { id: uuid, site: null, description: 'Une chute avec immobilisation a été détectée' },
  ]);
});

test('alarms of services that are unknown or somebody else’s are one of their kind; an older unanswered one stays in the list', async () => {
  const service = await running();
  const first = report(service);
  await send(first);
  const foreign = await newService({ status: 200, from: -30 });
  for (const table of ['service_agents', 'published_service_agents'])
    await sql(`delete from ${table} where service_id = $1`, [foreign]);
  const invented = report(randomUUID());
  for (const one of [invented, report(randomUUID()), report(foreign)])
    expect(await send(one)).toMatchObject({ alarm: invented.uuid });
  expect(await open()).toMatchObject([{ id: first.uuid }, { id: invented.uuid, service: null, site: null }]);
  // A flood of later ones, as the desk may raise them.
  await sql(
    `insert into alarms (agency_id, id, kind, label, state, agent_id, service_id, at, received_at)
      select agency_id, gen_random_uuid(), 'sos', 'Alerte SOS', 'RAISED', agent_id, gen_random_uuid(), at, received_at + interval '1 second'
      from alarms, generate_series(1, 105) where id = $1`,
    [first.uuid],
  );
  const { alarms, more } = await owner.call(fetchOpenAlarms);
  expect([alarms[0]?.id, alarms.length, more]).toEqual([first.uuid, 100, 7]);
});

test('a phone whose clock says 1970 is still told who looks after its alarm', async () => {
  const input = report(await running(), 'sos', { createdAt: '1970-01-01T00:00:00Z' });
  await send(input);
  const { alarms } = await agent.call(sendHeartbeat, { mount: 'agent', input: { device } });
  expect(alarms).toMatchObject([{ id: input.uuid }]);
  expect(await sql(`select from notifications n where n::text like '%1970%'`)).toEqual([]);
});

test('S-029: a return joins the open alarm of the perimeter, and is an entry of the daily log', async () => {
  const service = await running();
  const left = report(service, 'perimeter');
  await send(left);
  const back = report(service, 'return');
  expect(await send(back)).toMatchObject({ alarm: left.uuid });
  expect((await acts(left.uuid)).map(([act]) => act)).toContain('returned');
  expect(await sql('select type from logbook_events where id = $1', [back.uuid])).toEqual([{ type: 29 }]);
});

const now = new Date();
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const services = servicesOf(app);

test('the chain: one person, the next after his delay, then everybody; each line says who was told', async () => {
  await chain(first, second);
  const service = await running();
  const { uuid } = report(service);
  await send({ ...report(service), uuid });
  expect(await acts(uuid)).toMatchObject([
    ['raised', null],
    ['told', people.staff.fullname],
  ]);
  expect((await owner.call(fetchOpenAlarms)).alarms[0]?.isMine).toBe(false);
  expect((await as('staff').call(fetchOpenAlarms)).alarms[0]?.isMine).toBe(true);
  const jobs = await sql<{ data: { step: number } }>(
    `select data from jobs.job where name = 'escalateAlarm' and data->>'alarm' = $1`,
    [uuid],
  );
  expect(jobs).toMatchObject([{ data: { alarm: uuid, step: 1 } }]);
  await escalate(agency.id, { alarm: uuid, step: 1 }, services, later(5));
  // A job that runs again does nothing.
  await escalate(agency.id, { alarm: uuid, step: 1 }, services, later(6));
  await escalate(agency.id, { alarm: uuid, step: 2 }, services, later(10));
  expect((await acts(uuid)).map(([act]) => act)).toEqual(['raised', 'told', 'told', 'everyone']);
});

test('S-040: each person of the chain is told by push and by mail at his step, and the push opens the alarm', async () => {
  const service = await pushService();
  const paths = new Map<string, string>();
  for (const person of [people.staff, colleague, people.owner]) {
    const { path, ...input } = service.subscribe();
    await as(person).call(savePush, { input });
    paths.set(path, person.email);
  }
  await sql('delete from emails');
  await chain(first, second);
  const input = report(await running(), 'fall');
  await send(input);
  await here.jobsDone();
  const handed = () => service.handed.map(({ to }) => paths.get(to));
  expect(handed()).toEqual([people.staff.email]);
  expect(service.handed[0]).toMatchObject({
    payload: {
      title: `Alarme PTI : ${people.agent.fullname}, ${siteName}`,
      text: expect.stringContaining('Chute'),
      ...{ link: `/alarms?open=${input.uuid}`, urgent: true },
    },
    headers: { urgency: 'high' },
  });
  await escalate(agency.id, { alarm: input.uuid, step: 1 }, services, new Date());
  await here.jobsDone();
  expect(handed()).toEqual([people.staff.email, colleague.email]);
  // The same thing on the screen, not a second one.
  expect(new Set(service.handed.map(({ payload }) => payload.tag)).size).toBe(1);
  const mails = await sql<{ to: string }>('select recipients[1] as to from emails order by created_at');
  expect(mails.map(({ to }) => to)).toEqual([people.staff.email, colleague.email]);
  expect((await sql<{ content: string }>(`select content from alarm_log where act = 'told'`))[0]?.content).toBe(
    'Dans l’application, Par e-mail, Par push',
  );
  // Answered: the next one's phone does not ring, and what still calls is replaced quietly.
  const tag = service.handed.splice(0)[0]?.payload.tag;
  await owner.call(actOnAlarm, { params: { id: input.uuid }, input: { act: 'take' } });
  await escalate(agency.id, { alarm: input.uuid, step: 2 }, services, new Date());
  await here.jobsDone();
  expect(handed()).toHaveLength(2);
  expect(new Set(handed())).toEqual(new Set([people.staff.email, colleague.email]));
  for (const { payload, headers } of service.handed) {
    expect(payload).toMatchObject({ tag, urgent: false, replaces: true });
    expect(payload.text).toBe(`Prise en charge par ${people.owner.fullname}.`);
    expect(headers.urgency).toBe('low');
  }
  // Neither a mail nor a line in the bell.
  expect(await sql('select from emails')).toHaveLength(2);
  expect((await as('staff').call(unreadNotifications)).unread).toBe(0);
  await service.close();
  await sql('delete from push_subscriptions');
});

test('an answer stops the escalation and clears the bells; a person who cannot be told is passed over', async () => {
  await chain(people.powerless.profile?.id as string, first, second);
  const service = await running();
  const input = report(service);
  await send(input);
  expect((await acts(input.uuid)).map(([act]) => act)).toEqual(['raised', 'untold', 'told']);
  await owner.call(actOnAlarm, { params: { id: input.uuid }, input: { act: 'acknowledge' } });
  await escalate(agency.id, { alarm: input.uuid, step: 2 }, services, later(5));
  expect((await acts(input.uuid)).at(-1)).toEqual(['acknowledge', people.owner.fullname]);
  expect(await sql('select from notifications where read_at is null')).toEqual([]);
});

test('seen, taken in charge, commented and closed with an outcome; the phone is told who looks after it', async () => {
  const service = await running();
  const input = report(service);
  await send(input);
  const params = { id: input.uuid };
  const act = (body: object) => owner.answer(actOnAlarm, { params, input: body } as never);
  const beat = () => agent.call(sendHeartbeat, { mount: 'agent', input: { device } });
  expect(await beat()).toMatchObject({ alarms: [{ id: input.uuid, state: 'RAISED', by: null }] });
  expect(await act({ act: 'acknowledge' })).toMatchObject({ status: 200, body: { alarm: { state: 'ACKNOWLEDGED' } } });
  expect(await act({ act: 'acknowledge' })).toMatchObject({ status: 409 });
  expect(await act({ act: 'take' })).toMatchObject({ body: { alarm: { takenBy: people.owner.fullname } } });
  expect(await beat()).toMatchObject({ alarms: [{ state: 'TAKEN', by: people.owner.fullname }] });
  expect(await act({ act: 'comment', comment: 'Il répond' })).toMatchObject({ status: 200 });
  expect(await act({ act: 'close' })).toMatchObject({ status: 400 });
  expect(await act({ act: 'close', outcome: 'DRILL' })).toMatchObject({ status: 400 });
  expect(await act({ act: 'close', outcome: 'FALSE' })).toMatchObject({ body: { alarm: { state: 'CLOSED' } } });
  expect(await act({ act: 'comment', comment: 'Rappelé ce matin' })).toMatchObject({
    body: { alarm: { outcome: 'FALSE' } },
  });
  expect(await act({ act: 'take' })).toMatchObject({ status: 409 });
  expect(await open()).toEqual([]);
  // The next report is another alarm.
  expect((await send(report(service))) as object).not.toMatchObject({ alarm: input.uuid });
});
