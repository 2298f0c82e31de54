import { expect, test } from 'vitest';
import { briefOf } from './chips.ts';

test.each<[number, [number, number, boolean] | undefined, string]>([
  [100, undefined, '2 agents'],
  [110, undefined, 'Retard'],
  [120, undefined, 'Absent'],
  [200, [0, 0, false], 'En cours'],
  [300, [0, 600, false], '2 agents'],
  [300, [0, 60, true], 'Parti'],
])('a narrow chip of a customer has one whole word: status %i with %j is « %s »', (status, real, word) => {
  expect(briefOf({ status, ...(real ? { real } : {}) }, '2 agents')).toBe(word);
});
