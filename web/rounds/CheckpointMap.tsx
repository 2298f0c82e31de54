// Map of a checkpoint's position, with the other checkpoints of its site.
import { Skeleton, Text } from '@mantine/core';
import { type ReactElement, useMemo } from 'react';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { idOf, placeOf, useCentre, usePoints } from './points.ts';

export function CheckpointMap({ values, change }: BelowProps): ReactElement | null {
  const site = idOf(values.site);
  const place = placeOf(values.location);
  const { centre, loading } = useCentre(site);
  const { points } = usePoints(site);
  const own = values.id;
  const dots = useMemo(
    () =>
      points.flatMap(({ id, title, location }) => {
        const there = placeOf(location);
        return there && id !== own ? [{ id, name: title, location: there }] : [];
      }),
    [points, own],
  );
  if (!place && !change) return null;
  if (site === null) {
    return (
      <Text size="sm" c="dimmed" mt="md">
        Choisissez d’abord le site : la carte s’ouvrira sur lui.
      </Text>
    );
  }
  // The map opens once, so wait for its centre.
  if (loading) return <Skeleton height={320} mt="md" role="status" aria-label="Chargement de la carte" />;
  return (
    <>
      <PlaceMap
        key={site}
        label="Carte du point de contrôle"
        centre={centre}
        location={place}
        dots={dots}
        dotsLabel="Voir les autres points du site"
        onPlace={change && ((next) => change('location', next))}
      />
      {!place && (
        <Text size="xs" c="dimmed" role="status">
          Aucune position : cliquez sur la carte, ou saisissez la latitude et la longitude.
        </Text>
      )}
    </>
  );
}
