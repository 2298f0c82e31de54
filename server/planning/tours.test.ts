// A tour with its stops, its people and their breaks; a service with several people.
import { expect, test } from 'vitest';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { moveByClock } from './clock.ts';
import { workingLocation } from './working.ts';

const here = await world();
const { sql, agency, app } = here;
const { site, guard } = await plannerOf(here);
const { service, step, input, row, keys, agent: anne } = livingOf(here, site);
const bruno = await guard();

/** The desk takes the step of this person. */
const stepOf = (person: string, id: string, to: number) => step(id, to, 'owner', { ...input(id), agent: person });
const statusOf = async (id: string) => (await row(id))?.status;

/** Begun, with two stops. */
async function tourOf(agents: string[]) {
  const tour = await service({ from: -60, agents, isCircuit: true });
  const stops = [
    await service({ from: -50, to: -40, agents, circuit: tour }),
    await service({ from: -30, to: -20, agents, circuit: tour }),
  ] as [string, string];
  for (const person of agents) expect((await stepOf(person, tour, 200)).status).toBe(200);
  return { tour, stops };
}

test('whoever breaks a tour off leaves the site where he was, and may begin another service', async () => {
  const { tour, stops } = await tourOf([anne]);
  await step(stops[0], 200);
  expect((await step(tour, 400)).status).toBe(200);
  expect([await statusOf(tour), await statusOf(stops[0]), await statusOf(stops[1])]).toEqual([400, 300, 100]);
  expect((await row(stops[0]))?.ended).not.toBeNull();
  expect(await keys(stops[0], 'customer')).toContain('serviceFinish');
  expect((await step(await service(), 200)).status).toBe(200);
  await sql('delete from services');
});

test('a stop that was left open by a tour broken off before ends by the clock, once the tour is not resumed any more', async () => {
  const { tour, stops } = await tourOf([anne]);
  await step(stops[0], 200);
  await sql('update services set status = 400, real_end_at = now() where id = $1', [tour]);
  await sql('update service_times set state = 400, ended_at = now() where service_id = $1', [tour]);
  const next = await service();
  expect((await step(next, 200)).status).toBe(200);
  const after = (hours: number): Promise<void> =>
    moveByClock(servicesOf(app), new Date(Date.now() + hours * 3_600_000));
  await after(24);
  expect(await statusOf(stops[0])).toBe(200);
  await after(40);
  expect(await statusOf(stops[0])).toBe(800);
  await sql('delete from services');
});

test('the stops that nobody reached are missed when the last person of the tour ends, not the first', async () => {
  const { tour, stops } = await tourOf([anne, bruno]);
  await stepOf(anne, tour, 300);
  expect([await statusOf(tour), await statusOf(stops[0])]).toEqual([200, 100]);
  expect(await keys(stops[0], 'customer')).toEqual([]);
  await stepOf(bruno, tour, 300);
  expect([await statusOf(tour), await statusOf(stops[0]), await statusOf(stops[1])]).toEqual([300, 120, 120]);
  await sql('delete from services');
});

test('a stop keeps from another service whoever is on its tour, not who has ended his part (N-044)', async () => {
  const { tour, stops } = await tourOf([anne, bruno]);
  await stepOf(bruno, tour, 300);
  expect((await stepOf(anne, stops[0], 200)).status).toBe(200);
  expect((await stepOf(bruno, await service({ agents: [bruno] }), 200)).status).toBe(200);
  const refused = await step(await service(), 200);
  expect([refused.status, refused.body.message]).toEqual([409, 'Un service est actif']);
  await sql('delete from services');
});

test('the desk ends a service for all its people, also for one in a break', async () => {
  const id = await service({ from: -60, agents: [anne, bruno] });
  for (const person of [anne, bruno]) await stepOf(person, id, 200);
  await stepOf(bruno, id, 500);
  expect((await step(id, 300, 'owner')).status).toBe(200);
  expect(await statusOf(id)).toBe(300);
  expect(await sql('select state from service_times where service_id = $1', [id])).toEqual([
    { state: 300 },
    { state: 300 },
  ]);
  expect(await sql('select 1 from service_breaks where service_id = $1 and real_end_at is null', [id])).toEqual([]);
  await sql('delete from services');
});

test('during a break of the tour no position is stored at its stop, and its site is not left (Q-012; CNIL, NS-51)', async () => {
  const { tour, stops } = await tourOf([anne]);
  await step(stops[0], 200);
  const location = { latitude: 43.7, longitude: 7.26, accuracy: 8 };
  const storedAt = (id: string, at = new Date()) =>
    servicesOf(app).database.transaction({ ...nobody, agency: agency.id }, (db) =>
      workingLocation({ service: id, agent: anne, at, location }, { db }),
    );
  expect([await storedAt(tour), await storedAt(stops[0])]).toEqual([location, location]);
  await step(tour, 500);
  expect([await storedAt(tour), await storedAt(stops[0])]).toEqual([null, null]);
  const refused = await step(stops[0], 300);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Vous êtes en pause. Vous devez terminer votre pause pour pouvoir continuer.',
  ]);
  await step(tour, 200);
  expect(await storedAt(stops[0])).toEqual(location);
  // Nor before he came to the stop.
  expect(await storedAt(stops[0], new Date(Date.now() - 600_000))).toBeNull();
  expect((await step(stops[0], 300)).status).toBe(200);
  await sql('delete from services');
});
