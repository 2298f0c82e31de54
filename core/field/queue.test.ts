import { expect, test } from 'vitest';
import { type FieldEvent, skippedType } from './event.ts';
import { answerWithin, backOff, type Input, mostAtOnce, type Queue, restoreQueue, stepQueue } from './queue.ts';

const event = (rank: number, type = 'step'): FieldEvent => ({
  uuid: `e${rank}`,
  device: 'd',
  rank,
  type,
  at: 0,
  clockOffset: null,
  position: null,
  service: 's',
  payload: {},
});
const logged = (rank: number, state: { consumed?: boolean; skipped?: boolean } = {}) => ({
  event: event(rank),
  consumed: false,
  skipped: false,
  ...state,
});
const refused = (status: number) => ({ status, message: 'Non' });
const [sending] = restoreQueue([logged(1), logged(2)], 0);
const [alone] = restoreQueue([logged(1)], 0);
const answered = (queue: Queue, taken: number, status: number | null, now = 10): Input => ({
  type: 'answered',
  attempt: queue.attempt,
  taken,
  refused: status === null ? null : refused(status),
  now,
});
const after = (queue: Queue, ...inputs: Input[]): Queue =>
  inputs.reduce((state, input) => stepQueue(state, input)[0], queue);

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [6, 32],
  [7, 60],
  [500, 60],
])('after %i failures the queue waits %i s (R-006)', (failures, seconds) => {
  expect(backOff(failures)).toBe(seconds * 1_000);
});

test('a restored queue sends what is neither consumed nor skipped, by rank', () => {
  const log = [logged(4), logged(1, { consumed: true }), logged(3), logged(2, { skipped: true })];
  const [queue, effects] = restoreQueue(log, 0);
  expect(queue.phase).toBe('transmitting');
  expect(effects).toEqual([{ type: 'send', attempt: 1, events: [event(3), event(4)] }]);
  expect(restoreQueue([logged(1, { consumed: true })], 0)).toMatchObject([{ phase: 'idle' }, []]);
});

test('an event that arrives meanwhile waits for the answer, then leaves', () => {
  const [busy, none] = stepQueue(sending, { type: 'appended', event: event(3), now: 5 });
  expect(none).toEqual([]);
  const [, effects] = stepQueue(busy, answered(busy, 2, null));
  expect(effects).toEqual([
    { type: 'consume', uuids: ['e1', 'e2'] },
    { type: 'send', attempt: 2, events: [event(3)] },
  ]);
});

test(`at most ${mostAtOnce} events leave at once, the first ones`, () => {
  const log = Array.from({ length: mostAtOnce + 5 }, (_, at) => logged(at + 1));
  const [, effects] = restoreQueue(log, 0);
  expect(effects).toMatchObject([{ events: { length: mostAtOnce, 0: { rank: 1 } } }]);
});

test.each([0, 401, 403, 408, 429, 500, 503])('the status %i only waits and retries (R-014, decision 87)', (status) => {
  const [queue, effects] = stepQueue(sending, answered(sending, 1, status));
  expect(effects).toEqual([{ type: 'consume', uuids: ['e1'] }]);
  expect(queue).toMatchObject({ phase: 'waiting', failures: 1, question: null, events: [{ rank: 2 }] });
  expect(after(queue, { type: 'tick', now: 500 }).phase).toBe('waiting');
  expect(after(queue, { type: 'tick', now: 1_010 }).phase).toBe('retrying');
});

test.each([400, 404, 413, 422])('the status %i asks whether to pass over the event (R-007)', (status) => {
  const [queue, effects] = stepQueue(sending, answered(sending, 1, status));
  expect(effects).toEqual([{ type: 'consume', uuids: ['e1'] }]);
  expect(queue.question).toEqual({ event: event(2), message: 'Non' });
  // Nothing leaves before the answer.
  expect(stepQueue(queue, { type: 'tick', now: 100_000 })[1]).toEqual([]);
  expect(stepQueue(queue, { type: 'appended', event: event(3), now: 20 })[1]).toEqual([]);
});

