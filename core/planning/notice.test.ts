import { expect, test } from 'vitest';
import { noticeSentence, shortNotice } from './notice.ts';

const hour = 60;
const day = 24 * hour;
const now = 30_000_000;
const shift = (inMinutes: number, length = 8 * hour) => ({ start: now + inMinutes, end: now + inMinutes + length });

test.each([
  ['assigned two days before', null, shift(48 * hour), null],
  ['assigned one minute later than that', null, shift(48 * hour - 1), 'extra'],
  ['assigned while it runs', null, shift(-hour), 'extra'],
  ['recorded afterwards', null, shift(-3 * day), null],
  ['published and unchanged', shift(hour), shift(hour), null],
  ['changed a week before', shift(7 * day), shift(7 * day + hour), null],
  ['changed one minute later than that', shift(7 * day - 1), shift(8 * day), 'change'],
  ['brought forward to less than a week from now', shift(20 * day), shift(3 * day), 'change'],
  ['of tomorrow made longer', shift(day), shift(day, 10 * hour), 'change'],
] as const)('a service %s', (_, before, after, notice) => {
  expect(shortNotice(before, after, now)).toBe(notice);
});

const paris = (day: string, time: string): number => Date.parse(`${day}T${time}:00+01:00`) / 60_000;
const on = (day: string) => ({ start: paris(day, '08:00'), end: paris(day, '18:00') });

test.each([
  [
    'moved to another day: both days',
    'change',
    on('2026-11-19'),
    on('2026-11-20'),
    'Le service publié du jeudi 19/11/2026 passe au vendredi 20/11/2026, moins de 7 jours avant',
  ],
  [
    'at other hours of its day',
    'change',
    on('2026-11-19'),
    { ...on('2026-11-19'), end: paris('2026-11-19', '20:00') },
    'Le planning publié du jeudi 19/11/2026 change moins de 7 jours avant',
  ],
  [
    'given late',
    'extra',
    null,
    on('2026-11-20'),
    'Le service du vendredi 20/11/2026 est donné moins de 48 heures avant',
  ],
] as const)('the consent to a service %s', (_what, notice, published, after, words) => {
  expect(noticeSentence(notice, { published, after, zone: 'Europe/Paris' })).toBe(
    `${words} : l’accord du collaborateur est nécessaire (art. 7.07.3).`,
  );
});
