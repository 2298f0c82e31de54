// After each test: fails it if a stub reply differs from the declared call. After each file: unmounts its page.
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';
import { drifts } from '../client/testing/drifts.ts';

afterEach(() => {
  const found = [...new Set(drifts.splice(0))];
  expect(found, 'replies of the stub server that differ from the declared output').toEqual([]);
});

afterAll(async () => {
  cleanup();
  // A closing dialog restores the focus after ten milliseconds: wait until then.
  await new Promise((resolve) => setTimeout(resolve, 20));
});
