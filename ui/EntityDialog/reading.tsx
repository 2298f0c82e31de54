// Reads one record for a form, with the loading and error states.
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { endpointsOf } from '../client/call.ts';
import { queryOf } from '../client/queries.tsx';
import type { AnyRow } from '../moves.ts';

export interface Reading {
  row: AnyRow | undefined;
  failure: string | null;
  retry(): void;
  /** Resolves when the record has been read again. */
  reread(): Promise<void>;
}

export function useRecord(of: Entity, id: string | null, enabled = true): Reading {
  const reading: UseQueryResult<AnyRow, Error> = useQuery<unknown, Error, AnyRow, readonly unknown[]>({
    ...queryOf(endpointsOf(of).read, { params: { id: id ?? '' } }),
    enabled: id !== null && enabled,
    // Always read the latest version for a form.
    staleTime: 0,
    select: (answer) => (answer as Record<string, AnyRow>)[of.name] as AnyRow,
  });
  return {
    row: reading.isFetchedAfterMount ? reading.data : undefined,
    failure: reading.error && !reading.isFetching ? reading.error.message : null,
    retry: () => void reading.refetch(),
    reread: async () => void (await reading.refetch()),
  };
}

interface UnreadableProps {
  message: string;
  onRetry(): void;
  onClose(): void;
}

export const Unreadable = ({ message, onRetry, onClose }: UnreadableProps): ReactNode => (
  <Stack p="lg">
    <Alert color="red" role="alert" title="La fiche n'a pas pu être chargée">
      {message}
    </Alert>
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
      <Button onClick={onRetry}>Réessayer</Button>
    </Group>
  </Stack>
);

export const Loading = (): ReactNode => (
  <Stack p="lg" gap="lg" aria-busy role="status" aria-label="Chargement">
    {[1, 2, 3, 4, 5].map((bone) => (
      <Stack key={bone} gap={6}>
        <Skeleton height={12} width={120} />
        <Skeleton height={34} />
      </Stack>
    ))}
  </Stack>
);
