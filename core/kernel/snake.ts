const known = new Map<string, string>();

/** The SQL name of a declared name. Cached: declarations have few names, and imports need them for every row. */
export function snake(name: string): string {
  let written = known.get(name);
  if (written === undefined) {
    written = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    known.set(name, written);
  }
  return written;
}
