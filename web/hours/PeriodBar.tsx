// Choice of the period, with next and previous.
import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { today } from '#ui/clock.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { DaysInput } from './DaysInput.tsx';
import classes from './hours.module.css';
import { type HoursPeriod, kindLabels, nextPeriod, type PeriodKind, periodAround } from './period.ts';
import type { ShownPeriod } from './usePeriod.ts';

interface Props {
  /** Null: not loaded yet. */
  shown: ShownPeriod | null;
  onPeriod(period: HoursPeriod): void;
  /** At the end of the line: search, export. */
  children?: ReactNode;
}

export function PeriodBar({ shown, onPeriod, children }: Props): ReactElement {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Période">
      {shown ? <Choice {...shown} onPeriod={onPeriod} /> : <Skeleton height="2.1rem" width="22rem" maw="100%" />}
      <span className={classes.spring} />
      {children}
    </div>
  );
}

function Choice({ period, payPeriodStart, title, onPeriod }: ShownPeriod & Pick<Props, 'onPeriod'>): ReactElement {
  const { zone } = useLocale();
  const now = today(zone);
  const change = (kind: PeriodKind): void =>
    onPeriod(
      kind === 'free'
        ? { ...period, kind }
        : periodAround(kind, now >= period.start && now <= period.end ? now : period.start, payPeriodStart),
    );
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft): ReactElement => (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        onClick={() => onPeriod(nextPeriod(period, by, payPeriodStart))}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Durée"
        data={Object.entries(kindLabels(payPeriodStart)).map(([value, label]) => ({ value, label }))}
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
              onClick={() => onPeriod(periodAround(period.kind === 'week' ? 'week' : 'month', now, payPeriodStart))}
            >
              Aujourd’hui
            </Button>
            {step(1, 'Période suivante', IconChevronRight)}
          </Group>
          <span className={classes.title} aria-live="polite">
            {title}
          </span>
        </>
      )}
    </>
  );
}
