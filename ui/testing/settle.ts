// After each test: fails it if a stub reply differs from the declared call. After each file: unmounts its page.
import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, expect } from 'vitest';
import { drifts } from '../client/testing/drifts.ts';

// For its warnings React records a stack with each element that it makes, up to ten thousand per second: a sixth of the
// time of these tests, and nobody reads them. Its own counter says that there are enough.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty((React as unknown as Record<typeof internals, object>)[internals], 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

// happy-dom searches the whole page for the labels of one field. It keeps the answer to this query until the page changes.
for (const field of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
  Object.defineProperty(field.prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      const labels = [...this.ownerDocument.querySelectorAll('label')];
      return labels.filter((label) => (label.htmlFor === '' ? label.contains(this) : label.htmlFor === this.id));
    },
  });

afterEach(() => {
  const found = [...new Set(drifts.splice(0))];
  expect(found, 'replies of the stub server that differ from the declared output').toEqual([]);
});

afterAll(async () => {
  cleanup();
  // A closing dialog restores the focus after ten milliseconds: wait until then.
  await new Promise((resolve) => setTimeout(resolve, 20));
});
