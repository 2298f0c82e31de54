import { expect, test } from 'vitest';
import type { TonightService } from '#core/home/cover.ts';
import { coverFacts, presenceOf, type Step, tonightBySite } from './cover.ts';

const step = (hour: number, wanted: number, held: number): Step => ({
  at: `2026-11-16T${String(hour).padStart(2, '0')}:00:00.000Z`,
  wanted,
  held,
});

test.each<[string, Step[], string, number | null, number | null]>([
  ['all posts are held', [step(8, 2, 2), step(9, 3, 3)], '08:30', 8, null],
  ['the past does not count', [step(7, 5, 0), step(8, 2, 2), step(9, 3, 2)], '08:30', 8, 9],
  ['the current step counts', [step(8, 2, 0), step(9, 3, 2)], '08:30', 8, 8],
  ['of two equal ones the first', [step(8, 2, 1), step(9, 3, 2)], '08:30', 8, 8],
  ['before the first step there is no current one', [step(8, 2, 1)], '07:00', null, 8],
])('%s', (_, steps, time, current, worst) => {
  const found = coverFacts(steps, `2026-11-16T${time}:00.000Z`);
  const hour = (one: Step | null): number | null => (one ? Number(one.at.slice(11, 13)) : null);
  expect([hour(found.current), hour(found.worst)]).toEqual([current, worst]);
});

const service = (id: string, site: string, start: string, status = 100): TonightService => ({
  id,
  site: { id: site, name: site },
  postTitle: null,
  startAt: `2026-11-16T${start}:00.000Z`,
  endAt: '2026-11-17T06:00:00.000Z',
  status,
  realStartAt: null,
  realEndAt: null,
  wanted: 1,
  lastEvent: null,
});

test('tonight by site: who is there first, with the relief; then the next ones', () => {
  const sites = tonightBySite(
    [
      service('early', 'Gare', '20:30', 200),
      service('late', 'Phare', '18:00', 110),
      service('relief', 'Phare', '22:00'),
      service('third', 'Phare', '23:00'),
      service('soon', 'Arène', '21:00'),
    ],
    '2026-11-16T20:00:00.000Z',
  );
  expect(sites.map(({ site, current, next }) => [site.name, current.map(({ id }) => id), next?.id])).toEqual([
    // Begun before its time.
    ['Gare', ['early'], undefined],
    ['Phare', ['late'], 'relief'],
    ['Arène', [], 'soon'],
  ]);
});

test.each<[string, Partial<TonightService>, string]>([
  ['there', { status: 200, realStartAt: '2026-11-16T17:55:00.000Z' }, '1 agent sur place depuis 18:55, jusqu’à 07:00'],
  ['expected', { status: 110 }, '1 agent attendu depuis 19:00'],
  [
    'longer than planned',
    { status: 250, endAt: '2026-11-16T19:30:00.000Z' },
    '1 agent sur place depuis 19:00, au-delà de la fin prévue à 20:30',
  ],
  ['left', { status: 300, realEndAt: '2026-11-16T20:23:00.000Z' }, 'Terminé à 21:23, non couvert jusqu’à 07:00'],
  [
    'interrupted',
    { status: 400, realEndAt: '2026-11-16T20:23:00.000Z' },
    'Interrompu à 21:23, non couvert jusqu’à 07:00',
  ],
])('who is on a customer’s site in words: %s', (_, more, words) => {
  const one = { ...service('1', 'Gare', '18:00'), ...more };
  expect(presenceOf(one, '2026-11-16T20:30:00.000Z', 'Europe/Paris')).toBe(words);
});
