// The checkpoints of a site, for the maps of a checkpoint and of a round.
import { useQuery } from '@tanstack/react-query';
import { defaultPoint, type Location } from '#core/addresses/addresses.ts';
import { location } from '#core/kernel/called.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { activeStatus } from '#core/roles.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryOf, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { may } from '#ui/may.ts';

export type Point = Pick<Row<typeof Checkpoint>, 'id' | 'title' | 'color' | 'location'>;

/** Incomplete coordinates are not a position. */
export const placeOf = (value: unknown): Location | null => location.safeParse(value).data ?? null;

export const idOf = (value: unknown): string | null => (value as Reference | null | undefined)?.id ?? null;

const most = 500;
const none: readonly Point[] = [];

export function usePoints(site: string | null): { points: readonly Point[]; loading: boolean; problem: Error | null } {
  const session = useSession();
  const found = useQuery<unknown, Error, readonly Point[], readonly unknown[]>({
    ...queryOf(endpointsOf(Checkpoint).list, {
      input: {
        filters: { site: site === null ? [] : [site], status: [activeStatus] },
        orderBy: 'title',
        ascending: true,
        limit: most,
      },
    }),
    enabled: site !== null && may(session, Checkpoint, 'list'),
    select: (answer) => (answer as { checkpoints: Point[] }).checkpoints,
  });
  return { points: found.data ?? none, loading: found.isLoading, problem: found.error };
}

/** Centre of a map of the site; without its position, the centre of the country. */
export function useCentre(site: string | null): { centre: Location; loading: boolean } {
  const session = useSession();
  const { data, isLoading } = useCall(endpointsOf(Site).read, {
    params: { id: site ?? '' },
    enabled: site !== null && may(session, Site, 'read'),
  });
  const read = (data as { site: { address: { location: Location | null } } } | undefined)?.site;
  return { centre: read?.address.location ?? defaultPoint, loading: isLoading };
}
