// Columns of the list of services: real hours where there are some, the planned ones beside them.
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { Cells } from '#ui/Table/EntityTable.tsx';

function Moment({ plan, real }: { plan: string; real: string | null }): ReactElement {
  const { zone } = useLocale();
  const [planned, lived] = [wallClock(plan, zone), wallClock(real ?? plan, zone)];
  const isOther = planned.time !== lived.time || planned.day !== lived.day;
  return (
    <>
      <time dateTime={real ?? plan}>{formatMoment(real ?? plan, zone)}</time>
      {isOther && (
        <Text span size="sm" c="dimmed">
          {` (prévu ${planned.time})`}
        </Text>
      )}
    </>
  );
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const serviceCells: Cells = {
  startAt: ({ row, value }: { row: AnyRow; value: unknown }) => (
    <Moment plan={String(value)} real={text(row.realStartAt)} />
  ),
  endAt: ({ row, value }: { row: AnyRow; value: unknown }) => (
    <Moment plan={String(value)} real={text(row.realEndAt)} />
  ),
};
