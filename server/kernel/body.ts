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
  if (isTooDeep(text)) throw unreadable();
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

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Where the text that begins at this quote ends. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Read before it is parsed: a parser spends a third of a second on 800 kB of brackets. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (code === openList || code === openObject) {
      depth += 1;
      // A value at the deepest level may still be an empty list or object.
      if (depth > deepest + 1) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
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
