import { expect, test } from 'vitest';
import { typeOf } from '../logbook/types.ts';
import {
  type AlarmAct,
  type AlarmState,
  nameOfAlarm,
  offeredActs,
  outcomesFor,
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

test('P-005: each report has its type in the daily log', () => {
  expect(Object.values(logTypes).map((id) => [typeOf(id)?.label, typeOf(id)?.restricted])).toEqual(
    ['Appel d’urgence', 'Alerte SOS', 'Inactivité', 'Chute', 'Sortie de périmètre', 'Retour dans le périmètre'].map(
      (label) => [label, true],
    ),
  );
});
