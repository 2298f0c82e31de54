// The JSON of a request. Hostile input is refused here, so that the code behind can trust it.
import { Problem, type Violation } from '#core/kernel/problem.ts';

/** Deeper than any form; limits the recursion of the code that walks a value. */
const deepest = 32;

/**
 * Assigning `__proto__` changes the prototype of an object. A `toString` or `valueOf` that is not a function makes every
 * comparison with a number throw, for example in the `length` checks of zod.
 */
const tricks: ReadonlySet<string> = new Set(['__proto__', 'toString', 'valueOf']);

const unreadable = (): Problem => new Problem('invalid', 'Demande illisible');

export function readBody(text: string): unknown {
  // An empty JSON body counts as no body.
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

/** PostgreSQL refuses NUL; half a surrogate pair is not valid text. */
const isText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
