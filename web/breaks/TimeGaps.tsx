// Time gaps (area Q): the list with its totals.
import type { ReactElement } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { Break, type BreakTotals } from '#core/planning/break.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

/** The usual entry here is a lateness; breaks are entered on their service. */
const initial = { type: 1 };

/** */
export function totalsText({ day = 0, night = 0, sunday = 0, holiday = 0 }: Partial<BreakTotals>): string {
  const parts = [`Total : ${inHours(day + night)}`, `jour ${inHours(day)}`, `nuit ${inHours(night)}`];
  return `${parts.join(' · ')} · dont dimanche ${inHours(sunday)} · dont férié ${inHours(holiday)}`;
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