test('« Oui » passes over the event and sends the next; « Non » sends it again after a pause (R-008, R-009)', () => {
  const asked = after(alone, { type: 'appended', event: event(2), now: 1 }, answered(alone, 0, 422));
  expect(stepQueue(asked, { type: 'decided', skip: true, now: 20 })[1]).toEqual([
    { type: 'skip', event: event(1), why: 'Non' },
    { type: 'send', attempt: 2, events: [event(2)] },
  ]);
  const kept = after(asked, { type: 'decided', skip: false, now: 20 });
  expect(kept).toMatchObject({ phase: 'waiting', question: null });
  expect(stepQueue(kept, { type: 'tick', now: 1_020 })[1]).toMatchObject([{ events: [{ rank: 1 }, { rank: 2 }] }]);
});

test('a refused report of a skipped event is passed over without a question', () => {
  const [queue] = restoreQueue([{ event: event(1, skippedType), consumed: false, skipped: false }], 0);
  const more = after(queue, { type: 'appended', event: event(2), now: 1 });
  const [next, effects] = stepQueue(more, answered(more, 0, 413));
  expect(next.question).toBeNull();
  expect(effects).toMatchObject([{ type: 'skip' }, { type: 'send', events: [{ rank: 2 }] }]);
});

test('an answer that does not come counts as a failure; when it comes late it changes nothing', () => {
  const waiting = after(sending, { type: 'tick', now: answerWithin });
  expect(waiting).toMatchObject({ phase: 'waiting', failures: 1 });
  expect(stepQueue(waiting, answered(sending, 2, null))).toEqual([waiting, []]);
  const retrying = after(waiting, { type: 'tick', now: answerWithin + 1_000 });
  expect(stepQueue(retrying, answered(sending, 2, null))).toEqual([retrying, []]);
});

test('a clock that is set back does not prolong the wait, and the network that returns ends it', () => {
  const waiting = after(sending, answered(sending, 0, 0, 3_600_000));
  expect(after(waiting, { type: 'tick', now: 0 }).phase).toBe('retrying');
  expect(after(waiting, { type: 'awake', now: 3_600_001 }).phase).toBe('retrying');
});

test('failures add up until an event is taken', () => {
  const twice = after(sending, answered(sending, 0, 503), { type: 'awake', now: 20 });
  const failed = after(twice, answered(twice, 0, 503, 30));
  expect(failed.failures).toBe(2);
  const third = after(failed, { type: 'awake', now: 40 });
  expect(after(third, answered(third, 1, 503, 50)).failures).toBe(1);
});

test('a batch that is refused as a whole is sent one by one: only the wrong event is asked about', () => {
  const [single, effects] = stepQueue(sending, answered(sending, 0, 400));
  expect([single.question, effects]).toEqual([null, [{ type: 'send', attempt: 2, events: [event(1)] }]]);
  const second = after(single, answered(single, 1, null));
  expect(after(second, answered(second, 0, 400)).question?.event).toEqual(event(2));
});

test('what a slow network does not carry in time is sent in smaller parts, and whole again after an answer', () => {
  const log = Array.from({ length: mostAtOnce * 2 }, (_, index) => logged(index + 1));
  let [queue] = restoreQueue(log, 0);
  let now = 0;
  const sizes = [queue.sent];
  for (let tries = 0; tries < 7; tries += 1) {
    // No network at all, in turn with an answer that does not come.
    now += answerWithin;
    queue = after(queue, tries % 2 === 0 ? { type: 'tick', now } : answered(queue, 0, 0, now));
    now += backOff(queue.failures);
    queue = after(queue, { type: 'tick', now });
    sizes.push(queue.sent);
  }
  expect(sizes).toEqual([50, 25, 12, 6, 3, 1, 1, 1]);
  expect(after(queue, answered(queue, 1, null, now)).sent).toBe(mostAtOnce);
  // A refusal is an answer: an alarm behind what is refused today is still in the call.
  const busy = after(queue, answered(queue, 0, 429, now));
  expect(after(busy, { type: 'tick', now: now + backOff(busy.failures) }).sent).toBe(mostAtOnce);
});
