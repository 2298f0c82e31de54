// Suggests addresses that the agency already knows.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { fetchAddresses, type KnownAddress, shortestQuery } from '#core/addresses/addresses.ts';
import type { Address } from '#core/kernel/field.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { queryOf } from '../client/queries.tsx';

export type AddressPart = 'street' | 'zipcode' | 'city';

const none: readonly KnownAddress[] = [];

/** Searches only after typing; failures are ignored. */
export function useKnownAddresses(typed: string | null, part: AddressPart): readonly KnownAddress[] {
  const [settled] = useDebouncedValue(typed?.trim() ?? '', searchDelay);
  const input = { query: settled, part: part === 'street' ? 'street' : 'city' };
  const found = useQuery({
    ...queryOf(fetchAddresses, { input }),
    enabled: typed !== null && settled.length >= shortestQuery,
    staleTime: 60_000,
    retry: false,
  });
  return typed === null || typed.trim() !== settled ? none : (found.data?.addresses ?? none);
}

/** Positions taken from a town that was chosen, until the user places them. */
const townCentres = new WeakSet<object>();

/** The position came with the chosen town. One that was placed by hand is exact, with or without a street. */
export const isApproximate = ({ location }: Partial<Address>): boolean => location != null && townCentres.has(location);

export const approximateWords = 'Position approximative : centre de la ville.';

/** A chosen address fills all its known parts; a town keeps the existing street and position. */
export function filledBy(address: Partial<Address>, { street, location, ...town }: KnownAddress): Partial<Address> {
  if (street !== null) return { ...address, ...town, street, location: location ?? address.location ?? null };
  if (!address.location && location) townCentres.add(location);
  return { ...address, ...town, location: address.location ?? location };
}
