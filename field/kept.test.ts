import { expect, test } from 'vitest';
import type { FieldEvent } from '#core/field/event.ts';
import { finished, running, waiting } from '#core/planning/status.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { dayOf, packedDay } from './day.ts';
import { cut, keptOf, readOf, settledOf, undecidedOf, withNew } from './kept.ts';
import type { Held } from './store/pack.ts';

const at = Date.parse('2026-11-17T19:02:00.000Z');
const row = { id: 'a', status: waiting, startAt: '2026-11-17T19:00:00.000Z', endAt: '2026-11-18T07:00:00.000Z' };
const held = (services: object[]) => ({ services, sites: [], frame: { agency: { lateMargin: 5 } } }) as unknown as Held;
const step = (rank: number, status: number): FieldEvent => ({
  ...{ uuid: `e${rank}`, device: 'd', rank, type: serviceStep.type, service: 'a', clockOffset: 0, position: null },
  ...{ at: at + rank * 60_000, payload: { status } },
});
const keep = (...events: FieldEvent[]) => {
  const day = packedDay(held([row]));
  const taken = events.map(({ uuid }) => ({ uuid, outcome: 'kept' as const, reason: 'Déprogrammé' }));
  return keptOf(taken, events, day, new Map(day.map((one) => [one.id, one]))).toReversed();
};
const now = at + 600_000;
const statuses = (services: object[], kept: ReturnType<typeof keep>, moment = now) =>
  dayOf(held(services), [], undecidedOf(kept, moment)).map(({ status }) => status);

test('who began a service is at work until the agency decides, also when the pack no longer names it', () => {
  const kept = keep(step(1, running));
  expect(statuses([row], [])).toEqual([waiting]);
  expect(statuses([row], kept)).toEqual([running]);
  expect(statuses([], kept)).toEqual([running]);
  // Read is not decided.
  expect(statuses([], readOf(kept, kept))).toEqual([running]);
  // His own end counts too; a decision that never comes does not keep him at work.
  expect(statuses([], keep(step(1, running), step(400, finished)))).toEqual([finished]);
  expect(statuses([], kept, now + 48 * 3_600_000)).toEqual([]);
});

test('a decision of the agency is told once, and then it goes', () => {
  const kept = keep(step(1, running));
  const told = settledOf(kept, [{ uuid: 'e1', how: 'applied' }]);
  expect(told).toMatchObject([{ settled: 'applied' }]);
  expect(statuses([{ ...row, status: running }], told)).toEqual([running]);
  expect(statuses([], told)).toEqual([]);
  expect(readOf(told, told)).toEqual([]);
  // He read before the decision that it waits: nothing more to tell.
  expect(settledOf(readOf(kept, kept), [{ uuid: 'e1', how: 'closed' }])).toEqual([]);
  expect(settledOf(kept, [{ uuid: 'other', how: 'closed' }])).toEqual(kept);
});

test('an answer that comes twice is one note, as it was read and decided', () => {
  const [first] = keep(step(1, running));
  const both = keep(step(1, running), step(2, finished)).toReversed();
  const read = readOf(first ? [first] : [], first ? [first] : []);
  const all = withNew(read, both);
  expect(all.map(({ uuid, isRead }) => [uuid, isRead])).toEqual([
    ['e2', undefined],
    ['e1', true],
  ]);
  expect(withNew(all, both)).toEqual(all);
});

test('who began a service stays at work, however many more of his events are kept', () => {
  const [start] = keep(step(1, running));
  const more = keep(...Array.from({ length: 60 }, (_, index) => ({ ...step(index + 2, 0), type: 'other' })));
  const all = cut([...more, ...(start ? [start] : [])], now);
  expect([all.length, all.at(-1)?.uuid]).toEqual([51, 'e1']);
  expect(statuses([], all)).toEqual([running]);
  // What no longer counts is not kept for ever.
  expect(cut(all, now + 48 * 3_600_000)).toHaveLength(50);
});

test('a telephone set to another day does not end his work', () => {
  const days = 3 * 86_400_000;
  const late = { ...step(1, running), at: at - days, clockOffset: days };
  expect(statuses([], keep(late))).toEqual([running]);
});
