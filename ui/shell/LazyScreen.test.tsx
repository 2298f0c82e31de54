import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { connection, connectionLost, connectionWorks } from '../client/connection.ts';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { LazyScreen, type LoadScreen, preloadScreen } from './LazyScreen.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

afterEach(() => closeScreen());

let broken = false;
const Fragile = (): ReactElement => {
  if (broken) throw new Error('cassé');
  return <p>réparé</p>;
};

const props = { page: 'sites', title: 'Sites', description: '', add: true };

test('a screen that cannot be loaded asks to check the connection and can be retried', async () => {
  let tries = 0;
  const load: LoadScreen = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ title }) => <p>écran {title}</p> };
  };
  const { user } = openScreen(<LazyScreen load={load} {...props} />);
  expect(await screen.findByText('Vérifiez votre connexion internet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.getByText('Cet écran n’a pas pu être chargé.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('écran Sites')).toBeTruthy();
});

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the server answers again', connectionWorks],
])(
  'a screen whose file failed loads by itself when %s, with its style sheets, and its message closes',
  async (_, back) => {
    let reachable = false;
    const load: LoadScreen = async () => {
      if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: ({ title }) => <p>écran {title}</p> };
    };
    const sheet = document.createElement('link');
    // Without an address: nothing to load here.
    Object.assign(sheet, { rel: 'stylesheet', title: 'perdue' });
    document.head.append(sheet);
    connectionLost();
    openScreen(<LazyScreen load={load} {...props} />);
    await screen.findByText('Vérifiez votre connexion internet');
    expect(screen.getByText(/^Cet écran n’est pas encore sur cet appareil. Il s’ouvrira de lui-même/)).toBeTruthy();
    sheet.dispatchEvent(new Event('error'));
    reachable = true;
    act(back);
    expect(await screen.findByText('écran Sites')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // A new element: the browser asks for the file again.
    expect(sheet.isConnected).toBe(false);
    const next = document.head.querySelector('link[title="perdue"]');
    expect(next).toBeTruthy();
    next?.remove();
    connection.set('works');
  },
);

test('a screen that is not loaded after two minutes fails (AF-001)', async () => {
  vi.useFakeTimers();
  const never: LoadScreen = () => new Promise(() => {});
  const late = vi.fn();
  preloadScreen(never).catch(late);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toHaveBeenCalledWith(new Error('chunk load time-out'));
  vi.useRealTimers();
});

test('a screen is loaded once, however often it is opened', async () => {
  const load = vi.fn<LoadScreen>(async () => ({ default: () => <p>écran</p> }));
  await Promise.all([preloadScreen(load), preloadScreen(load)]);
  openScreen(<LazyScreen load={load} {...props} />);
  expect(await screen.findByText('écran')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('a screen that throws shows an error and can be retried', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  broken = true;
  const { user } = openScreen(
    <ScreenBoundary>
      <Fragile />
    </ScreenBoundary>,
  );
  expect(await screen.findByText('Une erreur est survenue')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('réparé')).toBeTruthy();
  silent.mockRestore();
});
