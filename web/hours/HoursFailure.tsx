import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  title: string;
  message: string;
  busy: boolean;
  onRetry(): void;
}

export const HoursFailure = ({ title, message, busy, onRetry }: Props): ReactElement => (
  <Alert color="red" role="alert" title={title}>
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="default" loading={busy} onClick={onRetry}>
        Réessayer
      </Button>
    </Stack>
  </Alert>
);
