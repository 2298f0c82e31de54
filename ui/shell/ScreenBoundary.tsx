// Error boundary of a screen: the frame keeps working.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Component, type PropsWithChildren, type ReactNode } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { report } from '../client/reporting.ts';

interface State {
  error: Error | null;
}

export class ScreenBoundary extends Component<PropsWithChildren, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    report(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Stack align="flex-start" gap="sm" role="alert">
        <Title order={1}>{messages.unexpected}</Title>
        <Text c="dimmed">Cet écran s’est interrompu. Ce que vous aviez enregistré est conservé.</Text>
        <Group gap="xs">
          <Button onClick={() => this.setState({ error: null })}>Réessayer</Button>
          <Button component="a" href="#/home" variant="default">
            Accueil
          </Button>
        </Group>
      </Stack>
    );
  }
}
