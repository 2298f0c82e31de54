import { expect, test, vi } from 'vitest';
import { located, NotLocated } from './locating.ts';

const fix = { latitude: 43.7, longitude: 7.26, accuracy: 8 };
const broken = new Error('no satellite');
const fails = () => Promise.reject(broken);

test('P-020: of a failure, mode 0 passes it on, mode 1 asks, any other goes on without a position', async () => {
  const ask = vi.fn(async () => true);
  expect(await located(async () => fix, 1, ask)).toEqual(fix);
  await expect(located(fails, 0, ask)).rejects.toBe(broken);
  expect(await located(fails, 2, ask)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  expect(await located(fails, 1, ask)).toBeNull();
  await expect(located(fails, 1, async () => false)).rejects.toBeInstanceOf(NotLocated);
});
