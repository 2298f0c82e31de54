// The stops of a tour are published with it, and their changes are told.
import { beforeEach, expect, test } from 'vitest';
import { fetchPlanning, publishServices, saveServices } from '#core/planning/calls.ts';
import { fetchStops } from '#core/planning/lifecycle-calls.ts';
import { previewPublication, undoPublication } from '#core/planning/publication-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, people, sql } = here;
const owner = as('owner');
const me = people.agent.profile?.id as string;
const { saved, save, read, clear } = await plannerOf(here);
await clear(me);
const site: string = (await saved(Site, { name: 'Dépôt', customer: { id: customer.id } })).id;
const museum: string = (await saved(Site, { name: 'Musée', customer: { id: customer.id } })).id;

beforeEach(async () => {
  for (const table of ['services', 'published_services', 'planning_publications']) await sql(`delete from ${table}`);
});

const stopAt = (arrival: string) => ({ site: { id: museum }, arrival, minutes: 15 });
const tour = async (from: [string, string], to: [string, string], arrivals: string[]): Promise<string> => {
  const draft = {
    site: { id: site },
    startAt: at(...from),
    endAt: at(...to),
    agents: [{ id: me }],
    isCircuit: true,
    services: arrivals.map(stopAt),
  };
  const { body } = await save({ services: [draft], confirmed: true });
  return body.services[0].id;
};
const day = '2027-01-12';
const period = { start: day, end: day };
const dayTour = (): Promise<string> => tour([day, '08:00'], [day, '16:00'], ['09:00']);
const publish = () => owner.call(publishServices, { input: { period, notify: true } });
const edit = (id: string, services: object[]) =>
  owner.call(saveServices, { input: { services: [{ id, services } as object], confirmed: true } });
const stateOf = async (id: string) =>
  (await owner.call(fetchPlanning, { mount: 'agency', input: period })).services.find((one) => one.id === id)
    ?.publication;
const ownStops = async (id: string): Promise<string[]> =>
  (await as('agent').call(fetchStops, { mount: 'agent', params: { id } })).services
    .map(({ startAt }) => startAt)
    .toSorted();
const statesOfStops = async (id: string): Promise<string[]> =>
  (
    await sql<{ publication: string }>('select publication from services where circuit_id = $1 order by start_at', [id])
  ).map(({ publication }) => publication);

test('a stop that is moved, added or removed changes its published tour, and leaves with it', async () => {
  const id = await dayTour();
  await publish();
  expect(await stateOf(id)).toBe('PUBLISHED');
  const [kept] = ((await read(id)) as AnyRow).services;

  await edit(id, [{ ...kept, arrival: '10:00' }, stopAt('15:00')]);
  expect(await stateOf(id)).toBe('CHANGED');
  expect(await ownStops(id)).toEqual([at(day, '09:00')]);
  const { services, sites } = await owner.call(previewPublication, { input: { period } });
  expect(services).toMatchObject([{ id, changes: [{ agent: me, kind: 'moved' }] }]);
  expect(sites.map(({ name }) => name)).toEqual(['Dépôt', 'Musée']);
  await publish();
  expect(await stateOf(id)).toBe('PUBLISHED');
  expect(await ownStops(id)).toEqual([at(day, '10:00'), at(day, '15:00')]);
  const [{ notices } = { notices: [] }] = await sql<{ notices: AnyRow[] }>(
    'select notices from planning_publications order by created_at desc, id desc limit 1',
  );
  expect(notices.find((one) => one.agent === me)?.text).toMatch(
    /étapes : 09:00 Musée devient .*étapes : 10:00 Musée, 15:00 Musée$/,
  );

  await edit(id, [{ ...kept, arrival: '10:00' }]);
  expect(await stateOf(id)).toBe('CHANGED');
  const { publication } = await publish();
  expect(await ownStops(id)).toEqual([at(day, '10:00')]);
  await owner.call(undoPublication, { params: { id: publication as string } });
  expect([await stateOf(id), await ownStops(id)]).toEqual(['CHANGED', [at(day, '10:00'), at(day, '15:00')]]);
});

test('what is told of no stop leaves the tour published', async () => {
  const id = await dayTour();
  await publish();
  const [stop] = ((await read(id)) as AnyRow).services;
  await edit(id, [{ ...stop, comment: 'Porte B' }]);
  expect(await stateOf(id)).toBe('PUBLISHED');
});

test('a stop after midnight is published with the day of its tour', async () => {
  const id = await tour([day, '21:00'], ['2027-01-13', '05:00'], ['22:00', '01:00']);
  await publish();
  expect(await statesOfStops(id)).toEqual(['PUBLISHED', 'PUBLISHED']);
  const next = await tour(['2027-01-13', '21:00'], ['2027-01-14', '05:00'], ['22:00']);
  await owner.call(publishServices, { input: { period: { start: '2027-01-14', end: '2027-01-14' } } });
  expect(await statesOfStops(next)).toEqual(['DRAFT']);
  expect(
    ((await owner.call(endpointOf(Service, 'read'), { mount: 'agency', params: { id: next } })) as AnyRow).service
      .publication,
  ).toBe('DRAFT');
});
