// Columns of the list of services: real hours where there are some, the planned ones beside them.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { today } from '#ui/clock.ts';
import { formatDay, formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { Cells } from '#ui/Table/EntityTable.tsx';
import { realHours } from '../summary/real.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Without this year: both hours have room. */
const shortDate = (day: string, now: string): string => {
  const whole = formatDay(day);
  return day.slice(0, 4) === now.slice(0, 4) ? whole.slice(0, 5) : whole;
};

/** « 16/11 19:00 – 21:23 » once it has begun; the plan is in the tooltip, and beside the end. */
function Start({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const { zone } = useLocale();
  const [plan, began] = [String(value), text(row.realStartAt)];
  if (began === null) return <time dateTime={plan}>{formatMoment(plan, zone)}</time>;
  const real = { start: began, end: text(row.realEndAt) };
  const time = (at: string): string => wallClock(at, zone).time;
  const planned = { start: plan, end: row.openEnded ? null : text(row.endAt) };
  return (
    <time dateTime={began} title={realHours(real, planned, time)}>
      {`${shortDate(wallClock(began, zone).day, today(zone))} ${realHours(real, real, time)}`}
    </time>
  );
}

function End({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const { zone } = useLocale();
  const [plan, real] = [String(value), text(row.realEndAt)];
  const [planned, lived] = [formatMoment(plan, zone), formatMoment(real ?? plan, zone)];
  return <time dateTime={real ?? plan}>{planned === lived ? planned : `${lived} (prévu ${planned.slice(-5)})`}</time>;
}

/** Exported as shown: the real hour where there is one. */
const lived = (path: string) => ({
  needs: [path],
  value: (row: AnyRow, plan: unknown) => row[path] ?? plan,
});

export const serviceCells: Cells = {
  startAt: Object.assign(Start, { sheet: lived('realStartAt') }),
  endAt: Object.assign(End, { sheet: lived('realEndAt') }),
};
