import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { allEntities } from '#core/entities.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { publishServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { searchRecords } from '#core/search/search.ts';
import { Site } from '#core/sites/site.ts';
import type { PersonName } from '#server/testing/people.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, people, sql, hire } = here;

const saveOf = (of: Entity): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === 'save') as Endpoint;
const listOf = (of: Entity): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === 'list') as Endpoint;
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
    const [first] = flatFields(of.fields).filter(([, { search }]) => search && search !== 'target');
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

  test('a phone number is found however it is written, of a customer and of his contacts', async () => {
    await save(Customer, {
      name: 'Comptoir Ollioules',
      type: 100,
      phone: ['+33 4 94 00 11 22'],
      address: { street: null, zipcode: '83190', city: 'Ollioules' },
      userCompanies: [
        { firstname: 'Maud', lastname: 'Tessier', email: 'maud@comptoir.example', phone: ['06.78.12.34.56'] },
      ],
    });
    for (const query of [
      '04 94 00 11 22',
      '+33494001122',
      '0033 (0)4.94.00.11.22',
      '94 00 11 22',
      '+33 6 78 12 34 56',
      '0678123456',
      'maud tessier',
      'ollioules maud',
    ])
      expect(await names('owner', query), query).toEqual(['Comptoir Ollioules']);
    expect(await names('owner', '04 94 00 11 23')).toEqual([]);
    // The same pairs of digits in another order are another number.
    await save(Customer, { name: 'Comptoir Toulon', type: 100, phone: ['04 94 22 11 00'] });
    expect(await names('owner', '04 94 22 11 00')).toEqual(['Comptoir Toulon']);
    expect(await names('owner', '04.94.00.11.22')).toEqual(['Comptoir Ollioules']);
  });

  test('a site is found by the name of its customer, also once the customer is renamed', async () => {
    const id = await save(Customer, { name: 'Minoterie Blé', type: 100 });
    await site('Silo Est', { customer: { id } });
    expect(await names('owner', 'minoterie silo')).toEqual(['Silo Est']);
    const [row] = await sql<{ version: number }>('select version from customers where id = $1', [id]);
    await save(Customer, { id, version: row?.version, name: 'Moulins réunis', type: 100 });
    expect(await names('owner', 'moulins')).toEqual(['Moulins réunis', 'Silo Est']);
    expect(await names('owner', 'minoterie')).toEqual([]);
  });

  test('archived records are left out of lists and searches unless asked for', async () => {
    const id = await site('Citadelle close');
    await sql('update sites set status = 300 where id = $1', [id]);
    const listed = async (filters: object) =>
      (
        (await as('owner').call(listOf(Site), { mount: 'agency', input: { query: 'citadelle', filters } })) as {
          sites: { id: string }[];
        }
      ).sites.length;
    expect(await names('owner', 'citadelle')).toEqual([]);
    expect(
      (await as('owner').call(searchRecords, { input: { query: 'citadelle', archived: true } })).results,
    ).toHaveLength(1);
    for (const [filters, count] of [
      [{}, 0],
      [{ status: 'all' }, 0],
      [{ archived: false }, 0],
      [{ archived: true }, 1],
      [{ status: [300] }, 1],
      [{ status: [100], archived: true }, 0],
    ] as const)
      expect(await listed(filters), JSON.stringify(filters)).toBe(count);
    await expect(listed({ archived: 'oui' })).rejects.toThrow('Filtre invalide');
  });

  test('a deleted collaborator is not found', async () => {
    const id = await save(Agent, { firstname: 'Zoé', lastname: 'Partie' });
    expect(await names('owner', 'partie')).toEqual(['Zoé Partie']);
    await sql('update agents set status = 400 where id = $1', [id]);
    expect(await names('owner', 'partie')).toEqual([]);
  });
});

describe('rights', () => {
  test('the phone of a collaborator is found only by holders of the right to read it', async () => {
    await save(Agent, { firstname: 'Ines', lastname: 'Valat', phone: ['06 11 22 33 44'] });
    const rights = ['listAgents', 'readAgent'] as const;
    const reader = await hire('annuaire', { of: 'azur', rights: [...rights, 'readAgentPhone'] });
    const other = await hire('sansnumero', { of: 'azur', rights: [...rights] });
    expect(await names(reader, '+33 6 11 22 33 44', ['agent'])).toEqual(['Ines Valat']);
    expect(await names(other, '+33 6 11 22 33 44', ['agent'])).toEqual([]);
    expect(await names(other, 'valat', ['agent'])).toEqual(['Ines Valat']);
  });

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

const { guard, service, created, saved } = await plannerOf(here);
const place = await site('Hôtel Rivage', { address: { street: '4 quai Sud', zipcode: '83500', city: 'La Seyne' } });
const nadia = await guard();
await saved(Agent, { id: nadia, firstname: 'Nadia', lastname: 'Bérenger' });
const there = { site: { id: place } };
const night = await created(service('2027-03-14', '19:00', '23:30', [nadia], { ...there, postTitle: 'Ronde' }));
const alone = await created(service('2027-03-15', '08:00', '12:00', [], there));
await as('owner').call(publishServices, { input: { period: { start: '2027-03-14', end: '2027-03-14' } } });

describe('services', () => {
  const listed = async (person: PersonName, query: string, mount: 'agency' | 'agent' | 'customer' = 'agency') =>
    (
      (await as(person).call(listOf(Service), { mount, input: { query } })) as { services: { id: string }[] }
    ).services.map(({ id }) => id);
  const both = async (query: string) => {
    const ids = await listed('owner', query);
    expect((await found('owner', query, ['service'])).map(({ id }) => id).toSorted(), query).toEqual(ids.toSorted());
    return ids;
  };

  test('are found by person, site, town and customer, all words together, also once renamed', async () => {
    expect(await both('berenger')).toEqual([night]);
    expect(await both('rivage')).toEqual([alone, night]);
    expect(await both('seyne')).toEqual([alone, night]);
    expect(await both('SEYNE nadia ronde')).toEqual([night]);
    expect(await both('seyne nadia nadia absent')).toEqual([]);
    await sql(`update sites set name = 'Hôtel Lagune' where id = $1`, [place]);
    expect(await both('lagune')).toEqual([alone, night]);
    expect(await both('rivage')).toEqual([]);
  });

  test('are named by site, day and hours; the detail has the reference, the post and the people', async () => {
    expect(await found('owner', 'lagune berenger')).toEqual([
      expect.objectContaining({
        entity: 'service',
        name: 'Hôtel Lagune · dim. 14/03/2027, 19:00–23:30',
        detail: expect.stringMatching(/^S\d{6} · Ronde · Nadia Bérenger$/),
      }),
    ]);
  });

  test('are found by a customer by site, as published, never by the people; by nobody of another agency', async () => {
    expect(people.customer).toBeDefined();
    expect(await listed('customer', 'lagune', 'customer')).toEqual([night]);
    expect(await listed('customer', 'berenger', 'customer')).toEqual([]);
    expect((await found('customer', 'seyne', ['service'])).map(({ id, detail }) => [id, detail])).toEqual([
      [night, expect.not.stringContaining('Nadia')],
    ]);
    expect(await found('customer', 'nadia')).toEqual([]);
    expect(await listed('foreignOwner', 'lagune')).toEqual([]);
    expect(await listed('agent', 'lagune', 'agent')).toEqual([]);
  });
});
