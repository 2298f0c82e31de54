// Error of a failed read, with a retry button.
import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  title: string;
  /** The reason, if known. */
  message?: string | undefined;
  busy?: boolean;
  onRetry(): void;
}

export const ReadFailure = ({ title, message, busy = false, onRetry }: Props): ReactElement => (
  <Alert color="red" role="alert" title={title}>
    <Stack align="flex-start" gap="xs">
      {message ? <Text size="sm">{message}</Text> : null}
      <Button variant="default" loading={busy} onClick={onRetry}>
        Réessayer
      </Button>
    </Stack>
  </Alert>
);
