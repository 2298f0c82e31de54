import { beforeEach, expect, test } from 'vitest';
import { attestServices } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { guard, created, service, read } = await plannerOf(here);
const owner = as('owner');
const [anne, bruno] = [await guard(), await guard()];

beforeEach(() => sql('delete from services'));

const missed = async (day: string, people = [anne]): Promise<string> => {
  const id = await created(service(day, '08:00', '16:00', people));
  await sql('update services set status = 120 where id = $1', [id]);
  return id;
};
const attest = (services: string[], reason: unknown = 'Téléphone oublié') =>
  owner.answer(attestServices, { input: { services, reason } as never });
const timesOf = (id: string) =>
  sql('select agent_id, state, status, started_at, ended_at from service_times where service_id = $1', [id]);

test('services that nobody clocked become done at their planned hours, with the reason in history and log', async () => {
  const ids = [await missed('2026-01-12'), await missed('2026-01-13', [anne, bruno])];
  expect(await attest(ids)).toMatchObject({ status: 200 });
  for (const id of ids) {
    const { status, startAt, endAt, realStartAt, realEndAt } = (await read(id)) as AnyRow;
    expect([status, realStartAt, realEndAt]).toEqual([300, startAt, endAt]);
  }
  const times = await timesOf(ids[1] as string);
  expect(new Set(times.map(({ agent_id }) => agent_id))).toEqual(new Set([anne, bruno]));
  // As planned: nothing is left to settle.
  for (const { state, status } of times) expect([state, status]).toEqual([300, 110]);
  const { body } = await owner.answer(endpointOf(Service, 'history'), {
    mount: 'agency',
    params: { id: ids[0] as string },
  });
  expect(body.history[0]).toMatchObject({ action: 'attest', reason: 'Téléphone oublié' });
  const [event] = await sql('select type, content, customer_show from service_events where service_id = $1', [ids[0]]);
  expect(event).toEqual({ type: 23, content: 'Déclaré réalisé par l’agence : Téléphone oublié', customer_show: false });
});

test('all or none: a service in another state, without people, or during which its agent clocked elsewhere is refused', async () => {
  const good = await missed('2026-01-12');
  const waiting = await created(service('2026-01-14', '08:00', '16:00', [bruno]));
  await sql('update services set status = 100 where id = $1', [waiting]);
  const empty = await missed('2026-01-15', []);
  const elsewhere = await missed('2026-01-16', [bruno]);
  const other = await created(service('2026-01-17', '08:00', '16:00', [bruno]));
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, created_at, updated_at)
      select agency_id, id, $2, 300, '2026-01-16T11:00Z', '2026-01-16T12:00Z', now(), now() from services where id = $1`,
    [other, bruno],
  );
  for (const [id, why] of [
    [waiting, 'n’est pas « Non réalisé »'],
    [empty, 'personne n’y était affecté'],
    [elsewhere, 'a pointé sur'],
  ] as const) {
    const { status, body } = await attest([good, id]);
    expect([status, body.message]).toEqual([409, expect.stringContaining(why)]);
  }
  expect(((await read(good)) as AnyRow).status).toBe(120);
  expect(await timesOf(good)).toEqual([]);
});

test('a reason is asked, and a foreign service is not found', async () => {
  const id = await missed('2026-01-12');
  expect((await attest([id], '  ')).body.violations).toEqual([{ path: 'reason', message: 'Obligatoire' }]);
  const foreign = await as('foreignOwner').answer(attestServices, { input: { services: [id], reason: 'Oubli' } });
  expect(foreign.status).toBe(404);
});

test('the stops of a tour are done with it, not by themselves', async () => {
  const tour = await missed('2026-01-12');
  const stop = await missed('2026-01-12', []);
  await sql('update services set is_circuit = true where id = $1', [tour]);
  await sql('update services set circuit_id = $2 where id = $1', [stop, tour]);
  expect((await attest([stop])).body.message).toContain('est un passage : déclarez sa tournée réalisée');
  expect((await attest([tour])).status).toBe(200);
  expect(await sql('select status from services where id = $1', [stop])).toEqual([{ status: 300 }]);
});
