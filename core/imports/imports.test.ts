import { describe, expect, test } from 'vitest';
import { Agent } from '../agents/agent.ts';
import { Customer } from '../customers/customer.ts';
import { entity } from '../kernel/entity.ts';
import {
  address,
  choice,
  day,
  decimal,
  flag,
  integer,
  moment,
  phones,
  ref,
  refs,
  text,
  time,
} from '../kernel/field.ts';
import { viewOf } from '../kernel/view.ts';
import type { Right } from '../rights.ts';
import { Site } from '../sites/site.ts';
import { cellAt, cellFaults, type Parsed, parseCell, readRow, withKnownLines } from './cells.ts';
import { guessMapping, type ImportColumn, ignored, importColumn, importColumns, missingForColumn } from './columns.ts';
import { cardPaper } from './paper.ts';

const Sample = entity({
  name: 'sample',
  plural: 'samples',
  table: 'samples',
  label: { one: 'Essai', many: 'Essais' },
  description: 'Essais.',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: { list: {}, read: {}, create: {}, edit: {} },
  fields: {
    name: text('Nom', { required: true }),
    count: integer('Nombre'),
    rate: decimal('Taux'),
    open: flag('Ouvert'),
    born: day('Né le'),
    met: moment('Vu le'),
    from: time('De'),
    size: choice('Taille', { 100: 'Petite', 200: 'Très grande' }, { default: 100, required: true }),
    phone: phones('Téléphone'),
    address: address('Adresse'),
    owner: ref('Client', 'customer', { required: true }),
    skills: refs('Spécialités', 'specialty'),
    made: moment('Créé le', { written: 'server' }),
  },
});

const known: Record<string, string[]> = {
  'Marina Baie': ['m'],
  Carrefour: ['c1', 'c2'],
  'SSIAP 1': ['s1'],
  CQP: ['s2'],
};
const reading = {
  zone: 'Europe/Paris',
  find: (_target: string, name: string) => (known[name] ?? []).map((id) => ({ id, name })),
};
const at = (path: string): ImportColumn => importColumn(Sample, path) as ImportColumn;
const parsed = (path: string, cell: string): Parsed | null => parseCell(at(path), cell, reading);

describe('a cell', () => {
  test.each<[string, string, unknown]>([
    ['name', '  Dupont ', 'Dupont'],
    ['count', '1 234', 1234],
    ['count', '1\u202f234', 1234],
    ['rate', '12,5 %', 12.5],
    ['rate', '12.5', 12.5],
    ['rate', '-3', -3],
    ['open', 'Oui', true],
    ['open', 'VRAI', true],
    ['open', 'x', true],
    ['open', 'non', false],
    ['open', '0', false],
    ['born', '29/02/2024', '2024-02-29'],
    ['born', '1/3/1990', '1990-03-01'],
    ['born', '01-03-1990', '1990-03-01'],
    ['born', '1990-03-01', '1990-03-01'],
    ['born', '01/03/1990 00:00', '1990-03-01'],
    ['met', '25/10/2026 08:30', '2026-10-25T07:30:00.000Z'],
    ['met', '25/06/2026', '2026-06-24T22:00:00.000Z'],
    ['from', '8h30', '08:30'],
    ['from', '08:30', '08:30'],
    ['size', 'tres  GRANDE', 200],
    ['size', '100', 100],
    ['phone', '06 12 34 56 78 ; 04 93 00 00 00', ['06 12 34 56 78', '04 93 00 00 00']],
    ['phone', '612345678', ['0612345678']],
    ['phone', '0612345678 / 0493000000', ['0612345678', '0493000000']],
    ['phone', '+33 6 12 34 56 78', ['+33 6 12 34 56 78']],
    ['address.zipcode', '06000', '06000'],
    ['address.country', 'France', 'FR'],
    ['address.country', 'be', 'BE'],
    ['owner', 'Marina Baie', { id: 'm', name: 'Marina Baie' }],
    [
      'skills',
      'SSIAP 1; CQP',
      [
        { id: 's1', name: 'SSIAP 1' },
        { id: 's2', name: 'CQP' },
      ],
    ],
  ])('%s: « %s »', (path, cell, value) => {
    expect(parsed(path, cell)).toEqual({ value });
  });

  test.each<[string, string, string]>([
    ['count', 'douze', 'Nombre attendu'],
    ['open', 'peut-être', cellFaults.flag],
    ['born', '31/02/2024', "La date n'existe pas"],
    ['born', 'hier', 'Format français invalide'],
    ['from', '25:00', 'Format français invalide'],
    ['size', 'énorme', 'Valeur inconnue : attendu Petite, Très grande'],
    ['owner', 'Inconnu', 'Introuvable : Inconnu'],
    ['owner', 'Carrefour', 'Plusieurs portent ce nom : Carrefour'],
    ['skills', 'CQP; Rien', 'Introuvable : Rien'],
    ['name', '=HYPERLINK("http://mal.example")', cellFaults.formula],
    ['name', '@SOMME(A1)', cellFaults.formula],
    ['name', '#REF!', cellFaults.error],
    ['name', 'x'.repeat(10_001), cellFaults.tooLong],
  ])('%s: « %s » is refused', (path, cell, fault) => {
    expect(parsed(path, cell)).toEqual({ fault });
  });

  test('that is empty has no value; names are not resolved without a lookup', () => {
    expect(parsed('name', '   ')).toBeNull();
    expect(parseCell(at('owner'), 'Inconnu', { zone: 'Europe/Paris' })).toEqual({ value: undefined });
  });
});

