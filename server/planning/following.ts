// What follows the hours of its service: its breaks and, of a tour, its stops.
import { wallClock } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { isUnchanged } from '#core/kernel/same.ts';
import { minutesOf, timeOf } from '#core/planning/days.ts';
import { Service } from '#core/planning/service.ts';
import type { Db } from '#server/db/database.ts';
import { planningPlace } from './facts.ts';
import type { Changed, Line, Values } from './seen.ts';

const wholeDay = 1_440;

/** The wall-clock time of this instant, in minutes. */
const clockOf = (instant: string, zone: string): number => minutesOf(wallClock(instant, zone).time);

/** The stops of a tour that leaves at another time: each keeps its distance from the departure, by wall clock. */
export function shiftedStops(stops: readonly Values[], was: string, is: string, zone: string): Values[] {
  const by = clockOf(is, zone) - clockOf(was, zone) + wholeDay;
  return stops.map((stop) =>
    // The check of the draft reports a missing one.
    typeof stop.arrival === 'string' ? { ...stop, arrival: timeOf((minutesOf(stop.arrival) + by) % wholeDay) } : stop,
  );
}

const stopsOf = ({ services }: Values): Values[] => (services ?? []) as Values[];

export async function placeLines(rows: readonly Changed[], db: Db): Promise<void> {
  for (const row of rows) placeBreaks(row);
  await placeStops(rows, db);
}

/** A draft that names its stops says itself when they are. */
export async function placeStops(rows: readonly Changed[], db: Db): Promise<void> {
  const left = rows.filter(
    ({ draft, current }) =>
      draft.startAt !== undefined && draft.services === undefined && stopsOf(current ?? {}).length > 0,
  );
  if (left.length === 0) return;
  const { zone } = await planningPlace(db);
  for (const { draft, current } of left) {
    const [was, is] = [current?.startAt as string, draft.startAt as string];
    if (clockOf(was, zone) !== clockOf(is, zone)) draft.services = shiftedStops(stopsOf(current ?? {}), was, is, zone);
  }
}

/** Breaks follow their service; those outside its new hours are dropped. Breaks in the draft must be within the service. */
function placeBreaks({ draft, current }: Changed): void {
  const whole = { ...current, ...draft } as { startAt: string; endAt: string };
  const holds = ({ startAt, endAt }: Line): boolean => startAt >= whole.startAt && endAt <= whole.endAt;
  const drafted = draft.breaks as Line[] | undefined;
  if (drafted) {
    const misplaced = drafted.flatMap((one, index) =>
      holds(one) ? [] : [{ path: `breaks.${index}.startAt`, message: 'La pause est en dehors du service' }],
    );
    if (misplaced.length === 0 && !isUnchanged(Service.fields.breaks, drafted, current?.breaks))
      for (const index of overlapping(drafted))
        misplaced.push({ path: `breaks.${index}.startAt`, message: 'Cette pause en chevauche une autre' });
    if (misplaced.length === 0) return;
    throw new Problem('invalid', misplaced[0]?.message ?? '', { violations: misplaced });
  }
  const kept = (current?.breaks ?? []) as Line[];
  if (kept.length === 0 || (draft.startAt === undefined && draft.endAt === undefined)) return;
  const by = Date.parse(whole.startAt) - Date.parse(current?.startAt as string);
  const later = (instant: string): string => new Date(Date.parse(instant) + by).toISOString();
  draft.breaks = kept.map((one) => ({ ...one, startAt: later(one.startAt), endAt: later(one.endAt) })).filter(holds);
}

/** Positions of the breaks that begin before an earlier one ends: their minutes would be deducted twice. */
function overlapping(breaks: readonly Line[]): number[] {
  const sorted = [...breaks.entries()]
    .filter(([, { type }]) => (type ?? 0) === 0)
    .toSorted(([, one], [, other]) => Date.parse(one.startAt) - Date.parse(other.startAt));
  let end = Number.NEGATIVE_INFINITY;
  return sorted.flatMap(([index, { startAt, endAt }]) => {
    const isOver = Date.parse(startAt) < end;
    end = Math.max(end, Date.parse(endAt));
    return isOver ? [index] : [];
  });
}
