// Loads a screen when it is first shown; a screen that cannot be fetched says so and can be asked again (B-067).
import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import type { ScreenProps } from './screen.ts';

export type LoadScreen = () => Promise<{ default: ComponentType<ScreenProps> }>;

const loaded = new WeakMap<LoadScreen, ComponentType<ScreenProps>>();
const patience = 120_000;

export async function preloadScreen(load: LoadScreen): Promise<ComponentType<ScreenProps>> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('chunk load time-out')), patience);
  });
  const { default: Screen } = await Promise.race([load(), late]);
  loaded.set(load, Screen);
  return Screen;
}

export function LazyScreen({ load, ...props }: ScreenProps & { load: LoadScreen }): ReactElement {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [told, setTold] = useState(false);
  const [tries, setTries] = useState(0);
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
  const again = (): void => {
    // A version published meanwhile has other files: only a reload finds them.
    if (tries > 0) window.location.reload();
    setTries(tries + 1);
    setTold(false);
    setState('loading');
  };
  const Screen = loaded.get(load);
  if (Screen) return <Screen {...props} />;
  if (state !== 'failed') return <ScreenSkeleton />;
  return (
    <>
      <Modal opened={!told} onClose={() => setTold(true)} title="Erreur de chargement" centered size="sm">
        <Text>Vérifiez votre connexion internet</Text>
        <Button mt="lg" fullWidth onClick={() => setTold(true)} data-autofocus>
          Fermer
        </Button>
      </Modal>
      <Stack align="flex-start" gap="sm">
        <Text>Cet écran n’a pas pu être chargé.</Text>
        <Button variant="default" onClick={again}>
          Réessayer
        </Button>
      </Stack>
    </>
  );
}
