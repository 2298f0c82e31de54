// T-012: the due date in 0, 7, 30, 60, 90 or 120 days.
import { Button, Group } from '@mantine/core';
import type { ReactElement } from 'react';
import { duePresets } from '#core/stock/action.ts';
import { addDays, today } from '#ui/clock.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';

export function DuePresets({ values, change }: BelowProps): ReactElement | null {
  const { zone } = useLocale();
  if (!change) return null;
  const from = typeof values.date === 'string' && values.date !== '' ? values.date : today(zone);
  return (
    <Group gap="xs" role="group" aria-label="Échéance dans">
      {duePresets.map((days) => (
        <Button
          key={days}
          size="compact-sm"
          variant="default"
          onClick={() => change('effectiveDate', addDays(from, days))}
        >
          {days === 0 ? 'Le jour même' : `${days} jours`}
        </Button>
      ))}
    </Group>
  );
}
