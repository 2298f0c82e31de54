// After each test: its stub server answered as the calls declare. After the tests of a file: its page is left before it
// is gone.
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';
import { drifts } from '../client/testing/drifts.ts';

afterEach(() => {
  const found = [...new Set(drifts.splice(0))];
  expect(found, 'replies of the stub server that differ from the declared output').toEqual([]);
});

afterAll(async () => {
  cleanup();
  // A dialog gives the focus back ten milliseconds after it is closed: not to a page that is gone.
  await new Promise((resolve) => setTimeout(resolve, 20));
});
