import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { writePdf } from './document.ts';
import { draw, isLong } from './drawing.ts';
import { type DrawingThread, drawingMessages, Lane } from './lane.ts';
import type { Order } from './worker.ts';

const limits = { perUser: 3, perAgency: 5, time: 1_000 };
const by = (agency: string, user = 'one') => ({ agency, user });
afterEach(() => {
  vi.useRealTimers();
});

/** A lane whose thread answers when it is told to. */
function slowLane() {
  const threads: (EventEmitter & { orders: Order[]; ended: boolean; held: boolean })[] = [];
  const lane = new Lane(() => {
    const thread = Object.assign(new EventEmitter(), {
      orders: [] as Order[],
      ended: false,
      held: true,
      ref: () => {
        thread.held = true;
      },
      unref: () => {
        thread.held = false;
      },
      postMessage: (order: Order) => thread.orders.push(order),
      terminate: async () => {
        thread.ended = true;
        return 0;
      },
    });
    threads.push(thread);
    return thread as unknown as DrawingThread;
  }, limits);
  const finished: string[] = [];
  const failed: unknown[] = [];
  const ask = (name: string, who = by('a')): void => {
    lane.draw({ task: 'writePdf', args: [name] }, who).then(
      () => finished.push(name),
      (error: unknown) => failed.push(error),
    );
  };
  /** The thread finishes what it draws. */
  const step = async (): Promise<void> => {
    const order = threads.at(-1)?.orders.at(-1);
    threads.at(-1)?.emit('message', { id: order?.id, made: null, failed: null });
    await Promise.resolve();
  };
  return {
    threads,
    finished,
    failed,
    ask,
    step,
    drawn: () => threads.flatMap(({ orders }) => orders.map(({ args }) => args[0])),
  };
}

test('agencies take turns, and in an agency its people', async () => {
  const { ask, step, drawn } = slowLane();
  for (const name of ['a1', 'a2', 'a3']) ask(name, by('a', 'customer'));
  ask('a4', by('a', 'chief'));
  for (const name of ['b1', 'b2']) ask(name, by('b'));
  for (let count = 0; count < 5; count += 1) await step();
  expect(drawn()).toEqual(['a1', 'b1', 'a4', 'b2', 'a2', 'a3']);
});

test('who already has many documents under way is refused with a sentence; others are not', async () => {
  const { ask, step, failed, drawn } = slowLane();
  for (const name of ['1', '2', '3', '4']) ask(name, by('a', 'customer'));
  for (const name of ['5', '6', '7']) ask(name, by('a', 'chief'));
  ask('b', by('b'));
  await step();
  expect(failed).toMatchObject([
    { kind: 'tooMany', message: drawingMessages.busy },
    { kind: 'tooMany', message: drawingMessages.busy },
  ]);
  for (let count = 0; count < 6; count += 1) await step();
  expect(new Set(drawn())).toEqual(new Set(['1', '2', '3', '5', '6', 'b']));
  ask('again', by('a', 'customer'));
  expect(drawn()).toContain('again');
});

test('a drawing that lasts too long is stopped with its thread and refused in French; the next one is drawn by another', async () => {
  vi.useFakeTimers();
  const { ask, step, failed, finished, threads } = slowLane();
  ask('endless');
  ask('next');
  await vi.advanceTimersByTimeAsync(1_001);
  expect(failed).toMatchObject([{ kind: 'conflict', message: drawingMessages.slow }]);
  expect(threads.map(({ ended }) => ended)).toEqual([true, false]);
  // The end of the first thread is not the end of the second.
  threads[0]?.emit('exit');
  await step();
  expect(finished).toEqual(['next']);
});

test('a thread that dies fails its own drawing only', async () => {
  const { ask, step, failed, finished, threads } = slowLane();
  ask('fatal');
  ask('next');
  threads[0]?.emit('error', new Error('out of memory'));
  await step();
  await Promise.resolve();
  expect([failed, finished]).toEqual([[new Error('out of memory')], ['next']]);
});

const house = {
  ...{ name: 'Azur', legalForm: null, capital: null, siret: null, rcs: null, vatNumber: null, approvalNumber: null },
  ...{ email: null, phone: null, address: null, isFrench: true, logo: null },
  ...{ today: '2026-11-15', timeZone: 'Europe/Paris', currency: 'EUR' },
};
const now = new Date('2026-11-15T09:30:00Z');

test('one endless word takes as long as the same letters in words, and is weighed as long in a narrow column', async () => {
  const drawn = async (text: string): Promise<number> => {
    const start = performance.now();
    await writePdf({ title: 'Contrat', house, now, content: [{ text }] });
    return performance.now() - start;
  };
  await drawn('Réveil');
  const words = await drawn('lettres '.repeat(5_000));
  // Uncut, sixty times as long: the square of its length. Joined by spaces that never break, too.
  expect(await drawn('a'.repeat(40_000))).toBeLessThan(words * 5 + 500);
  expect(await drawn('mot\u00a0'.repeat(10_000))).toBeLessThan(words * 5 + 500);
  expect(isLong([{ text: 'a'.repeat(12_000) }])).toBe(true);
  expect(isLong([{ text: 'lettres '.repeat(1_500) }])).toBe(false);
  expect(isLong(Array.from({ length: 4_000 }, () => ({ text: '' })))).toBe(true);
});

test('a badge and a short paper do not wait for long papers', async () => {
  const paper = (title: string, words: number) => ({
    ...{ title, house, now },
    content: Array.from({ length: words }, () => ({ text: 'Surveillance de nuit du site '.repeat(50) })),
  });
  const order: string[] = [];
  const noted = async (name: string, work: Promise<unknown>): Promise<void> => {
    await work;
    order.push(name);
  };
  await draw('writePdf', paper('Réveil', 1));
  const facts = {
    ...{ firstname: 'Zoé', lastname: 'Petit', position: null, cardNumber: null, cardExpiresAt: null },
    ...{ specialties: [], dogs: [], company: null, photo: null, url: 'https://vigie.example/badge/abc' },
  };
  await Promise.all([
    noted('long', draw('writePdf', paper('Long', 80))),
    noted('long', draw('writePdf', paper('Long', 80))),
    noted('short', draw('writePdf', paper('Court', 2))),
    noted('badge', draw('badgePdf', facts, house, { accent: '#1c5d99', now })),
  ]);
  expect(order).toEqual(['short', 'badge', 'long', 'long']);
});

test('a thread keeps the process alive while it draws, and no longer', async () => {
  const { threads, ask, step } = slowLane();
  const isHeld = (): boolean | undefined => threads[0]?.held;
  ask('one');
  ask('two');
  await step();
  expect(isHeld()).toBe(true);
  await step();
  expect(isHeld()).toBe(false);
  ask('three');
  expect([isHeld(), threads.length]).toEqual([true, 1]);
});
