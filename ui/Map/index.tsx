// Loads the code of the map when one is first shown.
import { Button, Skeleton, Text } from '@mantine/core';
import { Component, type ComponentType, lazy, type PropsWithChildren, type ReactNode, Suspense, useState } from 'react';
import classes from './Map.module.css';
import type { PlaceMapProps } from './PlaceMap.tsx';

const load = (): ReturnType<typeof lazy<ComponentType<PlaceMapProps>>> => lazy(() => import('./PlaceMap.tsx'));

/** If the map fails, the inputs beside it still work. */
class MapBoundary extends Component<PropsWithChildren<{ onRetry(): void }>, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert">
        <Text size="sm">La carte n’a pas pu être chargée.</Text>
        <Button mt="xs" size="compact-sm" variant="default" onClick={this.props.onRetry}>
          Réessayer
        </Button>
      </div>
    );
  }
}

export function PlaceMap(props: PlaceMapProps): ReactNode {
  const [Loaded, setLoaded] = useState(load);
  const [tries, setTries] = useState(0);
  const again = (): void => {
    setLoaded(load);
    setTries(tries + 1);
  };
  return (
    <MapBoundary key={tries} onRetry={again}>
      <Suspense
        fallback={<Skeleton className={classes.loading ?? ''} role="status" aria-label="Chargement de la carte" />}
      >
        <Loaded {...props} />
      </Suspense>
    </MapBoundary>
  );
}
