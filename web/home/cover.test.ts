import { expect, test } from 'vitest';
import type { TonightService } from '#core/home/cover.ts';
import { coverWords, presenceWords, type Step, tonightBySite, worstStep } from './cover.ts';

const step = (hour: number, wanted: number, held: number): Step => ({
  at: `2026-11-16T${String(hour).padStart(2, '0')}:00:00.000Z`,
  wanted,
  held,
});

test.each<[string, Step[], string, number | null]>([
  ['every post is filled', [step(8, 2, 2), step(9, 3, 3)], '08:30', null],
  ['the past does not count', [step(7, 5, 0), step(8, 2, 2), step(9, 3, 2)], '08:30', 9],
  ['of two equal ones the first', [step(9, 2, 1), step(10, 3, 2)], '08:30', 9],
])('the step that lacks most: %s', (_, steps, time, worst) => {
  const found = worstStep(steps, `2026-11-16T${time}:00.000Z`);
  expect(found ? Number(found.at.slice(11, 13)) : null).toBe(worst);
});

test('the cover says what is held now and until when it looks ahead', () => {
  const postsNow = { wanted: 3, held: 1, expected: 0, absent: 2, left: 0, unfilled: 0 };
  const steps = [step(8, 3, 1), step(9, 3, 2), { at: '2026-11-17T11:00:00.000Z', wanted: 0, held: 0 }];
  const words = (own: Step[]) =>
    coverWords({ postsNow, steps: own, days: [] }, '2026-11-16T08:30:00.000Z', 'Europe/Paris');
  expect(words(steps)).toEqual([
    'Maintenant : 1 poste tenu sur 3 : 2 où personne n’est venu.',
    'D’ici demain 12:00, il manque jusqu’à 1 personne, à 10:00.',
  ]);
  expect(words(steps.slice(2))[1]).toBe('D’ici demain 12:00, tous les postes à venir sont pourvus.');
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
  held: 1,
  isStop: false,
  lastEvent: null,
});

test('tonight by site: who is there first, with the relief; then the next ones', () => {
  const sites = tonightBySite(
    [
      service('early', 'Gare', '20:30', 200),
      service('late', 'Phare', '18:00', 110),
      service('relief', 'Phare', '22:00'),
      service('third', 'Phare', '23:00'),
      // A tour comes by: no relief.
      { ...service('stop', 'Phare', '21:30'), isStop: true },
      service('soon', 'Arène', '21:00'),
    ],
    '2026-11-16T20:00:00.000Z',
  );
  expect(
    sites.map(({ site, current, next, passage }) => [site.name, current.map(({ id }) => id), next?.id, passage?.id]),
  ).toEqual([
    // Begun before its time.
    ['Gare', ['early'], undefined, undefined],
    ['Phare', ['late'], 'relief', 'stop'],
    ['Arène', [], 'soon', undefined],
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
  ['one of two went', { status: 200, wanted: 2 }, '1 agent sur place sur 2 prévus, jusqu’à 07:00'],
  ['both went away', { status: 200, wanted: 2, held: 0 }, 'Personne sur place sur 2 prévus, jusqu’à 07:00'],
  ['left', { status: 300, realEndAt: '2026-11-16T20:23:00.000Z' }, 'Terminé à 21:23, non couvert jusqu’à 07:00'],
  [
    'interrupted',
    { status: 400, realEndAt: '2026-11-16T20:23:00.000Z' },
    'Interrompu à 21:23, non couvert jusqu’à 07:00',
  ],
])('who is on a customer’s site in words: %s', (_, more, words) => {
  const one = { ...service('1', 'Gare', '18:00'), ...more };
  expect(presenceWords(one, '2026-11-16T20:30:00.000Z', 'Europe/Paris')).toBe(words);
});
