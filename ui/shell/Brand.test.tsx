import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Tenant } from '#core/tenant.ts';
import { showBrand } from '../client/testing/tenant.ts';
import { Brand } from './Brand.tsx';

afterEach(() => {
  cleanup();
  showBrand(null);
});

const shown = (more: Partial<Tenant>): HTMLElement => {
  showBrand(more);
  return render(
    <MantineProvider>
      <Brand />
    </MantineProvider>,
  ).container;
};
const pictures = (at: HTMLElement): (string | null)[][] =>
  [...at.querySelectorAll('img')].map((image) => [image.getAttribute('src'), image.getAttribute('data-ground')]);

test('the default brand shows its mark, another name its initial, and a logo replaces both', () => {
  expect(shown({}).querySelector('svg path')).toBeTruthy();
  const initial = shown({ name: 'azur' });
  expect(initial.querySelector('svg path')).toBeNull();
  expect(initial.querySelector('[aria-hidden]')?.textContent).toBe('A');
  expect(pictures(shown({ name: 'Azur', logoUrl: '/brand/a.svg' }))).toEqual([['/brand/a.svg', 'any']]);
});

test('a brand may have another logo for the dark scheme', () => {
  expect(pictures(shown({ name: 'Azur', logoUrl: '/brand/a.svg', logoDarkUrl: '/brand/b.svg' }))).toEqual([
    ['/brand/a.svg', 'light'],
    ['/brand/b.svg', 'dark'],
  ]);
});
