// The phone of a guard at work: its settings, its heartbeat, and what may not stop its alarm (the subscription of the agency,
// a second factor asked for meanwhile).
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { enrolDevice } from '#core/field/calls.ts';
import { fetchPack } from '#core/field/pack.ts';
import { actOnAlarm, fetchOpenAlarms, readAlarm, savePtiEvent, sendHeartbeat } from '#core/safety/calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { livingOf } from '#server/testing/living.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';
import { escalate, escalateAlarm } from './telling.ts';

const here = await world({ jobs: [sendMail, escalateAlarm] });
const { as, sql, people, agency } = here;
const { site } = await logOf(here);
const { service: newService, live } = livingOf(here, site);
const [owner, agent] = [as('owner'), as('agent')];
const device = randomUUID();
let service = '';

beforeAll(async () => {
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
  service = await newService({ status: 200, from: -60 });
  await sql('update services set real_start_at = start_at where id = $1', [service]);
  await live(service);
});

const report = () => ({ uuid: randomUUID(), kind: 'sos' as const, drill: false, service: { id: service } });

test('C-020: in a locked agency an SOS arrives, is escalated by the clock and can be answered', async () => {
  const staff = people.staff.profile?.id as string;
  const colleague = await here.hire('astreinte', { of: 'azur', rights: ['readSupervision'] });
  for (const [rank, one] of [staff, colleague.profile?.id].entries())
    await sql('insert into agency_alarm_chain (agency_id, id, rank, agent_id, delay) values ($1, $2, $3, $4, 5)', [
      ...[agency.id, randomUUID(), rank, one],
    ]);
  const input = report();
  await sql('delete from emails');
  await sql(`update agencies set errors = '[{"lock": true, "message": "Impayé"}]' where id = $1`, [agency.id]);
  try {
    await agent.call(savePtiEvent, { mount: 'agent', input });
    expect(await agent.call(sendHeartbeat, { mount: 'agent', input: { device } })).toMatchObject({
      alarms: [{ id: input.uuid }],
    });
    expect((await agent.answer(fetchPack, { mount: 'agent', input: {} })).status).toBe(200);
    expect((await agent.answer(enrolDevice, { mount: 'agent', input: { id: device, name: 'T' } })).status).toBe(200);
    await escalate(agency.id, { alarm: input.uuid, step: 1 }, servicesOf(here.app), new Date(Date.now() + 5 * 60_000));
    await here.jobsDone();
    const mails = await sql<{ to: string }>('select recipients[1] as to from emails order by created_at');
    expect(mails.map(({ to }) => to)).toEqual([people.staff.email, colleague.email]);
    expect((await owner.call(fetchOpenAlarms)).alarms).toMatchObject([{ id: input.uuid }]);
    await owner.call(actOnAlarm, { params: { id: input.uuid }, input: { act: 'take' } });
    expect((await owner.call(readAlarm, { params: { id: input.uuid } })).alarm).toMatchObject({
      takenBy: people.owner.fullname,
    });
  } finally {
    await sql(`update agencies set errors = '[]' where id = $1`, [agency.id]);
  }
});

test('a second factor that the agency asks for stops no SOS, whenever the guard signed in', async () => {
  await sql(`update agencies set second_factor = 'EVERYONE' where id = $1`, [agency.id]);
  try {
    const { token } = await here.sessionOf('agent');
    for (const one of [agent, agent.with(token)])
      expect((await one.answer(savePtiEvent, { mount: 'agent', input: report() })).status).toBe(200);
    const beat = await agent.with(token).answer(sendHeartbeat, { mount: 'agent', input: { device } });
    expect(beat.status).toBe(200);
    expect(await agent.with(token).answer(fetchPack, { mount: 'agent', input: {} })).toMatchObject({ status: 403 });
  } finally {
    await sql(`update agencies set second_factor = 'NOBODY' where id = $1`, [agency.id]);
  }
});

test('the pack has the settings of the agency and the place of its protected sites', async () => {
  await sql('update sites set lone_worker = true, latitude = 43.7, longitude = 7.26, radius = 150 where id = $1', [
    site,
  ]);
  const pack = await agent.call(fetchPack, { mount: 'agent', input: {} });
  expect(pack.safety).toMatchObject({
    ...{ active: true, pauseOnBreak: true, frequency: 30, inactivity: 10, fallWait: 10 },
    sites: { [site]: { centre: { latitude: 43.7, longitude: 7.26 }, radius: 150 } },
  });
});

test('a heartbeat writes no audit line, and another person’s phone is unknown', async () => {
  const before = await sql('select count(*) from audit');
  await agent.call(sendHeartbeat, { mount: 'agent', input: { device } });
  expect(await sql('select count(*) from audit')).toEqual(before);
  const stranger = await agent.answer(sendHeartbeat, { mount: 'agent', input: { device: randomUUID() } });
  expect(stranger.status).toBe(409);
});
