// A success message with an undo button, a further act that it offers, or both.
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import classes from './UndoLine.module.css';

interface Props {
  message: string;
  undo?: (() => void) | undefined;
  see?: (() => void) | undefined;
  offer?: { label: string; act(): void } | undefined;
}

export function UndoLine({ message, undo, see, offer }: Props): ReactElement {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" className={classes.message ?? ''}>
        {message}
      </Text>
      <Group gap={4} wrap="nowrap" className={classes.acts ?? ''}>
        {offer && (
          <Button size="compact-sm" variant="light" onClick={offer.act}>
            {offer.label}
          </Button>
        )}
        {see && (
          <Button size="compact-sm" variant="light" onClick={see}>
            Voir
          </Button>
        )}
        {undo && (
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            Annuler
          </Button>
        )}
      </Group>
    </Group>
  );
}
