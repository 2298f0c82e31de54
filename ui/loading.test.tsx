import { Modal } from '@mantine/core';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoaderHost } from './LoaderHost.tsx';
import { loaderTimeout, loading, whileLoading } from './loading.ts';
import { closeScreen, openScreen } from './testing/screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  loading.set(null);
  vi.useRealTimers();
  closeScreen();
});

const pass = (milliseconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });

test('slow work shows a loader over the page until it ends', async () => {
  openScreen(<LoaderHost />);
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = whileLoading('Préparation du document…', promise);
  expect(loading.get()).toBeNull();
  await pass(500);
  const dialog = screen.getByRole('dialog', { name: 'Chargement' });
  expect(within(dialog).getByRole('status').textContent).toBe('Préparation du document…');
  resolve('fait');
  await expect(work).resolves.toBe('fait');
  expect(loading.get()).toBeNull();
});

test('after five seconds the loader closes, and the work goes on (AF-002)', async () => {
  expect(loaderTimeout).toBe(5_000);
  openScreen(<LoaderHost />);
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = whileLoading('Préparation du document…', promise);
  await pass(400 + 4_900);
  expect(loading.get()).not.toBeNull();
  await pass(200);
  expect(loading.get()).toBeNull();
  resolve('plus tard');
  await expect(work).resolves.toBe('plus tard');
});

test('Escape closes the loader and not the dialog below', async () => {
  const below = vi.fn();
  const { user } = openScreen(
    <>
      <Modal opened onClose={below} title="Fiche">
        <input aria-label="Nom" />
      </Modal>
      <LoaderHost />
    </>,
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = whileLoading('Préparation du document…', promise);
  await pass(500);
  screen.getByRole('dialog', { name: 'Chargement' });
  await user.keyboard('{Escape}');
  expect([loading.get(), below.mock.calls]).toEqual([null, []]);
  await user.keyboard('{Escape}');
  expect(below).toHaveBeenCalledOnce();
  resolve('fait');
  await work;
});

test('fast work shows no loader; a failure closes it and is thrown', async () => {
  const seen: unknown[] = [];
  const stop = loading.subscribe(() => seen.push(loading.get()));
  await whileLoading('Vite', Promise.resolve());
  expect(seen).toEqual([]);
  const { promise, reject } = Promise.withResolvers<never>();
  const work = whileLoading('Lent', promise);
  await pass(500);
  reject(new Error('perdu'));
  await expect(work).rejects.toThrow('perdu');
  expect(seen).toEqual([{ label: 'Lent' }, null]);
  stop();
});

test('the end of one task does not close the loader of another', async () => {
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const works = [whileLoading('Un', one.promise), whileLoading('Deux', two.promise)];
  await pass(500);
  one.resolve();
  await works[0];
  expect(loading.get()).toEqual({ label: 'Deux' });
  two.resolve();
  await works[1];
  expect(loading.get()).toBeNull();
});
