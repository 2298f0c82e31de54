import { expect, test, vi } from 'vitest';
import { alsoNeeds, isComplete, loadScreens } from './screens.ts';

test('a file that is missing keeps no other away; the device is complete once it came', async () => {
  // Another test of the same process may have loaded everything.
  isComplete.set(false);
  const missing = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(undefined);
  const other = vi.fn().mockResolvedValue(undefined);
  alsoNeeds(missing);
  alsoNeeds(other);
  await expect(loadScreens()).rejects.toThrow('a screen is missing');
  expect([other.mock.calls.length, isComplete.get()]).toEqual([1, false]);
  await loadScreens();
  expect(isComplete.get()).toBe(true);
});
