import { expect, test } from 'vitest';
import { withNow } from './cover.ts';
import { noPosts, type PostService, type Posts, postsOf, postsWords } from './posts.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-16T20:00:00Z');
const service = (
  status: number,
  from: number,
  to: number,
  states: (number | null | 'away')[],
  wanted = 1,
): PostService => ({
  status,
  start: now + from * hour,
  end: now + to * hour,
  wanted,
  people: states.map((state) => (state === 'away' ? { state: null, away: true } : { state, away: false })),
});

test.each<[string, PostService, Partial<Posts>]>([
  ['somebody is there', service(200, -1, 8, [200]), { wanted: 1, held: 1 }],
  ['a break holds the post', service(500, -1, 8, [500]), { wanted: 1, held: 1 }],
  ['assigned, within the tolerance', service(100, -0.05, 8, [null]), { wanted: 1, expected: 1 }],
  ['assigned, and nobody came', service(100, -1, 8, [null]), { wanted: 1, absent: 1 }],
  ['assigned, within the tolerance, but absent', service(100, -0.05, 8, ['away']), { wanted: 1, absent: 1 }],
  ['late', service(110, -1, 8, [null]), { wanted: 1, absent: 1 }],
  ['missed', service(120, -1, 8, [null]), { wanted: 1, absent: 1 }],
  ['only one of two came', service(200, -1, 8, [200, null], 2), { wanted: 2, held: 1, absent: 1 }],
  ['it ended without him', service(300, -1, 8, [300, 120], 2), { wanted: 2, left: 1, absent: 1 }],
  ['everybody left', service(300, -1, 8, [300]), { wanted: 1, left: 1 }],
  ['nobody is assigned', service(100, -1, 8, [], 2), { wanted: 2, unfilled: 2 }],
  ['three people for two posts', service(200, -1, 8, [null, 200, 200], 2), { wanted: 2, held: 2 }],
  ['begun before its time', service(200, 1, 8, [200, null], 2), { wanted: 1, held: 1 }],
  ['longer than planned', service(250, -8, -1, [250, 300], 2), { wanted: 1, held: 1 }],
  ['to come', service(100, 1, 8, [null]), {}],
])('posts now: %s', (_, one, expected) => {
  const found = postsOf(one, 5, now);
  expect(found).toEqual({ ...noPosts, ...expected });
  expect(found.held + found.expected + found.absent + found.left + found.unfilled).toBe(found.wanted);
});

test('the step of the time line under way shows the posts now', () => {
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const steps = [-40, -10, 20].map((minutes) => ({ at: at(minutes), wanted: 3, held: 3 }));
  const found = withNow(steps, { ...noPosts, wanted: 4, held: 1, expected: 1, absent: 2 }, now);
  expect(found.map(({ wanted, held }) => [wanted, held])).toEqual([
    [3, 3],
    [4, 2],
    [3, 3],
  ]);
});

test.each<[Partial<Posts>, string]>([
  [{}, 'aucun poste à tenir'],
  [{ wanted: 1, held: 1 }, '1 poste tenu sur 1'],
  [
    { wanted: 9, held: 3, expected: 1, absent: 2, left: 2, unfilled: 1 },
    '3 postes tenus sur 9 : 1 attendu, 2 où personne n’est venu, 2 quittés avant l’heure, 1 à pourvoir',
  ],
])('posts in words: %o', (some, words) => {
  expect(postsWords({ ...noPosts, ...some })).toBe(words);
});
