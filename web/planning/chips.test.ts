import { expect, test } from 'vitest';
import { linesOf } from '#ui/TimeGrid/words.ts';
import { briefOf, chipsOf } from './chips.ts';
import { planningOf } from './model.ts';
import { agent, dataOf, other, period, service } from './testing/planned.ts';

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

test.each([
  ['one person', [agent], 1, 'ZArd', 'Zoé Ardent'],
  ['several', [agent, other], 2, 'ZArd+1', 'Zoé Ardent, Élie Blanc'],
  ['nobody', [], 2, '0/2', 'À pourvoir (2 à pourvoir)'],
])(
  'the narrow chip of a site with %s still says who comes; its name says it in full',
  (_what, agents, wanted, brief, whole) => {
    const { calendar, names, data } = planningOf(dataOf([]), undefined, period);
    const planned = service('one', '2026-11-10', '14:00', '21:00', { agents, wanted });
    const [chip] = chipsOf(
      planned,
      'sites',
      calendar,
      names,
      data.colours,
      () => ({ level: 1, onAbsence: false }),
      true,
    );
    expect(chip && linesOf(chip, 30, 44, (text) => text.length * 6)).toEqual(['14–', '21', brief]);
    expect(chip?.subtitle).toBe(whole);
  },
);
