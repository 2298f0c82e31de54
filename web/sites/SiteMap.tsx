// Map below a site's address: the position and radius of the inputs above.
import { Button, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { cityNotFound, defaultPoint, fetchAddresses, type Location } from '#core/addresses/addresses.ts';
import { location } from '#core/kernel/called.ts';
import type { Address } from '#core/kernel/field.ts';
import { sitePositions } from '#core/sites/positions.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { approximateWords, isApproximate } from '#ui/fields/addresses.ts';
import { formatNumber } from '#ui/format.ts';
import { IconMapSearch } from '#ui/icons.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { notifyProblem, notifyWarning } from '#ui/notify.ts';
import classes from './SiteMap.module.css';

/** Incomplete coordinates are not a position. */
const placeOf = (value: unknown): Location | null => location.safeParse(value).data ?? null;

const inWords = ({ latitude, longitude }: Location): string =>
  [latitude, longitude].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(' ; ');

export function SiteMap({ values, change }: BelowProps): ReactElement | null {
  const address = (values.address ?? {}) as Partial<Address>;
  const place = placeOf(address.location);
  const radius = typeof values.radius === 'number' && values.radius > 0 ? values.radius : null;
  // Around the initial position: the dots do not follow each change.
  const [near] = useState(place);
  const around = useCall(sitePositions, { input: { near } });
  if (!place && !change) return null;
  if (around.isPending)
    return <Skeleton className={classes.waiting ?? ''} role="status" aria-label="Chargement de la carte" />;
  const dots = (around.data?.positions ?? []).filter(({ id }) => id !== values.id);
  const setPlace = change && ((next: Location) => change('address.location', next));
  return (
    <>
      <PlaceMap
        label="Carte du site"
        // If the call fails, the map opens anyway.
        centre={around.data?.centre ?? defaultPoint}
        location={place}
        radius={radius}
        dots={dots}
        dotsLabel="Voir les sites autour"
        onPlace={setPlace}
        onRadius={change && ((metres) => change('radius', metres))}
      />
      <div className={classes.caption}>
        <Text size="xs" c="dimmed" role="status">
          {place
            ? `${isApproximate(address) ? `${approximateWords} ` : ''}Position : ${inWords(place)}${radius === null ? '' : `, rayon de ${formatNumber(radius)} m`}`
            : 'Aucune position : cliquez sur la carte, ou saisissez la latitude et la longitude.'}
        </Text>
        {change && place && !address.city && (
          <FindCity place={place} fill={(known) => change('address', { ...address, ...known })} />
        )}
      </div>
    </>
  );
}

/** The town of the nearest known address of the agency (E-055). */
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
