// Lines that the law protects: once begun or numbered they can be corrected, never removed, in the form and on the server.
import { flatFields, valueAt } from './entity.ts';
import type { Field, Fields } from './field.ts';
import type { Violation } from './problem.ts';
import { type Circumstances, todayOf } from './rules.ts';

type Line = Readonly<Record<string, unknown>>;

/** `today` null: no date is compared, only the number counts. */
export function isIndelible({ indelible }: Pick<Field, 'indelible'>, line: Line, today: string | null): boolean {
  if (!indelible) return false;
  const since = line[indelible.since];
  return line[indelible.number] != null || (today !== null && typeof since === 'string' && since <= today);
}

/** Indelible lines of the row that the draft would remove. */
export function removalViolations(
  fields: Fields,
  draft: Record<string, unknown>,
  current: Record<string, unknown> | null,
  at: Circumstances,
): Violation[] {
  if (current === null) return [];
  return flatFields(fields).flatMap(([path, field]): Violation[] => {
    const sent = field.indelible ? valueAt(draft, path) : undefined;
    if (!Array.isArray(sent) || !field.indelible) return [];
    const kept = new Set(sent.map((line: Line | null) => line?.id));
    const before = (valueAt(current, path) ?? []) as Line[];
    const { refusal } = field.indelible;
    return before
      .filter((line) => !kept.has(line.id) && isIndelible(field, line, todayOf(at)))
      .map((line) => ({ path, message: refusal(line) }));
  });
}
