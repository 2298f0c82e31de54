// The modal loader itself; `whileLoading` opens it.
import { Group, Loader, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { useStore } from './client/store.ts';
import { DialogAbove } from './DialogAbove.tsx';
import { loading } from './loading.ts';

export function LoaderHost(): ReactElement {
  const shown = useStore(loading);
  const close = (): void => loading.set(null);
  return (
    <DialogAbove
      opened={shown !== null}
      onClose={close}
      withCloseButton={false}
      centered
      size="auto"
      title="Chargement"
      zIndex={600}
    >
      <Group role="status" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text>{shown?.label}</Text>
      </Group>
    </DialogAbove>
  );
}
