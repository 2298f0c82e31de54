// Which period, and how to go on to the next.
import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { today } from '#ui/clock.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { DaysInput } from './DaysInput.tsx';
import classes from './hours.module.css';
import { type HoursPeriod, nextPeriod, type PeriodKind, periodAround, periodKinds, periodTitle } from './period.ts';

interface Props {
  period: HoursPeriod;
  onPeriod(period: HoursPeriod): void;
  /** At the end of the line: a search, an export. */
  children?: ReactNode;
}

const kinds = Object.entries(periodKinds).map(([value, label]) => ({ value, label }));

export function PeriodBar({ period, onPeriod, children }: Props): ReactElement {
  const { zone } = useLocale();
  const now = today(zone);
  const change = (kind: PeriodKind): void =>
    onPeriod(
      kind === 'free'
        ? { ...period, kind }
        : periodAround(kind, now >= period.start && now <= period.end ? now : period.start),
    );
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft): ReactElement => (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => onPeriod(nextPeriod(period, by))}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.bar} role="toolbar" aria-label="Période">
      <SegmentedControl
        size="xs"
        aria-label="Durée"
        data={kinds}
        value={period.kind}
        onChange={(value) => change(value as PeriodKind)}
      />
      {period.kind === 'free' ? (
        <DaysInput period={period} onPeriod={(days) => onPeriod({ kind: 'free', ...days })} />
      ) : (
        <>
          <Group gap={4} wrap="nowrap">
            {step(-1, 'Période précédente', IconChevronLeft)}
            <Button
              variant="default"
              size="xs"
              h="2.1rem"
              onClick={() => onPeriod(periodAround(period.kind === 'week' ? 'week' : 'month', now))}
            >
              Aujourd’hui
            </Button>
            {step(1, 'Période suivante', IconChevronRight)}
          </Group>
          <span className={classes.title} aria-live="polite">
            {periodTitle(period)}
          </span>
        </>
      )}
      <span className={classes.spring} />
      {children}
    </div>
  );
}
