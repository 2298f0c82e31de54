import { beforeEach, expect, test } from 'vitest';
import { listNotifications } from '#core/notifications/calls.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { sql, people } = here;
const { site } = await plannerOf(here);
const { service, nameOf, input, step } = livingOf(here, site);
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
  expect(notifications).toMatchObject([{ title: 'Service interrompu', link: '/supervision' }]);
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
  expect(notifications[0]).toMatchObject({ title: 'Service terminé avant l’heure', link: '/supervision' });
  await sql('delete from emails');
  const due = await service();
  await step(due, 200);
  await sql(`update services set end_at = now() + interval '1 minute' where id = $1`, [due]);
  await step(due, 300);
  expect(await early()).toEqual([]);
});
