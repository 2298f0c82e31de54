// Asks before what cannot be undone.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { store, useStore } from './client/store.ts';

export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  /** Default: « Annuler ». */
  cancelLabel?: string;
  danger?: boolean;
}

const asked = store<(Question & { answer(yes: boolean): void }) | null>(null);

export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

/** Rendered once, by the frame. */
export function ConfirmHost(): ReactElement {
  const question = useStore(asked);
  // The text stays while the dialog fades away.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  // Escape answers this question alone: a dialog below must not hear it.
  const own = { 'data-mantine-stop-propagation': true };
  const refuse = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') question?.answer(false);
  };
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      onKeyDown={refuse}
      title={shown?.title}
      centered
      size="md"
      zIndex={400}
      closeButtonProps={{ 'aria-label': 'Fermer', ...own }}
    >
      <Text>{shown?.message}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant="default"
          onClick={() => question?.answer(false)}
          data-autofocus={shown?.danger ? true : undefined}
          {...own}
        >
          {shown?.cancelLabel ?? 'Annuler'}
        </Button>
        <Button
          {...(shown?.danger ? { color: 'red' } : {})}
          onClick={() => question?.answer(true)}
          data-autofocus={shown?.danger ? undefined : true}
          {...own}
        >
          {shown?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
