// Who opened a document, and when (« Consultations du document »).
import { Alert, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogAbove } from '../DialogAbove.tsx';
import { useMaximised } from '../dialog.ts';
import { formatMoment, formatRelative, plural } from '../format.ts';
import { useLocale } from '../kinds/locale.ts';

export interface Reader {
  fullname: string;
  /** Last opened at. */
  at: string;
}

interface ReadersDialogProps {
  opened: boolean;
  /** Undefined: loading. */
  rows: readonly Reader[] | undefined;
  /** Why the read failed. */
  problem?: Error | null;
  onRetry?(): void;
  onClose(): void;
}

export function ReadersDialog({ opened, rows, problem, onRetry, onClose }: ReadersDialogProps): ReactNode {
  return (
    <DialogAbove
      fullScreen={useMaximised()}
      opened={opened}
      onClose={onClose}
      title="Consultations du document"
      centered
      size="lg"
      zIndex={300}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      <Readers rows={rows} problem={problem ?? null} onRetry={onRetry} />
    </DialogAbove>
  );
}

interface ReadersProps {
  rows: readonly Reader[] | undefined;
  problem: Error | null;
  onRetry?: (() => void) | undefined;
}

function Readers({ rows, problem, onRetry }: ReadersProps): ReactNode {
  const { zone } = useLocale();
  if (problem && !rows) {
    return (
      <Alert color="red" title="Les consultations n'ont pas pu être chargées" role="alert">
        <Text size="sm">{problem.message}</Text>
        {onRetry && (
          <Button mt="sm" variant="default" onClick={onRetry}>
            Réessayer
          </Button>
        )}
      </Alert>
    );
  }
  if (!rows) {
    return (
      <Stack aria-busy gap="xs">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={32} />
        ))}
      </Stack>
    );
  }
  if (rows.length === 0) return <Text c="dimmed">Personne n'a encore consulté ce document.</Text>;
  return (
    <Table>
      <Table.Caption>{plural(rows.length, 'consultation')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Nom</Table.Th>
          <Table.Th>Consulté le</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ fullname, at }) => (
          <Table.Tr key={`${fullname} ${at}`}>
            <Table.Td>{fullname}</Table.Td>
            <Table.Td>
              <time dateTime={at} title={formatRelative(at)}>
                {formatMoment(at, zone)}
              </time>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
