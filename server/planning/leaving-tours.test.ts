// Tours that stop at a place that closes (O-002).
import { expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { comingServices, leaveCustomer, leaveSite } from '#core/planning/leaving.ts';
import { Round } from '#core/rounds/round.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { service, created, read } = await plannerOf(here);
const owner = as('owner');
const saved = async (of: Parameters<typeof endpointOf>[0], input: object): Promise<{ id: string }> => {
  const { status, body } = await owner.answer(endpointOf(of, 'save'), { mount: 'agency', input });
  expect(status).toBe(200);
  return { id: body[of.name].id };
};
const { day } = wallClock(new Date(Date.now() + 20 * 86_400_000), 'Europe/Paris');

async function scene() {
  const of = await saved(Customer, { name: 'Garage Sud' });
  const siteOf = (customer: string, name: string) => saved(Site, { name, customer: { id: customer } });
  const [his, elsewhere] = [await siteOf(of.id, 'Garage'), await siteOf(here.customer.id, 'Gare')];
  const rounds = await Promise.all(
    [his, elsewhere].map(async (site) => ({ round: await saved(Round, { name: 'Ronde', site }) })),
  );
  const stop = (site: { id: string }, arrival: string) => ({ site, arrival, minutes: 20 });
  const tourFrom = (site: { id: string }): Promise<string> =>
    created({
      ...service(day, '06:00', '12:00', [], { isCircuit: true }),
      ...{ site, services: [stop(his, '07:15'), stop(elsewhere, '08:30'), stop(his, '10:00')] },
      rounds,
    });
  return {
    customer: of.id,
    site: his.id,
    calling: await tourFrom(elsewhere),
    own: await tourFrom(his),
  };
}

test.for(['site', 'customer'] as const)(
  'a %s that closes names the tours that stop there; freed, they stop there no more, and only its own is unscheduled',
  async (kind) => {
    const at = await scene();
    const id = at[kind];
    const { services, filtered } = await owner.call(comingServices, { input: { kind, ids: [id] } });
    expect(filtered).toBe(2);
    expect(new Map(services.map((one) => [one.id, one.postTitle]))).toEqual(
      new Map([
        [at.calling, 'tournée, étape 07:15, 10:00'],
        [at.own, 'tournée entière'],
      ]),
    );
    const { freed, tours } = await owner.call(kind === 'site' ? leaveSite : leaveCustomer, {
      params: { id },
      input: { services: 'free' },
    });
    expect([freed, tours]).toEqual([[at.own], [at.calling]]);
    expect((await read(at.own)).status).toBe(700);
    const tour = await read(at.calling);
    expect([tour.status, tour.services.map(({ arrival }: { arrival: string }) => arrival)]).toEqual([100, ['08:30']]);
    expect(tour.rounds).toHaveLength(1);
    expect(await sql('select id from services where circuit_id = $1 and site_id = $2', [at.calling, at.site])).toEqual(
      [],
    );
  },
);

test('kept, they stay as they are', async () => {
  const { site, calling } = await scene();
  await owner.call(leaveSite, { params: { id: site }, input: { services: 'keep' } });
  expect((await read(calling)).services).toHaveLength(3);
});

test('the stops that stay are not asked about again', async () => {
  const { site, calling } = await scene();
  const tour = await read(calling);
  const [before, stop, after] = tour.services;
  await created({
    id: calling,
    confirmed: true,
    services: [before, stop, { ...after, id: undefined, site: stop.site, arrival: '08:40' }],
  });
  const { status } = await owner.answer(leaveSite, { params: { id: site }, input: { services: 'free' } });
  expect(status).toBe(200);
  expect((await read(calling)).services.map(({ arrival }: { arrival: string }) => arrival)).toEqual(['08:30', '08:40']);
});
