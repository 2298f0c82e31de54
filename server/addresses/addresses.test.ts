import { beforeAll, describe, expect, test } from 'vitest';
import { defaultPoint, fetchAddresses, type KnownAddress } from '#core/addresses/addresses.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { Right } from '#core/rights.ts';
import { sitePositions } from '#core/sites/positions.ts';
import { Site } from '#core/sites/site.ts';
import type { Client } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { degreesAround } from './around.ts';

const here = await world();
const { as, agency, customer } = here;

const at = (street: string | null, zipcode: string, city: string, place?: [number, number]): object => ({
  street,
  zipcode,
  city,
  location: place ? { latitude: place[0], longitude: place[1] } : null,
});

async function save(
  of: Entity,
  input: object,
  who: 'owner' | 'foreignOwner' = 'owner',
): Promise<{ id: string; version: number }> {
  const endpoint = entityEndpoints(of).find(({ entity }) => entity?.operation === 'save') as Endpoint;
  return (await as(who).answer(endpoint, { input })).body[of.name];
}

const ask = async (who: Client, input: object): Promise<KnownAddress[]> =>
  (await who.call(fetchAddresses, { input })).addresses;
const streets = async (who: Client, query: string): Promise<(string | null)[]> =>
  (await ask(who, { query })).map(({ street }) => street);

let site: { id: string; version: number };
const ours = { customer: { id: customer.id } };

beforeAll(async () => {
  // Only the addresses written here.
  await here.sql('update agencies set street = null, zipcode = null, city = null');
  await here.sql('update customers set street = null, zipcode = null, city = null');
  await here.sql(
    `update agencies set street = '1 place Masséna', zipcode = '06000', city = 'Nice', latitude = 43.697, longitude = 7.27 where id = $1`,
    [agency.id],
  );
  const neighbour = await save(Customer, {
    name: 'Voisin',
    address: at('3 rue Écarlate', '06300', 'Nice', [43.7, 7.285]),
  });
  site = await save(Site, { name: 'Quai', ...ours, address: at('12 quai des Docks', '06300', 'Nice', [43.695, 7.28]) });
  await save(Site, { name: 'Quai bis', ...ours, address: at('12 Quai des Docks', '06300', 'NICE') });
  await save(Site, {
    name: 'Résidence Docks',
    customer: { id: neighbour.id },
    address: at('8 avenue Verte', '06400', 'Cannes', [43.55, 7.01]),
  });
  const foreign = await save(
    Customer,
    { name: 'Étranger', address: at('5 quai des Docks', '59000', 'Lille', [50.63, 3.06]) },
    'foreignOwner',
  );
  expect(foreign.id).toBeDefined();
});

