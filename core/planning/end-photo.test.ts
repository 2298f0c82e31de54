import { expect, test } from 'vitest';
import { endPhotoReason } from './end-photo.ts';

const hour = 3_600_000;
const service = { start: 0, end: 12 * hour, openEnded: false, isCircuit: false, circuitStatus: null };
const none = { service: false, circuit: false };

test.each([
  ['an end after the planned hours asks for none', {}, none, false, 12 * hour, null],
  ['N-048: no planned end', { openEnded: true }, none, false, 12 * hour, /pas d’heure de fin/],
  ['N-049: 24 hours', { end: 24 * hour }, none, false, 25 * hour, /24 heures ou plus/],
  ['N-049: not 23:59', { end: 24 * hour - 60_000 }, none, false, 25 * hour, null],
  ['N-050: the planned end is to come', {}, none, false, 12 * hour - 1, /n’est pas atteinte/],
  ['N-051: the last point was not read', {}, none, true, 12 * hour, /dernier point/],
  ['N-052: the agency asks, for services', {}, { service: true, circuit: false }, false, 12 * hour, /Votre agence/],
  ['N-052: not for circuits', { isCircuit: true }, { service: true, circuit: false }, false, 12 * hour, null],
  ['N-052: for circuits', { isCircuit: true }, { service: false, circuit: true }, false, 12 * hour, /Votre agence/],
  ['a stop ends without one', { circuitStatus: 200, openEnded: true }, none, false, 0, null],
])('%s', (_, of, rules, open, at, expected) => {
  const reason = endPhotoReason({ ...service, ...of }, rules, open, at);
  if (expected === null) expect(reason).toBeNull();
  else expect(reason).toMatch(expected);
});
