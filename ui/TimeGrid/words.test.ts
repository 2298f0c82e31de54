import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf } from '#core/tenant/colour.ts';
import { chipColours, hexOf } from './palette.ts';
import { someChip } from './testing/grid.ts';
import type { GridMark } from './types.ts';
import { cellName, chipName, linesOf, rowName, shortened, signsOf } from './words.ts';

/** Six pixels per letter. */
const measure = (text: string): number => text.length * 6;

test('a text that is too long is cut to fit, with an ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.integer({ min: 0, max: 200 }), (text, width) => {
      const made = shortened(text, width, true, measure);
      expect(measure(made)).toBeLessThanOrEqual(Math.max(width, 0));
      if (measure(text) <= width) expect(made).toBe(text);
    }),
  );
});

test('a single letter says nothing', () => {
  expect([shortened('1 agent', 18, false, measure), shortened('1 agent', 24, false, measure)]).toEqual(['', '1 a…']);
});

test.each([
  ['two lines if there is room', 140, 44, ['07:00–19:00', 'Tour Azur']],
  ['both on one line if it is low', 200, 15, ['07:00–19:00\u2002Tour Azur']],
  ['the short title if it is narrow', 40, 15, ['7–19']],
  ['the short title squeezed, with its end, if it is very narrow', 24, 15, ['7–19']],
  ['its hours on two lines and its code below, if it is narrow', 30, 44, ['07–', '19', 'TAZ'], '07–19'],
  ['the same at 1280 px, squeezed', 24, 44, ['07–', '19', 'TAZ'], '07–19'],
  ['long hours on two lines and its code below', 46, 44, ['07:30–', '19:45', 'TAZ'], '07:30–19:45'],
  ['long hours on two lines, their end before the place, if it is low', 46, 30, ['07:30–', '19:45'], '07:30–19:45'],
  ['its code if the hours could not be read', 17, 15, ['TAZ']],
  ['nothing if neither could be read', 14, 15, ['']],
  ['the brief subtitle if the other does not fit', 60, 44, ['7–19', 'TAZ']],
  ['the brief subtitle behind the hours of a low chip', 110, 15, ['07:00–19:00\u2002TAZ']],
  ['only the title if nothing else fits', 80, 15, ['07:00–19:00']],
])('a chip shows %s', (_what, width, height, lines, short = '7–19') => {
  const chip = someChip('1', 'r0', 0, { title: '07:00–19:00', short, subtitle: 'Tour Azur', brief: 'TAZ' });
  expect(linesOf(chip, width, height, measure)).toEqual(lines);
});

test('a narrow chip with a corner shows its code below', () => {
  const chip = someChip('1', 'r0', 0, {
    title: '07:00–19:00',
    subtitle: 'Tour Azur',
    brief: 'CDNT1',
    marks: ['refused'],
  });
  expect(linesOf(chip, 24, 30, measure)).toEqual(['', 'CDNT1']);
  expect(linesOf({ ...chip, short: '07–19' }, 29, 44, measure)).toEqual(['07–', '19', 'CDNT1']);
  // Of two lines at 1280 px, the hours rather than the code.
  expect(linesOf({ ...chip, short: '07–19' }, 24, 30, measure)).toEqual(['07–', '19']);
});

test.each([
  ['all icons if there is room', 120, ['07:00–19:00'], 3],
  ['as many icons as the hours leave room for', 88, ['07:00–19:00'], 1],
  ['its hours without icons', 74, ['07:00–19:00'], 0],
  ['short hours without icons', 32, ['7–19'], 0],
])('a chip with three icons shows %s', (_what, width, lines, count) => {
  const marks: GridMark[] = ['changed', 'multiple'];
  const chip = someChip('1', 'r0', 0, { title: '07:00–19:00', short: '7–19', marks, locked: 'Figé' });
  expect(linesOf(chip, width, 15, measure)).toEqual(lines);
  expect(signsOf(chip, width, measure)).toHaveLength(count);
});

test('the accessible name of a chip contains everything that its colour and signs show', () => {
  const chip = someChip('1', 'r0', 0, { subtitle: 'Tour Azur', marks: ['refused', 'draft'], locked: 'Figé' });
  expect(chipName(chip, { title: 'Martin Alice' }, { start: 0, end: 1, label: '3', title: 'lundi 3 mars' })).toBe(
    'Service 1, Tour Azur, Martin Alice, lundi 3 mars, affecté, règle enfreinte, brouillon, verrouillé',
  );
});

test('the name of a cell contains its chips and its absences', () => {
  const column = { start: 0, end: 1, label: 'lun.', sub: '3' };
  const noun = { one: 'service', many: 'services' };
  const absence = {
    row: 'r0',
    start: 0,
    end: 1,
    label: 'Congés payés',
    pattern: 'hatched',
    colour: '#888888',
  } as const;
  expect(cellName({ title: 'Martin' }, column, 0, noun, [])).toBe('Martin, lun. 3, vide');
  expect(cellName({ title: 'Martin' }, column, 1, noun, [])).toBe('Martin, lun. 3, 1 service');
  expect(cellName({ title: 'Martin' }, column, 2, noun, [absence])).toBe('Martin, lun. 3, Congés payés, 2 services');
  expect(rowName({ title: 'Martin', totals: [{ label: 'Reste', value: '4 h' }] })).toBe('Martin, Reste 4 h');
});

test('text is legible on a chip of any colour, in light and in dark', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), fc.boolean(), (bytes, isDark) => {
      const colour = `#${bytes.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
      const { fill, ink } = chipColours(colour, { surface: isDark ? '#1d2127' : '#ffffff', isDark });
      expect(contrastOf(fill, ink)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('an invalid colour becomes white, and the notation of the browser is read', () => {
  expect(chipColours('rouge', { surface: '#ffffff', isDark: false }).fill).toBe('#ffffff');
  expect(hexOf('rgb(1, 2, 255)')).toBe('#0102ff');
  expect(hexOf('color(srgb 0 0 0)')).toBeNull();
});