describe('a row', () => {
  test('becomes a draft without empty cells, with nested groups and addresses; each fault names its cell', () => {
    const mapping = ['name', null, 'address.city', 'address.zipcode', 'count', 'open'];
    expect(readRow(Sample, mapping, ['Phare', 'ignoré', 'Nice', '', 'x', 'oui', 'de trop'], reading)).toEqual({
      draft: { name: 'Phare', address: { city: 'Nice' }, open: true },
      faults: [{ cell: 4, message: 'Nombre attendu' }],
    });
  });

  test('a violation is shown on the cell of its field, or of its part', () => {
    const mapping = [null, 'phone', 'address.zipcode', 'owner'];
    expect(cellAt(mapping, 'phone.0')).toBe(1);
    expect(cellAt(mapping, 'address')).toBe(2);
    expect(cellAt(mapping, 'owner.id')).toBe(3);
    expect(cellAt(mapping, 'name')).toBeNull();
  });
});

describe('columns', () => {
  const paths = (of: typeof Sample | typeof Agent): string[] => importColumns(of as never).map(({ path }) => path);

  test('are the simple fields that a form writes, and the parts of an address', () => {
    expect(paths(Sample)).toEqual(
      'name count rate open born met from size phone address.street address.zipcode address.city address.country owner skills'.split(
        ' ',
      ),
    );
    const required = importColumns(Sample).flatMap((column) => (column.required ? [column.path] : []));
    expect(required).toEqual(['name', 'owner']);
  });

  test.each([Agent, Customer, Site])(
    'those of $name have distinct paths, and no field that the server writes',
    (of) => {
      const columns = importColumns(of as never);
      expect(columns.length).toBeGreaterThan(5);
      expect(columns.filter(({ field }) => field.written === 'server')).toEqual([]);
      expect(new Set(columns.map(({ path }) => path)).size).toBe(columns.length);
    },
  );

  test('are guessed from the headers, ignoring accents, each once', () => {
    const heads = ['NOM', 'Prénom', 'Mail', 'Portable', 'Specialites', 'Colonne inconnue', '', 'Nom'];
    expect(guessMapping(importColumns(Agent as never), heads)).toEqual([
      'lastname',
      'firstname',
      'email',
      'phone',
      'agentInfos.specialties',
      null,
      null,
      null,
    ]);
    expect(guessMapping(importColumns(Site as never), ['Nom du site', 'Client', 'CP', 'Ville'])).toEqual([
      'name',
      'customer',
      'address.zipcode',
      'address.city',
    ]);
  });

  test('are those the agency chose before, which may be no column', () => {
    const columns = importColumns(Agent as never);
    const remembered = { nom: 'firstname', mail: ignored, 'colonne inconnue': 'position', disparue: 'gone' };
    expect(guessMapping(columns, ['Nom', 'Mail', 'Colonne inconnue', 'disparue', 'Prénom'], remembered)).toEqual([
      'firstname',
      null,
      'position',
      null,
      null,
    ]);
  });
});

