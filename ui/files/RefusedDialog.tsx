// Files refused for their type, and the types allowed (E-028).
import { Button, Group, List, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { allowedExtensions, extensionOf, fileMessages, mayBeSent } from '#core/files/files.ts';
import { aboveRecords, onEscape, ownKeys } from './above.ts';

const written = (extensions: readonly string[]): string =>
  extensions.map((extension) => (extension === '' ? 'sans extension' : `.${extension}`)).join(', ');

interface RefusedDialogProps {
  names: readonly string[] | null;
  onClose(): void;
}

export function RefusedDialog({ names, onClose }: RefusedDialogProps): ReactNode {
  // Keep the text while the dialog fades out.
  const [shown, setShown] = useState<readonly string[]>([]);
  if (names && names !== shown) setShown(names);
  const extensions = [...new Set(shown.filter((name) => !mayBeSent(name)).map(extensionOf))];
  return (
    <Modal
      opened={names !== null}
      onClose={onClose}
      onKeyDown={onEscape(onClose)}
      title={fileMessages.refusedTitle}
      centered
      size="md"
      zIndex={aboveRecords}
      closeButtonProps={{ 'aria-label': 'Fermer', ...ownKeys }}
    >
      <List size="sm">
        {shown.map((name, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two refused files may have the same name
          <List.Item key={position}>
            {fileMessages.invalid}
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {mayBeSent(name) && (
              <Text size="xs" c="dimmed">
                {extensionOf(name) === 'zip'
                  ? fileMessages.archive
                  : "Son contenu n'est pas celui qu'annonce son extension, ou ne peut pas être vérifié."}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {extensions.length > 0 && (
        <Text size="sm" mt="sm">
          Extensions refusées : {written(extensions)}
        </Text>
      )}
      <Text size="sm" mt="sm" c="dimmed">
        Formats autorisés : {written(allowedExtensions)}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus {...ownKeys}>
          Fermer
        </Button>
      </Group>
    </Modal>
  );
}
