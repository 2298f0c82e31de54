// An e-mail to the contacts of a customer, or to many customers in separate mails.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense } from 'react';
import { forEachConcurrent } from '#ui/concurrent.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import type { AnyRow } from '#ui/moves.ts';
import { customerAddresses, type Known } from './addresses.ts';
import type { Addressee } from './draft.ts';

const Composer = lazy(() => import('./Composer.tsx'));

async function addressesOf(rows: readonly AnyRow[]): Promise<Known[]> {
  const found = new Map<string, Known>();
  await forEachConcurrent(rows, async ({ id }) => void found.set(id, await customerAddresses(id)));
  return rows.flatMap(({ id }) => found.get(id) ?? []);
}

interface Props {
  rows: readonly AnyRow[];
  onClose(): void;
  onSent?(): void;
}

export default function CustomerMail({ rows, onClose, onSent }: Props): ReactElement {
  const ids = rows.map(({ id }) => id);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['customerAddresses', ids],
    queryFn: () => addressesOf(rows),
    staleTime: 0,
  });
  if (data?.some(({ addresses }) => addresses.length > 0)) {
    return (
      <Suspense>
        <Write known={data} onClose={onClose} onSent={onSent} />
      </Suspense>
    );
  }
  return (
    <DialogAbove opened onClose={onClose} title="Nouvel e-mail" centered>
      {error && !isFetching ? (
        <Stack align="flex-start" role="alert">
          <Text>{error.message}</Text>
          <Button onClick={() => void refetch()}>Réessayer</Button>
        </Stack>
      ) : data ? (
        <Stack align="flex-start">
          <Text>
            {data.length === 1
              ? `${data[0]?.name} n’a pas d’adresse e-mail, ses interlocuteurs non plus. Ajoutez-en une dans sa fiche.`
              : 'Aucun de ces clients n’a d’adresse e-mail.'}
          </Text>
          <Button variant="default" onClick={onClose}>
            Fermer
          </Button>
        </Stack>
      ) : (
        <Skeleton height={80} role="status" aria-label="Chargement" />
      )}
    </DialogAbove>
  );
}

function Write({
  known,
  onClose,
  onSent,
}: {
  known: readonly Known[];
  onClose(): void;
  onSent: (() => void) | undefined;
}): ReactElement {
  const sent = onSent ? { onSent } : {};
  const suggestions = known.flatMap(({ addresses }) => addresses);
  if (known.length === 1)
    return <Composer initial={{ to: suggestions.slice(0, 1) }} {...{ suggestions, onClose }} {...sent} />;
  const each = known.flatMap(({ name, addresses: [to] }): Addressee[] => (to ? [{ name, to }] : []));
  const silent = known.filter(({ addresses }) => addresses.length === 0).map(({ name }) => name);
  const notice = silent.length > 0 ? `Sans adresse e-mail, donc sans message : ${silent.join(', ')}.` : undefined;
  return <Composer each={each} notice={notice} onClose={onClose} {...sent} />;
}
