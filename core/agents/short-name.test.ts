import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  ['Karim Benali', 'KBen'],
  ['Éric Collet', 'ÉCol'],
  ['Jean-Pierre Le Goff', 'JGof'],
  ['Alpha Gardiennage - Bernard Imbert', 'BImb'],
  ['Zoé', 'Zoé'],
  ['Yu Li', 'YLi'],
  ['—', ''],
])('« %s » is « %s »', (name, short) => {
  expect(shortName(name)).toBe(short);
});
