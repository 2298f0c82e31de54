import { expect, test } from 'vitest';
import { type Person, partsOf } from './matching.ts';

const person = (id: string, firstname: string, lastname: string, registrationNumber: string | null = null): Person => ({
  ...{ id, firstname, lastname, registrationNumber },
});
const zoe = person('zoe', 'Zoé', 'Lefèvre', 'M-0042');
const jean = person('jean', 'Jean', 'Le Goff', '77');
const karim = person('karim', 'Karim', 'Benali', 'M-0043');
const people = [zoe, jean, karim];
const told = (pages: string[], marker?: string, all = people) =>
  partsOf(pages, all, marker).map(({ from, to, person: id, by, candidates }) => [from, to, id, by, candidates]);

test.each<[string, string[], string | undefined, unknown]>([
  [
    'a name in either order, whatever its accents and case',
    ['M. LE GOFF Jean', 'Zoe lefevre'],
    undefined,
    [
      [1, 1, 'jean', 'NAME', []],
      [2, 2, 'zoe', 'NAME', []],
    ],
  ],
  [
    'a number in full only',
    ['Matricule M-0042', 'Matricule M-00421'],
    undefined,
    [
      [1, 1, 'zoe', 'NUMBER', []],
      [2, 2, null, null, []],
    ],
  ],
  ['a short number is no proof', ['Total 77'], undefined, [[1, 1, null, null, []]]],
  [
    'two pages of one person are one part',
    ['Zoé Lefèvre 1/2', 'Zoé Lefèvre 2/2', 'Karim Benali'],
    undefined,
    [
      [1, 2, 'zoe', 'NAME', []],
      [3, 3, 'karim', 'NAME', []],
    ],
  ],
  [
    'a page that names nobody never follows another person',
    ['Zoé Lefèvre', 'Inconnu Durand'],
    undefined,
    [
      [1, 1, 'zoe', 'NAME', []],
      [2, 2, null, null, []],
    ],
  ],
  [
    'with a marker, pages up to the next one are one part',
    ['Bulletin de paie Zoé Lefèvre', 'suite', 'BULLETIN DE PAIE Karim Benali'],
    'bulletin de paie',
    [
      [1, 2, 'zoe', 'NAME', []],
      [3, 3, 'karim', 'NAME', []],
    ],
  ],
  [
    'a part that names two people is for nobody until a person chooses',
    ['Bulletin Zoé Lefèvre', 'Karim Benali'],
    'Bulletin',
    [[1, 2, null, null, ['zoe', 'karim']]],
  ],
  [
    'number and name together win over the name of a signatory',
    ['M-0042 Zoé Lefèvre, signé Karim Benali'],
    undefined,
    [[1, 1, 'zoe', 'BOTH', []]],
  ],
  ['no page, no part', [], undefined, []],
])('%s', (_, pages, marker, parts) => {
  expect(told(pages, marker)).toEqual(parts);
});

test('two people of one name are told apart by their numbers, or by a person', () => {
  const twins = [zoe, person('other', 'Zoé', 'Lefèvre', 'M-0099')];
  expect(told(['Zoé Lefèvre'], undefined, twins)).toEqual([[1, 1, null, null, ['zoe', 'other']]]);
  expect(told(['Zoé Lefèvre M-0099'], undefined, twins)).toEqual([[1, 1, 'other', 'BOTH', []]]);
});
