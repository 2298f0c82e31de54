// A person in four letters, where a name has no room, such as the chips of four weeks.

/** « Karim Benali » becomes KBen; of « Alpha Gardiennage - Bernard Imbert » the company is left out. */
export function shortName(name: string): string {
  const person = name.split(' - ').at(-1) ?? '';
  // NFC: an accent is part of its letter.
  const words = person
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last.slice(0, 4) : `${words[0]?.charAt(0)}${last.slice(0, 3)}`;
}
