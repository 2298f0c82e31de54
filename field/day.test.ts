import { expect, test } from 'vitest';
import { extended, finished, interrupted, late, paused, running, waiting } from '#core/planning/status.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { dayOf, isWatched } from './day.ts';
import type { Held } from './store/pack.ts';

test.each<[name: string, status: number, to: number | null, watched: boolean]>([
  ['a message of a service that runs', running, null, true],
  ['of an extended one', extended, null, true],
  ['before its start', waiting, null, false],
  ['its start', late, running, true],
  ['in a break', paused, null, false],
  ['the start of a break', running, paused, false],
  ['the end of a break', paused, running, false],
  ['its end', running, finished, true],
  ['after its end', finished, null, false],
  ['after an interruption', interrupted, null, false],
])('a position goes with a message only at work: %s', (_, status, to, watched) => {
  expect(isWatched(status, to)).toBe(watched);
});

test('a break that began before the log is shown since it began, and its end gives back what it interrupted', () => {
  const row = { id: 'a', status: paused, startAt: '2026-11-17T07:00:00.000Z', endAt: '2026-11-17T15:00:00.000Z' };
  const held = {
    ...{ services: [row], sites: [] },
    frame: { agency: { lateMargin: 5 }, pauses: { a: { startedAt: '2026-11-17T10:12:00.000Z', from: extended } } },
  } as unknown as Held;
  expect(dayOf(held, [])).toMatchObject([{ pausedAt: Date.parse('2026-11-17T10:12:00.000Z'), pausedFrom: extended }]);
});

test('an extension is known from the pack, and from the log before the server knows of it', () => {
  const at = (time: string): string => `2026-11-17T${time}:00.000Z`;
  const row = { id: 'a', status: running, startAt: at('07:00'), endAt: at('15:00'), realStartAt: at('07:00') };
  const extension = { at: at('14:58'), reason: 'Demande du client' };
  const held = (extensions: object) =>
    ({ services: [row], sites: [], frame: { agency: { lateMargin: 5 }, extensions } }) as unknown as Held;
  const known = { extension: { at: Date.parse(extension.at), reason: extension.reason } };
  expect(dayOf(held({ a: extension }), [])).toMatchObject([known]);
  const step = {
    ...{ uuid: 'e', device: 'd', rank: 1, type: serviceStep.type, service: 'a', clockOffset: 0, position: null },
    ...{ at: Date.parse(extension.at), payload: { status: extended, content: extension.reason } },
  };
  expect(dayOf(held({}), [step as never])).toMatchObject([{ status: extended, ...known }]);
});
