// The route of a round: its checkpoints, numbered on the map of the site.
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useMemo } from 'react';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { idOf, type Point, placeOf, useCentre, usePoints } from './points.ts';

type Line = { checkpoint?: { id: string; name: string } | null };

export function RoundMap({ values, change }: BelowProps): ReactElement | null {
  const site = idOf(values.site);
  const { centre, loading } = useCentre(site);
  const { points, loading: listing, problem } = usePoints(site);
  const lines = values.checkpoints as readonly Line[] | undefined;
  const steps = useMemo(() => stepsOf(lines ?? [], points), [lines, points]);
  if (site === null) return null;
  if (loading || listing) return <Skeleton height={320} mt="md" role="status" aria-label="Chargement de la carte" />;
  const passed = new Set((lines ?? []).flatMap(({ checkpoint }) => checkpoint?.id ?? []));
  const left = points.filter(({ id }) => !passed.has(id));
  const unplaced = (lines ?? []).filter(({ checkpoint }) => checkpoint).length - steps.length;
  const addAll = (): void =>
    change?.('checkpoints', [
      // Drop empty lines first.
      ...(lines ?? []).filter(({ checkpoint }) => checkpoint),
      ...left.map(({ id, title }) => ({ checkpoint: { id, name: title }, instructions: null })),
    ]);
  return (
    <>
      {problem && (
        <Alert color="red" role="alert" mt="md" title="Les points du site n’ont pas pu être chargés">
          {problem.message}
        </Alert>
      )}
      {change && left.length > 0 && (
        <Group mt="md">
          <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={addAll}>
            {passed.size === 0 ? 'Ajouter tous les points du site' : 'Ajouter les autres points du site'} ({left.length}
            )
          </Button>
        </Group>
      )}
      {change && points.length === 0 && !problem && (
        <Text size="sm" c="dimmed" mt="md">
          Ce site n’a pas encore de point de contrôle.
        </Text>
      )}
      {steps.length > 0 && (
        <PlaceMap
          label="Carte de la ronde"
          centre={centre}
          location={null}
          dots={steps}
          dotsLabel="Voir toute la ronde"
          route
        />
      )}
      {unplaced > 0 && (
        <Text size="xs" c="dimmed" mt="xs" role="status">
          {plural(unplaced, 'point n’a pas', 'points n’ont pas')} de position et ne{' '}
          {unplaced > 1 ? 'figurent' : 'figure'} pas sur la carte.
        </Text>
      )}
    </>
  );
}

/** In the order of the round; a point that occurs twice shows both numbers. */
function stepsOf(lines: readonly Line[], points: readonly Point[]) {
  const known = new Map(points.map((point) => [point.id, point]));
  return lines.flatMap(({ checkpoint }, index) => {
    const point = checkpoint ? known.get(checkpoint.id) : undefined;
    const place = placeOf(point?.location);
    return point && place
      ? [{ id: `${index}`, name: point.title, location: place, label: String(index + 1), colour: point.color }]
      : [];
  });
}