test('a French postcode that lost its zero gets it back; another country’s stays', () => {
  const mapping = ['name', 'address.zipcode', 'address.country'];
  const zip = (zipcode: string, country: string) =>
    (
      readRow(Site as never, mapping, ['Quai', zipcode, country], { ...reading, country: 'FR' }).draft.address as {
        zipcode: string;
      }
    ).zipcode;
  expect(zip('6000', '')).toBe('06000');
  expect(zip('6000', 'France')).toBe('06000');
  expect(zip('1000', 'Belgique')).toBe('1000');
  expect(zip('98000', 'Monaco')).toBe('98000');
});

test('a validity beside a card number is that of the card’s paper; without a card it needs its type', () => {
  const heads = ['Nom', 'N° carte pro', 'Validité carte pro'];
  const mapping = guessMapping(importColumns(Agent as never), heads);
  const find = (_: string, name: string) => (name === cardPaper ? [{ id: 'card', name: 'Carte pro' }] : []);
  const read = (card: string) =>
    readRow(Agent as never, mapping, ['A', card, '12/05/2029'], { ...reading, find }).draft;
  expect(read('CAR-006-2029-05-12-20130012345')).toMatchObject({
    agentInfos: { expirations: [{ type: { id: 'card' }, expiresAt: '2029-05-12' }] },
  });
  expect(read('')).toEqual({ lastname: 'A', agentInfos: { expirations: [{ expiresAt: '2029-05-12' }] } });
});