describe('known addresses', () => {
  test('are found by every word of street, postcode or town, ignoring accents, each once with its position', async () => {
    expect(await ask(as('owner'), { query: 'docks quai 063' })).toEqual([
      {
        street: '12 quai des Docks',
        zipcode: '06300',
        city: 'Nice',
        country: 'FR',
        location: { latitude: 43.695, longitude: 7.28 },
      },
    ]);
    expect(await streets(as('owner'), 'ecarlate')).toEqual(['3 rue Écarlate']);
    expect(await streets(as('owner'), 'massena')).toEqual(['1 place Masséna']);
  });

  test('are not found by the name of their record, by less than three letters, or by pattern characters', async () => {
    expect(await streets(as('owner'), 'résidence')).toEqual([]);
    expect(await streets(as('owner'), 'do')).toEqual([]);
    expect(await streets(as('owner'), '%%%')).toEqual([]);
    expect(await streets(as('owner'), '   ')).toEqual([]);
  });

  test('of towns are listed once each, at the centre of their known addresses', async () => {
    const towns = await ask(as('owner'), { query: 'nice', part: 'city' });
    expect(towns.map(({ street, zipcode, city }) => [street, zipcode, city])).toEqual([
      [null, '06300', expect.stringMatching(/^nice$/i)],
      [null, '06000', 'Nice'],
    ]);
    expect(towns[0]?.location?.latitude).toBeCloseTo((43.7 + 43.695) / 2, 6);
    expect((await ask(as('owner'), { query: '06400', part: 'city' })).map(({ city }) => city)).toEqual(['Cannes']);
  });

  test('follow the record: changed, cleared, deleted', async () => {
    const nomad = await save(Site, { name: 'Nomade', ...ours, address: at('7 impasse Mauve', '06500', 'Menton') });
    expect(await streets(as('owner'), 'mauve')).toEqual(['7 impasse Mauve']);
    await save(Site, { id: nomad.id, address: at('9 impasse Ocre', '06500', 'Menton') });
    expect([await streets(as('owner'), 'mauve'), await streets(as('owner'), 'ocre')]).toEqual([[], ['9 impasse Ocre']]);
    await save(Site, { id: nomad.id, address: null });
    expect(await streets(as('owner'), 'ocre')).toEqual([]);
    await save(Site, { id: nomad.id, address: at('9 impasse Ocre', '06500', 'Menton') });
    await here.sql('delete from sites where id = $1', [nomad.id]);
    expect(await here.sql(`select 1 from search where id = $1 and entity like 'address:%'`, [nomad.id])).toEqual([]);
  });

  test.each<[string, Right[], string[]]>([
    ['the agency alone without any right', [], []],
    ['sites with the right to list them', ['listSites'], ['12 quai des Docks', '8 avenue Verte']],
    ['customers with the right to list them', ['listCustomers'], ['3 rue Écarlate']],
  ])('include those of %s', async (_who, rights, expected) => {
    const person = as(await here.hire(`adresses-${rights.join('-') || 'aucun'}`, { of: 'azur', rights }));
    const found = [
      ...(await streets(person, 'docks')),
      ...(await streets(person, 'verte')),
      ...(await streets(person, 'ecarlate')),
    ];
    expect(found).toEqual(expected);
    expect(await streets(person, 'massena')).toEqual(['1 place Masséna']);
  });

  test('of a customer include only his own and the agency’s', async () => {
    expect(await streets(as('customer'), 'docks')).toEqual(['12 quai des Docks']);
    expect([await streets(as('customer'), 'verte'), await streets(as('customer'), 'ecarlate')]).toEqual([[], []]);
    expect(await streets(as('customer'), 'massena')).toEqual(['1 place Masséna']);
  });

  test('around a point: the nearest within two kilometres, or none', async () => {
    expect(await ask(as('owner'), { near: { latitude: 43.6951, longitude: 7.2801 } })).toMatchObject([
      { street: '12 quai des Docks', city: 'Nice' },
    ]);
    expect(await ask(as('owner'), { near: { latitude: 43.6975, longitude: 7.2702 } })).toMatchObject([
      { street: '1 place Masséna' },
    ]);
    expect(await ask(as('owner'), { near: { latitude: 46.6, longitude: 2.4 } })).toEqual([]);
    expect(await ask(as('customer'), { near: { latitude: 43.7, longitude: 7.285 } })).not.toMatchObject([
      { street: '3 rue Écarlate' },
    ]);
    expect(await ask(as('owner'), { near: { latitude: 90, longitude: 180 } })).toEqual([]);
  });
});

describe('positions of sites', () => {
  const positions = (who: Client, near: object | null) => who.call(sitePositions, { input: { near } });

  test('around a point: active sites, nearest first, never far away', async () => {
    const { centre, positions: found } = await positions(as('owner'), { latitude: 43.55, longitude: 7.01 });
    expect(centre).toEqual({ latitude: 43.55, longitude: 7.01 });
    expect(found.map(({ name }) => name)).toEqual(['Résidence Docks', 'Quai']);
    await here.sql('update sites set status = 300 where id = $1', [site.id]);
    expect((await positions(as('owner'), { latitude: 43.55, longitude: 7.01 })).positions).toHaveLength(1);
    await here.sql('update sites set status = 100 where id = $1', [site.id]);
    expect((await positions(as('owner'), defaultPoint)).positions).toEqual([]);
  });

  test('without a point: around the agency, or around the centre of France if its position is unknown', async () => {
    expect((await positions(as('owner'), null)).centre).toEqual({ latitude: 43.697, longitude: 7.27 });
    expect((await positions(as('foreignOwner'), null)).centre).toEqual(defaultPoint);
  });

  test('of a customer include only his own', async () => {
    const { positions: found } = await positions(as('customer'), { latitude: 43.55, longitude: 7.01 });
    expect(found.map(({ name }) => name)).toEqual(['Quai']);
  });
});

test('a box around a point has the same width in metres at every latitude, at most that of the earth', () => {
  const { height, width } = degreesAround({ latitude: 60, longitude: 0 }, 2_000);
  expect(width).toBeCloseTo(2 * height, 6);
  expect(degreesAround({ latitude: 90, longitude: 0 }, 50_000).width).toBe(180);
});
