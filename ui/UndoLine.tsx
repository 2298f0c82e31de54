// A success message with an undo button.
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';

export function UndoLine({ message, undo }: { message: string; undo: () => void }): ReactElement {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="subtle" onClick={undo}>
        Annuler
      </Button>
    </Group>
  );
}
