// Lines that the law keeps: once begun or numbered they are corrected, never removed. The form and the server ask the same.
import { flatFields, valueAt } from './entity.ts';
import type { Field, Fields } from './field.ts';
import type { Violation } from './problem.ts';
import { type Circumstances, todayOf } from './rules.ts';

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
  at: Circumstances,
): Violation[] {
  if (current === null) return [];
  return flatFields(fields).flatMap(([path, field]): Violation[] => {
    const given = field.indelible ? valueAt(draft, path) : undefined;
    if (!Array.isArray(given) || !field.indelible) return [];
    const kept = new Set(given.map((line: Line | null) => line?.id));
    const before = (valueAt(current, path) ?? []) as Line[];
    const { refusal } = field.indelible;
    return before
      .filter((line) => !kept.has(line.id) && isIndelible(field, line, todayOf(at)))
      .map((line) => ({ path, message: refusal(line) }));
  });
}
