// The JSON of a request. What no honest client writes is refused here, so that nothing behind has to fear it.
import { Problem, type Violation } from '#core/kernel/problem.ts';

/** Deeper than any form; what walks a value may be recursive. */
const deepest = 32;

/**
 * Assigned to an object, `__proto__` would change what the object is. With a `toString` that is no function it becomes a
 * trap: whoever compares it with a number throws, as the checks of zod do with a `length` like that.
 */
const tricks: ReadonlySet<string> = new Set(['__proto__', 'toString', 'valueOf']);

const unreadable = (): Problem => new Problem('invalid', 'Demande illisible');

export function readBody(text: string): unknown {
  // Declared as JSON, yet nothing: no body.
  if (text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  const violations: Violation[] = [];
  examine(body, [], violations);
  if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
  return body;
}

function examine(value: unknown, path: string[], violations: Violation[]): void {
  if (typeof value === 'string') {
    if (!isText(value)) violations.push({ path: path.join('.'), message: 'Caractère interdit' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= deepest) throw unreadable();
  for (const [name, member] of Object.entries(value)) {
    if (tricks.has(name) || !isText(name)) throw unreadable();
    examine(member, [...path, name], violations);
  }
}

/** NUL is no text to PostgreSQL, half a surrogate pair to nobody. */
const isText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
