// The modal loader itself; `whileLoading` opens it.
import { Group, Loader, Modal, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { useStore } from './client/store.ts';
import { loading } from './loading.ts';

export function LoaderHost(): ReactElement {
  const shown = useStore(loading);
  return (
    <Modal
      opened={shown !== null}
      onClose={() => loading.set(null)}
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
    </Modal>
  );
}
