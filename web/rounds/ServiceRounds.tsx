// The rounds of a service, each with a button that opens it.
import { Button, Group } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { IconRoute } from '#ui/icons.ts';

const ServiceRoundDialog = lazy(() => import('./ServiceRoundDialog.tsx'));

interface Line {
  id?: string;
  round?: { id: string; name: string } | null;
}

/** Unsaved rounds cannot be opened. */
export function ServiceRounds({ values }: BelowProps): ReactElement | null {
  const [opened, setOpened] = useState<string | null>(null);
  const lines = ((values.rounds ?? []) as Line[]).filter(({ id, round }) => id && round && values.id);
  if (lines.length === 0) return null;
  return (
    <>
      <Group gap="xs" mt="sm">
        {lines.map(({ id = '', round }) => (
          <Button
            key={id}
            variant="default"
            size="xs"
            leftSection={<IconRoute size={14} aria-hidden />}
            onClick={() => setOpened(id)}
          >
            Voir « {round?.name} »
          </Button>
        ))}
      </Group>
      {opened !== null && (
        <Suspense>
          <ServiceRoundDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
