// Lines that the law keeps: once begun or numbered they are corrected, never removed. The form and the server ask the same.
import { wallClock } from './clock.ts';
import { flatFields, valueAt } from './entity.ts';
import type { Field, Fields } from './field.ts';
import type { Violation } from './problem.ts';
import type { Circumstances } from './rules.ts';

type Line = Readonly<Record<string, unknown>>;

/** `today` null: on no day in particular, so that the number alone tells. */
export function isIndelible({ indelible }: Pick<Field, 'indelible'>, line: Line, today: string | null): boolean {
  if (!indelible) return false;
  const since = line[indelible.since];
  return line[indelible.number] != null || (today !== null && typeof since === 'string' && since <= today);
}

/** Lines of the row that the draft would leave out though they stay. */
export function removalViolations(
  fields: Fields,
  draft: Record<string, unknown>,
  current: Record<string, unknown> | null,
  { now, zone }: Circumstances,
): Violation[] {
  const today = now === null ? null : wallClock(now, zone).day;
  return flatFields(fields).flatMap(([path, field]): Violation[] => {
    const given = field.indelible && current ? valueAt(draft, path) : undefined;
    if (!Array.isArray(given) || !field.indelible) return [];
    const kept = new Set(given.map((line: Line | null) => line?.id));
    const before = (valueAt(current, path) ?? []) as Line[];
    const { refusal } = field.indelible;
    return before
      .filter((line) => !kept.has(line.id) && isIndelible(field, line, today))
      .map((line) => ({ path, message: refusal(line) }));
  });
}
