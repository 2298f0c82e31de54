const known = new Map<string, string>();

/** How a declared name is written in SQL. Names are those of the declarations: few, and asked for every row of a file. */
export function snake(name: string): string {
  let written = known.get(name);
  if (written === undefined) {
    written = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    known.set(name, written);
  }
  return written;
}
