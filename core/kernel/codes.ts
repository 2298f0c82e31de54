// The codes of a choice as on the wire.

const isWhole = (key: string): boolean => /^-?\d+$/.test(key);

/**
 * Numbers, if all look like numbers. Otherwise texts: « 06 » beside « 2A » is a department, and an object keeps no order
 * among such keys, so that they are sorted.
 */
export function codesIn(options: Readonly<Record<string | number, unknown>>): (string | number)[] {
  const keys = Object.keys(options);
  if (keys.every(isWhole)) return keys.map(Number);
  return keys.some(isWhole) ? keys.toSorted((one, other) => (one < other ? -1 : 1)) : keys;
}
