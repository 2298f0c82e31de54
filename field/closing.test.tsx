// What is under way when the telephone is locked, or its store full.
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Reply } from '#ui/client/testing/server.ts';
import { lock } from './device.ts';
import { answering, begin, code, enrol, now, onPhone, taken } from './testing/phone.tsx';

onPhone();

test('an answer that reaches a locked telephone is not lost: what the agency keeps is said once it is opened', async () => {
  let answer: () => void = () => undefined;
  let asked = 0;
  answering(async (request): Promise<Reply> => {
    if (request.path.endsWith('/heartbeat')) return [200, { alarms: [], now: now() }];
    asked += 1;
    if (asked === 1)
      await new Promise<void>((done) => {
        answer = done;
      });
    return taken(request, 'kept');
  });
  await enrol();
  await begin();
  await waitFor(() => expect(asked).toBe(1));
  lock();
  answer();
  await new Promise((done) => setTimeout(done, 300));
  await userEvent.type(await screen.findByLabelText('Code de ce téléphone'), code);
  expect(await screen.findByRole('button', { name: '1 élément à vérifier par l’agence' })).toBeTruthy();
  // At least: a slow telephone asks again.
  expect(asked).toBeGreaterThan(1);
});

/** The store of the device takes no more of this fact. */
function fill(fact: string): { refused: number } {
  const counted = { refused: 0 };
  const { put } = IDBObjectStore.prototype;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
    this: IDBObjectStore,
    ...row
  ) {
    if (row[1] !== fact) return put.apply(this, row);
    counted.refused += 1;
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  return counted;
}

const sendings = (calls: readonly { path: string }[]) => calls.filter(({ path }) => path.endsWith('/sourcing/batch'));

test('a store too full for the clock loses no answer: what the server has leaves the queue', async () => {
  const calls = answering((request) => taken(request));
  await enrol();
  const clock = fill('clock');
  // A more certain measure, to write.
  const still = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => still.mockRestore());
  await begin();
  await waitFor(() => expect(clock.refused).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 élément à transmettre' })).toBeNull());
  expect(sendings(calls)).toHaveLength(1);
});

test('what a full store cannot keep of an answer is asked for again after the pause of a failure', async () => {
  const calls = answering((request) => taken(request, 'kept'));
  await enrol();
  const kept = fill('kept');
  await begin();
  await waitFor(() => expect(kept.refused).toBe(2), { timeout: 6_000 });
  expect(sendings(calls)).toHaveLength(2);
  expect(screen.getByRole('button', { name: '1 élément à transmettre' })).toBeTruthy();
});
