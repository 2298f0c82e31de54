import { expect, test } from 'vitest';
import { realHours } from './real.ts';

test.each<[string, [string, string | null], [string, string | null], string]>([
  ['as planned', ['19:00', '07:00'], ['19:00', '07:00'], '19:00 – 07:00'],
  ['ended early', ['19:00', '21:23'], ['19:00', '07:00'], '19:00 – 21:23 (prévu 07:00)'],
  ['begun late', ['19:12', '07:00'], ['19:00', '07:00'], '19:12 – 07:00 (prévu dès 19:00)'],
  ['both', ['18:55', '21:23'], ['19:00', '07:00'], '18:55 – 21:23 (prévu 19:00 – 07:00)'],
  ['running', ['18:55', null], ['19:00', '07:00'], 'depuis 18:55 (prévu 19:00)'],
  ['without a planned end', ['19:00', '21:23'], ['19:00', null], '19:00 – 21:23'],
])('real hours beside the plan: %s', (_, [start, end], [from, to], words) => {
  expect(realHours({ start, end }, { start: from, end: to }, (at) => at)).toBe(words);
});
