// After the tests of a file: its page is left before it is gone.
import { cleanup } from '@testing-library/react';
import { afterAll } from 'vitest';

afterAll(async () => {
  cleanup();
  // A dialog gives the focus back ten milliseconds after it is closed: not to a page that is gone.
  await new Promise((resolve) => setTimeout(resolve, 20));
});
