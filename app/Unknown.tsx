import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { unknownRoute } from './routes.tsx';

/** Page of an unknown address, or of a screen that does not exist yet. */
export function Unknown(): ReactElement {
  return (
    <Stack align="flex-start" gap="sm">
      <Title order={1}>{unknownRoute}</Title>
      <Text c="dimmed">Cette adresse ne mène à aucun écran.</Text>
      <Button component={Link} to="/home" variant="default">
        Retour à l’accueil
      </Button>
    </Stack>
  );
}
