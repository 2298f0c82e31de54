// A place with its radius on a map. The inputs beside it have the same values.
import 'leaflet/dist/leaflet.css';
import { Button, Group, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Location } from '#core/addresses/addresses.ts';
import { tenant } from '../client/tenant.ts';
import { IconCurrentLocation, IconFocusCentered, IconMapSearch } from '../icons.ts';
import { notifyWarning } from '../notify.ts';
import { type Atlas, type Dot, type Here, openAtlas } from './atlas.ts';
import { whereAmI } from './here.ts';
import classes from './Map.module.css';

export interface PlaceMapProps {
  /** Accessible name. */
  label: string;
  /** Initial centre while no place is set. */
  centre: Location;
  location: Location | null;
  radius?: number | null;
  dots?: readonly Dot[];
  /** Label of the button that shows all dots. */
  dotsLabel?: string;
  /** The dots form a route, and the map opens on them. */
  route?: boolean;
  /** Absent: read-only. */
  onPlace?: ((location: Location) => void) | undefined;
  onRadius?: ((metres: number) => void) | undefined;
}

/** I-024: a dialog that is still opening has no size yet. */
const openDelay = 250;
const noDots: readonly Dot[] = [];

export default function PlaceMap(props: PlaceMapProps): ReactNode {
  const { label, centre, location, radius = null, dots = noDots, dotsLabel, route = false, onPlace, onRadius } = props;
  const container = useRef<HTMLDivElement>(null);
  const atlas = useRef<Atlas>(null);
  const [ready, setReady] = useState(false);
  const [here, setHere] = useState<Here | null>(null);
  const [looking, setLooking] = useState(false);
  const latest = useRef(props);
  latest.current = props;

  const editable = onPlace !== undefined;
  const sized = onRadius !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once; later changes go through show()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!container.current) return;
      atlas.current = openAtlas(container.current, {
        centre: location ?? centre,
        tiles: tenant().mapTiles,
        onPlace: editable ? (next) => latest.current.onPlace?.(next) : undefined,
        onRadius: sized ? (next) => latest.current.onRadius?.(next) : undefined,
      });
      setReady(true);
    }, openDelay);
    return () => {
      clearTimeout(timer);
      atlas.current?.close();
      atlas.current = null;
    };
  }, [editable, sized]);

  useEffect(() => {
    if (ready) atlas.current?.show({ location, radius, dots, route, here });
  }, [ready, location, radius, dots, route, here]);

  useEffect(() => {
    if (ready && route && dots.length > 0) atlas.current?.fit();
  }, [ready, route, dots]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later dots must not move a map that is being read
  useEffect(() => {
    if (ready && !editable && location === null && dots.length > 0) atlas.current?.fit();
  }, [ready]);

  const locate = async (): Promise<void> => {
    setLooking(true);
    try {
      const found = await whereAmI();
      setHere(found);
      onPlace?.(found.location);
    } catch (error) {
      notifyWarning((error as Error).message);
    } finally {
      setLooking(false);
    }
  };

  return (
    <div className={classes.frame}>
      <Group gap="xs" mb="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={looking}
          leftSection={<IconCurrentLocation size={14} aria-hidden />}
          onClick={() => void locate()}
        >
          Ma position
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!ready}
          leftSection={<IconFocusCentered size={14} aria-hidden />}
          onClick={() => atlas.current?.recentre()}
        >
          Recentrer
        </Button>
        {dots.length > 0 && dotsLabel && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!ready}
            leftSection={<IconMapSearch size={14} aria-hidden />}
            onClick={() => atlas.current?.fit()}
          >
            {dotsLabel}
          </Button>
        )}
      </Group>
      <div className={classes.place}>
        <section ref={container} className={classes.map} aria-label={label} data-editable={editable || undefined} />
        {!ready && <Skeleton className={classes.waiting ?? ''} role="status" aria-label="Chargement de la carte" />}
      </div>
    </div>
  );
}
