// The QR code of a checkpoint, as printed.
import { Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { QrCode } from '#ui/QrCode.tsx';

export function CheckpointCode({ values: { code } }: BelowProps): ReactElement | null {
  // A new checkpoint has no code yet.
  if (typeof code !== 'string') return null;
  return (
    <Group mt="md" wrap="nowrap">
      <QrCode text={code} label="QR code du point de contrôle" />
      <div>
        <Text size="sm" fw={600}>
          QR code
        </Text>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {code}
        </Text>
        <Text size="xs" c="dimmed">
          À imprimer depuis la liste. Il ne change jamais, même si le point est renommé.
        </Text>
      </div>
    </Group>
  );
}
