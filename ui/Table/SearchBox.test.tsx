import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchBox } from './SearchBox.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('typed text is searched once, 400 ms after the last letter', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  render(
    <MantineProvider env="test">
      <SearchBox query="" onSearch={onSearch} ref={null} />
    </MantineProvider>,
  );
  const type = (value: string): void => {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Rechercher' }), { target: { value } });
  };
  type('ma');
  vi.advanceTimersByTime(399);
  type('malle');
  vi.advanceTimersByTime(399);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch.mock.calls).toEqual([['malle']]);
});
