import { expect, test, vi } from 'vitest';
import { filesAhead } from './screens.ts';

test('a file that is missing keeps no other away; the device is complete once it came', async () => {
  const { add, load, isComplete } = filesAhead();
  const missing = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
  const other = vi.fn().mockResolvedValue(undefined);
  add(missing);
  add(other);
  await expect(load()).rejects.toThrow('a screen is missing');
  expect([other.mock.calls.length, isComplete.get()]).toEqual([1, false]);
  await load();
  expect(isComplete.get()).toBe(true);
});
