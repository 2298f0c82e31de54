// The map under a site's address: the same position and radius as the inputs above it, drawn.
import { Button, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { cityNotFound, defaultPoint, fetchAddresses, type Location, location } from '#core/addresses/addresses.ts';
import type { Address } from '#core/kernel/field.ts';
import { sitePositions } from '#core/sites/positions.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { formatNumber } from '#ui/format.ts';
import { IconMapSearch } from '#ui/icons.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { notifyProblem, notifyWarning } from '#ui/notify.ts';
import classes from './SiteMap.module.css';

/** What is half typed is no place yet. */
const placeOf = (value: unknown): Location | null => location.safeParse(value).data ?? null;

const inWords = ({ latitude, longitude }: Location): string =>
  [latitude, longitude].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(' ; ');

export function SiteMap({ values, change }: BelowProps): ReactElement | null {
  const address = (values.address ?? {}) as Partial<Address>;
  const place = placeOf(address.location);
  const radius = typeof values.radius === 'number' && values.radius > 0 ? values.radius : null;
  // Around where the site stood when it was opened: the dots do not follow each move.
  const [near] = useState(place);
  const around = useCall(sitePositions, { input: { near } });
  if (!place && !change) return null;
  if (around.isPending)
    return <Skeleton className={classes.waiting ?? ''} role="status" aria-label="Chargement de la carte" />;
  const dots = (around.data?.positions ?? []).filter(({ id }) => id !== values.id);
  const move = change && ((next: Location) => change('address.location', next));
  return (
    <>
      <PlaceMap
        label="Carte du site"
        // Without an answer the map opens all the same.
        centre={around.data?.centre ?? defaultPoint}
        location={place}
        radius={radius}
        dots={dots}
        dotsLabel="Voir les sites autour"
        onMove={move}
        onRadius={change && ((metres) => change('radius', metres))}
      />
      <div className={classes.caption}>
        <Text size="xs" c="dimmed" role="status">
          {place
            ? `Position : ${inWords(place)}${radius === null ? '' : `, rayon de ${formatNumber(radius)} m`}`
            : 'Aucune position : cliquez sur la carte, ou saisissez la latitude et la longitude.'}
        </Text>
        {change && place && !address.city && (
          <FindCity place={place} fill={(known) => change('address', { ...address, ...known })} />
        )}
      </div>
    </>
  );
}

/** The town of the nearest address that the agency knows (E-055). */
function FindCity({ place, fill }: { place: Location; fill(known: Partial<Address>): void }): ReactElement {
  const [busy, setBusy] = useState(false);
  const find = async (): Promise<void> => {
    setBusy(true);
    try {
      const [found] = (await call(fetchAddresses, { input: { near: place } })).addresses;
      if (found) fill({ zipcode: found.zipcode, city: found.city, country: found.country });
      else notifyWarning(cityNotFound);
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={busy}
      leftSection={<IconMapSearch size={14} aria-hidden />}
      onClick={() => void find()}
    >
      Retrouver la ville
    </Button>
  );
}
