// Progress of long work in a corner: it runs in the background, can be stopped, and reports its end.
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';

export interface LongWork {
  signal: AbortSignal;
  show(done: number, total: number): void;
  /** Removes the line; the caller reports the result. */
  end(): void;
}

interface LineProps {
  title: string;
  done: number;
  total: number;
  onStop(): void;
}

function ProgressLine({ title, done, total, onStop }: LineProps): ReactNode {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm">{title}</Text>
        <Button size="compact-sm" variant="subtle" onClick={onStop}>
          Arrêter
        </Button>
      </Group>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={title} size="sm" />
      {total > 0 && (
        <Text size="xs" c="dimmed">
          {formatNumber(done)} sur {formatNumber(total)}
        </Text>
      )}
    </Stack>
  );
}

let count = 0;

/** Milliseconds between two drawings: each costs what the work itself needs. */
const pace = 250;

export function startLongWork(title: string): LongWork {
  count += 1;
  const id = `work-${count}`;
  const stopping = new AbortController();
  const onStop = (): void => stopping.abort();
  const shown = (done: number, total: number) => ({
    id,
    message: <ProgressLine title={title} done={done} total={total} onStop={onStop} />,
    autoClose: false as const,
    withCloseButton: false,
    withBorder: true,
  });
  notifications.show(shown(0, 0));
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    signal: stopping.signal,
    show: (done, total) => {
      if (performance.now() - drawn < pace) return;
      drawn = performance.now();
      notifications.update(shown(done, total));
    },
    end: () => notifications.hide(id),
  };
}
