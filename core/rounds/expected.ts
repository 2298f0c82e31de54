// The next expected checkpoints of a round (2 §4; O-022 to O-026).

/** O-006: the directions in which a round may be walked. */
export const directions = { forward: 'Dans l’ordre', reverse: 'Sens inverse', free: 'Libre' } as const;

export type Direction = keyof typeof directions;

/**
 * The expected lines of a round, by id, in the round's order; `validated` are those already done, the last one last.
 * Empty: all are done, or any may be next. A skipped checkpoint is expected again when its turn comes again.
 */
export function expectedNext(
  lines: readonly string[],
  validated: readonly string[],
  granted: readonly Direction[],
): string[] {
  if (granted.includes('free')) return [];
  const done = new Set(validated);
  if (lines.every((line) => done.has(line))) return [];
  const last = validated.findLast((line) => lines.includes(line));
  const at = last === undefined ? -1 : lines.indexOf(last);
  const forward = nearest(lines, done, at, 1);
  // In any direction, a round begins at its first checkpoint.
  if (at === -1 || !granted.includes('reverse')) return [forward];
  const backward = nearest(lines, done, at, -1);
  if (!granted.includes('forward')) return [backward];
  return backward === forward ? [forward] : [forward, backward];
}

/** The next line that is not done, wrapping around. */
function nearest(lines: readonly string[], done: ReadonlySet<string>, from: number, step: 1 | -1): string {
  const count = lines.length;
  for (let away = 1; away <= count; away += 1) {
    const line = lines[(((from + step * away) % count) + count) % count] as string;
    if (!done.has(line)) return line;
  }
  throw new Error('every line is done');
}
