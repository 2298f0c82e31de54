// Time gaps (area Q): the list with its totals.
import type { ReactElement } from 'react';
import { Break, type BreakTotals } from '#core/planning/break.ts';
import { formatNumber } from '#ui/format.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

/** The usual entry here is a lateness; breaks are entered on their service. */
const initial = { type: 1 };

/** minutes as hours, with at most two decimals. */
const hours = (minutes: number): string => `${formatNumber(Math.round(minutes / 0.6) / 100)} h`;

export function totalsText({ day = 0, night = 0, sunday = 0, holiday = 0 }: Partial<BreakTotals>): string {
  const parts = [`Total : ${hours(day + night)}`, `jour ${hours(day)}`, `nuit ${hours(night)}`];
  return `${parts.join(' · ')} · dont dimanche ${hours(sunday)} · dont férié ${hours(holiday)}`;
}

export default function TimeGaps({ page, title, description, add }: ScreenProps): ReactElement {
  return (
    <EntityTable
      of={Break}
      page={page}
      title={title}
      description={description}
      add={add}
      initial={initial}
      summary={totalsText}
    />
  );
}
