import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sheet } from './Sheet.tsx';

beforeEach(() => {
  // As a browser does: the first thing that takes the focus.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
    this.querySelector<HTMLElement>('textarea, button')?.focus();
  };
});
afterEach(cleanup);

test('a sheet opens without the keyboard: not in its text, although a button keeps the focus', () => {
  render(
    <Sheet title="Fin de service">
      <textarea aria-label="Pour la relève" />
    </Sheet>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Fin de service' }));
  cleanup();
  render(
    <Sheet title="Menu">
      <button type="button">Verrouiller</button>
    </Sheet>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verrouiller' }));
});
