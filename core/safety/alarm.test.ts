import { expect, test } from 'vitest';
import { typeOf } from '../logbook/types.ts';
import {
  type AlarmAct,
  type AlarmState,
  foldedLog,
  isPlausible,
  type LogAct,
  mostRepeats,
  nameOfAlarm,
  offeredActs,
  outcomesFor,
  soundOf,
  stateAfter,
  tellingAt,
} from './alarm.ts';
import { logTypes } from './log-types.ts';

test.each<[AlarmState, AlarmAct, AlarmState | null]>([
  ['RAISED', 'acknowledge', 'ACKNOWLEDGED'],
  ['RAISED', 'take', 'TAKEN'],
  ['RAISED', 'close', 'CLOSED'],
  ['ACKNOWLEDGED', 'acknowledge', null],
  ['ACKNOWLEDGED', 'take', 'TAKEN'],
  // Another person takes over.
  ['TAKEN', 'take', 'TAKEN'],
  ['TAKEN', 'comment', 'TAKEN'],
  ['ASKED', 'acknowledge', null],
  ['ASKED', 'take', 'TAKEN'],
  ['ASKED', 'close', 'CLOSED'],
  ['CLOSED', 'comment', 'CLOSED'],
  ['CLOSED', 'take', null],
  ['CLOSED', 'close', null],
])('an alarm that is %s: %s gives %s', (state, act, after) => {
  expect(stateAfter(state, act)).toBe(after);
  expect(offeredActs(state).includes(act)).toBe(after !== null);
});

test('the chain is told one by one, then everybody; without a chain everybody at once', () => {
  const chain = [
    { agent: 'a', delay: 5 },
    { agent: 'b', delay: 10 },
  ];
  expect([0, 1, 2, 3].map((step) => tellingAt(chain, step))).toEqual([
    { to: { agent: 'a' }, wait: 5 },
    { to: { agent: 'b' }, wait: 10 },
    { to: 'everyone', wait: null },
    null,
  ]);
  expect(tellingAt([], 0)).toEqual({ to: 'everyone', wait: null });
});

test('a drill is named as one and closed as one', () => {
  expect([nameOfAlarm('fall', true), nameOfAlarm('fall', false)]).toEqual(['Essai · Chute', 'Chute']);
  expect([outcomesFor(true), outcomesFor(false)]).toEqual([['DRILL'], ['RESCUED', 'SETTLED', 'FALSE']]);
});

test.each<[string, [AlarmState, 'real' | 'drill', 'mine' | 'others'][], ReturnType<typeof soundOf>]>([
  ['nothing', [], null],
  ['a real one', [['RAISED', 'real', 'mine']], 'alarm'],
  ['a real one of others', [['RAISED', 'real', 'others']], null],
  ['a drill', [['RAISED', 'drill', 'mine']], 'drill'],
  [
    'a drill beside a real one',
    [
      ['RAISED', 'drill', 'mine'],
      ['ASKED', 'real', 'mine'],
    ],
    'alarm',
  ],
  [
    'a drill while a real one is looked after',
    [
      ['TAKEN', 'real', 'others'],
      ['RAISED', 'drill', 'mine'],
    ],
    null,
  ],
  ['a drill that was seen', [['ACKNOWLEDGED', 'drill', 'mine']], null],
])('the desk hears of %s', (_what, open, sound) => {
  expect(
    soundOf(open.map(([state, kind, whose]) => ({ state, drill: kind === 'drill', isMine: whose === 'mine' }))),
  ).toBe(sound);
});

test.each([
  ['2026-11-17T02:00:00Z', true],
  ['2026-11-16T02:00:01Z', true],
  ['2026-11-16T01:59:59Z', false],
  ['1970-01-01T00:00:00Z', false],
  ['2026-11-17T02:00:01Z', false],
])('a phone’s time %s beside a reception at 2 o’clock is plausible: %s', (createdAt, is) => {
  expect(isPlausible(createdAt, '2026-11-17T02:00:00Z')).toBe(is);
});

test('P-005: each report has its type in the daily log', () => {
  expect(Object.values(logTypes).map((id) => [typeOf(id)?.label, typeOf(id)?.restricted])).toEqual(
    ['Appel d’urgence', 'Alerte SOS', 'Inactivité', 'Chute', 'Sortie de périmètre', 'Retour dans le périmètre'].map(
      (label) => [label, true],
    ),
  );
});

test('reports without end are counted; what people did, and the last reports, are shown', () => {
  const line = (act: LogAct, index: number) => ({ act, index, content: null as string | null });
  const flood = Array.from({ length: 1_000 }, (_, index) => line(index % 2 === 0 ? 'again' : 'returned', index));
  const folded = foldedLog([line('raised', -1), ...flood, line('take', 1_000)]);
  expect(folded).toHaveLength(mostRepeats + 3);
  expect(folded[1]).toMatchObject({ act: 'again', content: `${1_000 - mostRepeats} signalements` });
  expect([folded[0]?.act, folded.at(-1)?.act]).toEqual(['raised', 'take']);
  expect(foldedLog(flood.slice(0, mostRepeats))).toEqual(flood.slice(0, mostRepeats));
});
