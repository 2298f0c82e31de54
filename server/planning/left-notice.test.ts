import { beforeEach, expect, test } from 'vitest';
import { listNotifications } from '#core/notifications/calls.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { switchProfile } from '#core/session/session.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { sql, people } = here;
const { site } = await plannerOf(here);
const { service, nameOf, input, step, events } = livingOf(here, site);
const mails = (kind = 'interruptedService') =>
  sql<{ to: string[]; subject: string; words: string }>(
    `select recipients as "to", subject, content::text as words from emails where reason = $1`,
    [kind],
  );

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from published_services');
  await sql('delete from emails');
});

test('planners get one notification and one mail about an interrupted service, even for repeated events', async () => {
  const id = await service();
  await step(id, 200);
  expect(await mails()).toEqual([]);
  const repeated = input(id);
  expect((await step(id, 400, 'agent', repeated)).status).toBe(200);
  await step(id, 400, 'agent', repeated);
  const sent = await mails();
  expect(sent.map(({ to }) => to.join())).toContain(people.owner.email);
  expect(new Set(sent.map(({ to }) => to.join())).size).toBe(sent.length);
  expect(sent[0]?.subject).toContain('service interrompu');
  const { notifications } = await here.as('owner').call(listNotifications, { input: {} });
  expect(notifications).toMatchObject([{ title: 'Service interrompu', link: `/adminServices?open=${id}` }]);
  expect(sent[0]?.words).toContain(`${await nameOf('agent')} a interrompu son service à `);
});

test('an interruption by the desk sends no mail', async () => {
  const id = await service();
  await step(id, 200);
  expect((await step(id, 400, 'owner')).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test('planners are told that an agent ended his service before its time; an end in time, or by the desk, tells nobody', async () => {
  const early = () => mails('endedEarlyService');
  const desk = await service();
  await step(desk, 200);
  await step(desk, 300, 'owner');
  expect(await early()).toEqual([]);
  const id = await service();
  await step(id, 200);
  // An extension does not make an early end one in time.
  await step(id, 250, 'agent', input(id, 'Demande du client'));
  expect((await step(id, 300)).status).toBe(200);
  expect((await early())[0]?.words).toContain(`${await nameOf('agent')} a terminé son service à `);
  const { notifications } = await here.as('owner').call(listNotifications, { input: {} });
  expect(notifications[0]).toMatchObject({ title: 'Service terminé avant l’heure', link: `/adminServices?open=${id}` });
  await sql('delete from emails');
  const due = await service();
  await step(due, 200);
  await sql(`update services set end_at = now() + interval '1 minute' where id = $1`, [due]);
  await step(due, 300);
  expect(await early()).toEqual([]);
});

test('what support does for an agent is in « Déroulé » and in the notification under its own name', async () => {
  const id = await service();
  await step(id, 200);
  const support = here.as('support');
  const { token } = await support.call(switchProfile, {
    input: { userCompany: { id: people.agent.profile?.id as string } },
  });
  const answer = await support.with(token).answer(moveService, {
    mount: 'agent',
    params: { status: '400', agencyId: here.agency.id, agentId: people.agent.profile?.id as string },
    input: input(id),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const both = `${await nameOf('agent')} (saisi par ${people.support.fullname}, support) a interrompu son service à `;
  expect((await mails())[0]?.words).toContain(both);
  const [, interruption] = await events(id);
  expect(interruption).toMatchObject({ author: `${people.support.fullname}, support` });
});

test('an interruption sent days later names its day', async () => {
  const id = await service();
  await step(id, 200);
  await sql(
    `update services set start_at = start_at - interval '2 days', real_start_at = real_start_at - interval '2 days' where id = $1`,
    [id],
  );
  await sql(`update service_times set started_at = started_at - interval '2 days' where service_id = $1`, [id]);
  await sql(`update service_events set at = at - interval '2 days' where service_id = $1`, [id]);
  const createdAt = new Date(Date.now() - 36 * 3_600_000).toISOString();
  const answer = await step(id, 400, 'agent', input(id, undefined, { createdAt }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect((await mails())[0]?.words).toMatch(/a interrompu son service le \d\d\/\d\d\/\d{4} à \d\d:\d\d/);
});
