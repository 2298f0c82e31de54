// One record of any entity: created, edited, read, moved, and its history.
import { Alert, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { endpointsOf } from '../client/call.ts';
import { queryOf } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { StatusBadge } from '../kinds.tsx';
import { refusedTo } from '../may.ts';
import { type AnyRow, statusPath } from '../moves.ts';
import { titleOf } from '../Table/Row.tsx';
import classes from './EntityDialog.module.css';
import { History } from './History.tsx';
import { MovesMenu } from './MovesMenu.tsx';
import { RecordForm } from './RecordForm.tsx';
import { Sheet } from './Sheet.tsx';

export interface EntityDialogProps {
  of: Entity;
  /** Null: creates. */
  id: string | null;
  page: string;
  /** The part shown first. */
  tab?: 'record' | 'history' | undefined;
  onClose(): void;
}

type Part = 'record' | 'history';

export default function EntityDialog({ of, id, page, tab = 'record', onClose }: EntityDialogProps): ReactNode {
  const session = useSession();
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const [part, setPart] = useState<Part>(tab);
  // The form says whether it may be left; without a form it always may.
  const mayLeave = useRef<() => Promise<boolean>>(() => Promise.resolve(true));
  const refused = refusedTo(session, of, id === null ? 'create' : 'read');
  const { read } = endpointsOf(of);
  const reading = useQuery<unknown, Error, AnyRow, readonly unknown[]>({
    ...queryOf(read, { params: { id: id ?? '' } }),
    enabled: id !== null && refused === null,
    // A form starts from the record as it is now, not as it was when last looked at.
    staleTime: 0,
    select: (answer) => (answer as Record<string, AnyRow>)[of.name] as AnyRow,
  });
  const row = reading.isFetchedAfterMount ? reading.data : undefined;
  const readOnly = id !== null && refusedTo(session, of, 'edit') !== null;

  const close = useCallback(async () => {
    if (await mayLeave.current()) onClose();
  }, [onClose]);

  const title =
    id === null
      ? `${of.label.feminine ? 'Nouvelle' : 'Nouveau'} ${of.label.one.toLowerCase()}`
      : row
        ? titleOf(of, row)
        : of.label.one;

  const body = (): ReactNode => {
    if (refused !== null) return <Refused message={refused} onClose={onClose} />;
    if (id === null)
      return <RecordForm of={of} page={page} row={null} mayLeave={mayLeave} onClose={onClose} onCancel={close} />;
    if (row === undefined) {
      return reading.error && !reading.isFetching ? (
        <Unreadable message={reading.error.message} onRetry={() => void reading.refetch()} onClose={onClose} />
      ) : (
        <Loading />
      );
    }
    const reads = readOnly ? (
      <ReadOnly of={of} row={row} onClose={onClose} />
    ) : (
      <RecordForm of={of} page={page} row={row} mayLeave={mayLeave} onClose={onClose} onCancel={close} />
    );
    return (
      <>
        {/* The form stays mounted behind the history: what is typed is not lost by a look at the past. */}
        <div className={classes.part} hidden={part !== 'record'}>
          {reads}
        </div>
        {part === 'history' && (
          <div className={classes.part}>
            <div className={classes.fields}>
              <History of={of} id={row.id} />
            </div>
          </div>
        )}
      </>
    );
  };

  return (
    <Modal
      opened
      onClose={() => void close()}
      fullScreen={phone}
      size="75vw"
      centered
      padding={0}
      closeOnClickOutside={false}
      classNames={{ content: classes.content, header: classes.header, body: classes.body, title: classes.title }}
      title={
        <span className={classes.heading}>
          <span className={classes.name}>{title}</span>
          {row && of.machine && <StatusBadge machine={of.machine as Machine} code={row[statusPath(of)] as number} />}
          {row && (
            <SegmentedControl<Part>
              size="xs"
              aria-label="Partie affichée"
              value={part}
              onChange={setPart}
              data={[
                { value: 'record', label: 'Fiche' },
                { value: 'history', label: 'Historique' },
              ]}
            />
          )}
        </span>
      }
    >
      {body()}
    </Modal>
  );
}

const ReadOnly = ({ of, row, onClose }: { of: Entity; row: AnyRow; onClose(): void }): ReactNode => (
  <>
    <Sheet of={of} row={row} />
    <footer className={classes.footer}>
      <MovesMenu of={of} row={row} onRemoved={onClose} />
      <Text size="sm" c="dimmed" flex={1}>
        Lecture seule
      </Text>
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </footer>
  </>
);

const Refused = ({ message, onClose }: { message: string; onClose(): void }): ReactNode => (
  <Stack p="lg">
    <Alert color="red" role="alert">
      {message}
    </Alert>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        Fermer
      </Button>
    </Group>
  </Stack>
);

const Unreadable = ({
  message,
  onRetry,
  onClose,
}: {
  message: string;
  onRetry(): void;
  onClose(): void;
}): ReactNode => (
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

const Loading = (): ReactNode => (
  <Stack p="lg" gap="lg" aria-busy aria-label="Chargement">
    {[1, 2, 3, 4, 5].map((bone) => (
      <Stack key={bone} gap={6}>
        <Skeleton height={12} width={120} />
        <Skeleton height={34} />
      </Stack>
    ))}
  </Stack>
);
