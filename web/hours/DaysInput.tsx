// Two days, both included, typed or picked.
import { Group } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { TypedInput } from '#ui/fields/TypedInput.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { typedWay } from '#ui/kinds/typed.ts';

interface Period {
  start: string;
  end: string;
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Incomplete or reversed days show an error and change nothing. */
export function DaysInput({ period, onPeriod }: { period: Period; onPeriod(period: Period): void }): ReactElement {
  const way = typedWay('day', useLocale());
  const [typed, setTyped] = useState<{ start: unknown; end: unknown }>(period);
  const change = (more: Partial<typeof typed>): void => {
    const next = { ...typed, ...more };
    setTyped(next);
    const { start, end } = next;
    if (isDay(start) && isDay(end) && start <= end) onPeriod({ start, end });
  };
  const backwards = isDay(typed.start) && isDay(typed.end) && typed.start > typed.end;
  return (
    <Group gap="sm" align="start">
      <TypedInput
        {...way}
        label="Du"
        value={typed.start}
        error={isDay(typed.start) ? undefined : 'Date invalide'}
        onChange={(start) => change({ start })}
      />
      <TypedInput
        {...way}
        label="Au"
        value={typed.end}
        error={backwards ? 'La fin précède le début' : isDay(typed.end) ? undefined : 'Date invalide'}
        onChange={(end) => change({ end })}
      />
    </Group>
  );
}
