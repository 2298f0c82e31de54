// The rights of one person by area, and the invitation that opens the account.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { readRights } from '#core/session/session.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { useLeaving } from '#ui/leaving.ts';
import classes from './RightsEditor.module.css';
import { RightsForm } from './RightsForm.tsx';

export interface RightsProps {
  /** The user-company; null: closed. */
  id: string | null;
  name: string;
  onClose(): void;
}

export default function RightsDialog({ id, name, onClose }: RightsProps): ReactElement | null {
  const { content, ...size } = useDialogSize();
  const leaving = useLeaving(onClose);
  return (
    <DialogAbove
      opened={id !== null}
      onClose={leaving.ask}
      title={`Droits de ${name}`}
      {...size}
      closeOnClickOutside={false}
      classNames={{ content, header: classes.header ?? '', body: classes.body ?? '' }}
    >
      {id !== null ? <Loaded id={id} leaving={leaving} onClose={onClose} /> : null}
    </DialogAbove>
  );
}

function Loaded({
  id,
  leaving,
  onClose,
}: {
  id: string;
  leaving: ReturnType<typeof useLeaving>;
  onClose(): void;
}): ReactElement {
  const { data, error, refetch, isFetching } = useFreshCall(readRights, { params: { id } });
  if (data) return <RightsForm key={id} read={data.userCompany} leaving={leaving} onClose={onClose} />;
  if (error && !isFetching) {
    return (
      <Stack p="lg" align="flex-start" role="alert">
        <Text>{error.message}</Text>
        <Button onClick={() => void refetch()}>Réessayer</Button>
      </Stack>
    );
  }
  return (
    <Stack p="lg" gap="md" aria-busy="true" role="status" aria-label="Chargement">
      {[70, 45, 60, 52, 66].map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} />
      ))}
    </Stack>
  );
}
