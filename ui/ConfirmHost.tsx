// The dialog of every `confirm` question.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useStore } from './client/store.ts';
import { asked } from './confirm.tsx';

/** Rendered once, by the frame. */
export function ConfirmHost(): ReactElement {
  const question = useStore(asked);
  // Keep the text while the dialog fades out.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  // Escape answers this question only: a dialog below must not receive it.
  const own = { 'data-mantine-stop-propagation': true };
  const refuse = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') question?.answer(false);
  };
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      onKeyDown={refuse}
      // A listener on the window would receive the same Escape that opened the question.
      closeOnEscape={false}
      title={shown?.title}
      centered
      size="md"
      zIndex={400}
      withCloseButton={shown?.cancelLabel !== null}
      closeButtonProps={{ 'aria-label': 'Fermer', ...own }}
    >
      <Text style={{ whiteSpace: 'pre-line' }}>{shown?.message}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {shown?.cancelLabel === null ? null : (
          <Button
            variant="default"
            onClick={() => question?.answer(false)}
            data-autofocus={shown?.danger ? true : undefined}
            {...own}
          >
            {shown?.cancelLabel ?? 'Annuler'}
          </Button>
        )}
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