describe('the contract of a row', () => {
  const heads = ['Nom', 'Prénom', 'Type de contrat', "Date d'embauche", 'Date de sortie', 'Heures', 'Coef.', 'Salaire'];
  const line = 'agentInfos.contracts.0.';
  const mapping = guessMapping(importColumns(Agent as never), heads);
  const contractOf = (...cells: string[]): unknown =>
    (readRow(Agent as never, mapping, ['A', 'B', ...cells], reading).draft.agentInfos as { contracts?: unknown })
      ?.contracts;

  test('has separate columns, for callers who may write contracts', () => {
    expect(mapping).toEqual([
      'lastname',
      'firstname',
      ...['type', 'startDate', 'endDate', 'hoursLimit', 'classificationCoeff', 'monthlyPay'].map((name) => line + name),
    ]);
    const columns = importColumns(Agent as never).filter(({ path }) => path.startsWith(line));
    expect(columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Contrat : type', 'Contrat : début', 'Contrat : fin', 'Contrat : échelon']),
    );
    expect(columns).toHaveLength(23);
    const missing = (...held: Right[]) =>
      columns.map((column) =>
        missingForColumn(
          viewOf(Agent, 'agency', (right) => held.includes(right)),
          column,
        ),
      );
    expect(new Set(columns.map(({ required }) => required))).toEqual(new Set([false]));
    expect(new Set(missing())).toEqual(new Set(['listAgentContracts']));
    expect(new Set(missing('listAgentContracts'))).toEqual(new Set(['editAgentContract']));
    expect(new Set(missing('listAgentContracts', 'editAgentContract'))).toEqual(new Set([null]));
  });

  test('headers of other columns are not used for the contract', () => {
    expect(guessMapping(importColumns(Agent as never), ['Site', 'Raison sociale', 'Entreprise', 'Notes'])).toEqual([
      null,
      null,
      'agentInfos.externalCompanyName',
      'agentInfos.comments',
    ]);
  });

  test.each<[string, string[], unknown]>([
    [
      'is read as typed',
      ['cdd', '01/10/2026', '31/03/2027', '35', '140', '1 965,78 €'],
      [
        {
          type: 'CDD',
          startDate: '2026-10-01',
          endDate: '2027-03-31',
          hoursLimit: 35,
          classificationCoeff: 140,
          monthlyPay: 1965.78,
        },
      ],
    ],
    [
      'is monthly if the hours are too many for a week',
      ['CDI', '01/10/2026', '', '151,67', '', ''],
      [{ type: 'CDI', startDate: '2026-10-01', hoursLimit: 151.67, period: 'MONTH' }],
    ],
    ['accepts synonyms', ['apprenti', '01/10/2026', '', '', '', ''], [{ type: 'APPRENTICE', startDate: '2026-10-01' }]],
    ['is absent if its cells are empty', ['', '', '', '', '', ''], undefined],
  ])('%s', (_, cells, contracts) => {
    expect(contractOf(...cells)).toEqual(contracts);
  });

  test.each([
    ['Heures mensuelles', '52', { hoursLimit: 52, period: 'MONTH' }],
    ['Heures hebdomadaires', '24', { hoursLimit: 24, period: 'WEEK' }],
    ['Nb heures', '24', undefined],
  ])('the header « %s » says of which period the hours are', (head, cell, expected) => {
    const own = guessMapping(importColumns(Agent as never), ['Nom', head]);
    const { draft } = readRow(Agent as never, own, ['A', cell], reading);
    expect((draft.agentInfos as { contracts: unknown[] } | undefined)?.contracts[0]).toEqual(expected);
  });

  test('both kinds of hours in one file are no accident of reading', () => {
    const own = guessMapping(importColumns(Agent as never), ['Nom', 'Heures', 'Heures mensuelles']);
    const { draft } = readRow(Agent as never, own, ['A', '35', '151,67'], reading);
    expect(draft.agentInfos).toEqual({ contracts: [{ hoursLimit: 151.67, period: 'MONTH' }] });
    expect(cellAt(own, 'agentInfos.contracts.0.hoursLimit')).toBe(1);
    expect(cellAt(['lastname', 'agentInfos.contracts.0.hoursLimit.MONTH'], 'agentInfos.contracts.0.hoursLimit')).toBe(
      1,
    );
  });

  test('each fault is reported at its cell, in French', () => {
    const { faults } = readRow(
      Agent as never,
      mapping,
      ['A', 'B', 'bénévole', '31/02/2026', 'plus tard', 'beaucoup', '', ''],
      reading,
    );
    expect(faults.map(({ cell, message }) => [cell, message.split(' : ')[0]])).toEqual([
      [2, 'Valeur inconnue'],
      [3, "La date n'existe pas"],
      [4, 'Format français invalide'],
      [5, 'Nombre attendu'],
    ]);
  });

  const known = [
    { id: 'a', type: 'CDD', startDate: '2025-01-01', endDate: '2025-12-31', hoursLimit: 24 },
    { id: 'b', type: 'CDI', startDate: '2026-01-01', endDate: null, hoursLimit: 35 },
  ];
  test.each<[string, object, object[], string]>([
    [
      'updates the contract that begins on the same day',
      { startDate: '2026-01-01', hoursLimit: 39 },
      [known[0] as object, { ...known[1], hoursLimit: 39 }],
      '1',
    ],
    [
      'is added to those that begin on other days',
      { startDate: '2027-01-01' },
      [...known, { startDate: '2027-01-01', hoursLimit: null }],
      '2',
    ],
  ])('of an existing agent %s', (_, contract, contracts, place) => {
    const current = { agentInfos: { contracts: known } };
    const { draft, at } = withKnownLines(
      Agent as never,
      { agentInfos: { type: 'SELF', contracts: [contract] } },
      current,
    );
    expect(draft).toEqual({ agentInfos: { type: 'SELF', contracts } });
    expect(at(`agentInfos.contracts.${place}.endDate`)).toBe('agentInfos.contracts.0.endDate');
    expect(at('lastname')).toBe('lastname');
    expect(current.agentInfos.contracts).toBe(known);
  });
});
