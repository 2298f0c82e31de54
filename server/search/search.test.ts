import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { allEntities } from '#core/entities.ts';
import { type Endpoint, entityEndpoints } from '#core/kernel/endpoint.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { searchRecords } from '#core/search/search.ts';
import { Site } from '#core/sites/site.ts';
import type { PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';

const { as, customer, sql, hire } = await world();

const saveOf = (of: Entity): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === 'save') as Endpoint;
const save = async (of: Entity, draft: object, person: PersonName = 'owner'): Promise<string> =>
  ((await as(person).call(saveOf(of), { mount: 'agency', input: draft })) as Record<string, { id: string }>)[of.name]
    ?.id as string;
const site = (name: string, more: object = {}) => save(Site, { name, customer: { id: customer.id }, ...more });

const found = async (person: Parameters<typeof as>[0], query: string, entities?: string[]) =>
  (await as(person).call(searchRecords, { input: { query, ...(entities ? { entities } : {}) } })).results;
const names = async (...asked: Parameters<typeof found>) => (await found(...asked)).map(({ name }) => name);

await site('Grand Phare');
await site('Phare de l’Île', { address: { street: '3 quai des Brumes', zipcode: '06000', city: 'Nice' } });
await site('Hôtel Méditerranée', { address: { street: '1 rue du Phare', zipcode: '06400', city: 'Cannes' } });
await save(Customer, { name: 'Phare Conseil', type: 100, email: 'contact@phare.example' });
await save(Agent, { firstname: 'Omar', lastname: 'Phareaux', position: 'Chef de poste' });
await save(
  Site,
  {
    name: 'Phare étranger',
    customer: { id: (await sql<{ id: string }>(`select id from customers where name = 'Entrepôts du Nord'`))[0]?.id },
  },
  'foreignOwner',
);

test('the search words of every entity begin with its title, for the ranking', () => {
  for (const of of allEntities) {
    const [first] = flatFields(of.fields).filter(([, field]) => field.search);
    if (first) expect(first[0], of.name).toBe(of.title);
  }
});

describe('finding', () => {
  test('matches at the start of a title come first, then words of the title, then the rest; entities by their best match', async () => {
    expect(await names('owner', 'phare')).toEqual([
      'Phare Conseil',
      'Phare de l’Île',
      'Grand Phare',
      'Hôtel Méditerranée',
      'Omar Phareaux',
    ]);
    expect((await found('owner', 'PHARE')).map(({ entity }) => entity)).toEqual([
      'customer',
      'site',
      'site',
      'site',
      'agent',
    ]);
  });

  test('accents and case are ignored, every word must match, and the other searched entities are listed', async () => {
    expect(await found('owner', ' hotel  mediterranee ')).toEqual([
      expect.objectContaining({
        entity: 'site',
        name: 'Hôtel Méditerranée',
        detail: expect.stringContaining('1 rue du Phare'),
        status: 100,
      }),
    ]);
    expect(await names('owner', 'brumes nice')).toEqual(['Phare de l’Île']);
    expect(await names('owner', 'brumes cannes')).toEqual([]);
    expect(await found('owner', 'omar')).toMatchObject([{ detail: 'Chef de poste' }]);
  });

  test('at most the five best of an entity are returned', async () => {
    for (let count = 0; count < 6; count += 1) await site(`Dépôt annexe ${count}`);
    await site('Annexe');
    expect(await names('owner', 'annexe')).toEqual(['Annexe', ...[0, 1, 2, 3].map((count) => `Dépôt annexe ${count}`)]);
  });

  test.each(['', ' ', 'p', ' p ', '%%', '__', '\\\\', "'; drop table sites; --"])('%j finds nothing', async (query) => {
    expect(await found('owner', query)).toEqual([]);
  });

  test('only the requested entities are searched', async () => {
    expect(await names('owner', 'phare', ['customer', 'agent'])).toEqual(['Phare Conseil', 'Omar Phareaux']);
    expect(await found('owner', 'phare', [])).toEqual([]);
    expect(await found('owner', 'phare', ['toString', 'users'])).toEqual([]);
  });

  test('a deleted collaborator is not found', async () => {
    const id = await save(Agent, { firstname: 'Zoé', lastname: 'Partie' });
    expect(await names('owner', 'partie')).toEqual(['Zoé Partie']);
    await sql('update agents set status = 400 where id = $1', [id]);
    expect(await names('owner', 'partie')).toEqual([]);
  });
});

describe('rights', () => {
  test('a collaborator finds only what he may list', async () => {
    expect(await found('powerless', 'phare')).toEqual([]);
    const reader = await hire('lecteur', { of: 'azur', rights: ['listSites'] });
    expect(await names(reader, 'phare')).toEqual(['Phare de l’Île', 'Grand Phare', 'Hôtel Méditerranée']);
    expect(await names('staff', 'phare')).toHaveLength(5);
  });

  test('a customer finds only his own sites', async () => {
    const other = await save(Customer, { name: 'Voisin', type: 100 });
    await site('Phare du voisin', { customer: { id: other } });
    expect(await names('customer', 'phare')).toEqual(['Phare de l’Île', 'Grand Phare', 'Hôtel Méditerranée']);
    expect(await names('owner', 'phare du voisin')).toEqual(['Phare du voisin']);
  });

  test('an agent on his own path finds only sites of his services', async () => {
    expect(await found('agent', 'phare')).toEqual([]);
  });

  test('another agency finds only its own records', async () => {
    expect(await names('foreignOwner', 'phare')).toEqual(['Phare étranger']);
  });
});
