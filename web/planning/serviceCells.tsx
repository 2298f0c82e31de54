// Columns of the list of services: real hours where there are some, the planned ones beside them.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { today } from '#ui/clock.ts';
import { formatDay } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { Cells } from '#ui/Table/EntityTable.tsx';
import { realHours } from '../summary/real.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Without this year: both hours have room. */
function shortDay(instant: string, zone: string): string {
  const { day } = wallClock(instant, zone);
  const whole = formatDay(day);
  return day.slice(0, 4) === today(zone).slice(0, 4) ? whole.slice(0, 5) : whole;
}
const timeOf = (instant: string, zone: string): string => wallClock(instant, zone).time;
const dayAndTime = (instant: string, zone: string): string => `${shortDay(instant, zone)} ${timeOf(instant, zone)}`;

/** « 16/11 19:00 », and « 16/11 19:00 – 21:23 » once it has begun; the plan is in the tooltip, and beside the end. */
function Start({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const { zone } = useLocale();
  const [plan, began] = [String(value), text(row.realStartAt)];
  if (began === null) return <time dateTime={plan}>{dayAndTime(plan, zone)}</time>;
  const real = { start: began, end: text(row.realEndAt) };
  const time = (at: string): string => timeOf(at, zone);
  const planned = { start: plan, end: row.openEnded ? null : text(row.endAt) };
  return (
    <time dateTime={began} title={realHours(real, planned, time)}>
      {`${shortDay(began, zone)} ${realHours(real, real, time)}`}
    </time>
  );
}

function End({ row, value }: { row: AnyRow; value: unknown }): ReactElement {
  const { zone } = useLocale();
  const [plan, real] = [String(value), text(row.realEndAt)];
  const [planned, lived] = [dayAndTime(plan, zone), dayAndTime(real ?? plan, zone)];
  return <time dateTime={real ?? plan}>{planned === lived ? planned : `${lived} (prévu ${timeOf(plan, zone)})`}</time>;
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
