// Loads a screen when it is first shown; on failure it shows an error with a retry (B-067).
import { Button, Stack, Text } from '@mantine/core';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { connection } from '../client/connection.ts';
import { useStore } from '../client/store.ts';
import { confirm, type Question } from '../confirm.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import type { ScreenProps } from './screen.ts';

const unreachable: Question = {
  title: 'Erreur de chargement',
  message: 'Vérifiez votre connexion internet',
  confirmLabel: 'Fermer',
  cancelLabel: null,
};

export type LoadScreen = () => Promise<{ default: ComponentType<ScreenProps> }>;

const loaded = new WeakMap<LoadScreen, ComponentType<ScreenProps>>();
const loads = new WeakMap<LoadScreen, Promise<void>>();
const loadTimeout = 120_000;

// Vite asks for a style sheet once: one that failed would be missing for good. Only the event tells which failed.
const lostStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  true,
);

function askStylesAgain(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}

/** Once only: a second component of the same screen would lose the state of the first. */
export function preloadScreen(load: LoadScreen): Promise<void> {
  let promise = loads.get(load);
  if (!promise) {
    askStylesAgain();
    promise = withTimeout(load())
      .then(({ default: Screen }) => {
        loaded.set(load, Screen);
      })
      .catch((error: unknown) => {
        loads.delete(load);
        throw error;
      });
    loads.set(load, promise);
  }
  return promise;
}

async function withTimeout<T>(wanted: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('chunk load time-out')), loadTimeout);
  });
  try {
    return await Promise.race([wanted, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function LazyScreen({ load, ...props }: ScreenProps & { load: LoadScreen }): ReactElement {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const isLost = useStore(connection) === 'lost' || !navigator.onLine;
  useEffect(() => {
    if (state !== 'loading' || loaded.has(load)) return;
    let left = false;
    const settle = (next: 'loaded' | 'failed') => (): void => {
      if (!left) setState(next);
    };
    preloadScreen(load).then(settle('loaded'), settle('failed'));
    return () => {
      left = true;
    };
  }, [load, state]);
  useEffect(() => {
    if (state !== 'failed') return;
    const shown = new AbortController();
    void confirm(unreachable, shown.signal);
    const retry = (): void => setState('loading');
    // The browser reports its own network; the connection, that the server answers again.
    window.addEventListener('online', retry);
    const unwatch = connection.subscribe(() => connection.get() === 'restored' && retry());
    return () => {
      shown.abort();
      window.removeEventListener('online', retry);
      unwatch();
    };
  }, [state]);
  const again = (): void => {
    // A new version has other files: only a reload finds them.
    if (tries > 0) window.location.reload();
    setTries(tries + 1);
    setState('loading');
  };
  const Screen = loaded.get(load);
  if (Screen) return <Screen {...props} />;
  if (state !== 'failed') return <ScreenSkeleton />;
  return (
    <Stack align="flex-start" gap="sm" role="alert">
      <Text>
        {isLost
          ? 'Cet écran n’est pas encore sur cet appareil. Il s’ouvrira de lui-même dès que la connexion sera rétablie.'
          : 'Cet écran n’a pas pu être chargé.'}
      </Text>
      <Button variant="default" onClick={again}>
        Réessayer
      </Button>
    </Stack>
  );
}
