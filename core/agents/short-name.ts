// A person in four letters, where a name has no room, such as the chips of four weeks.

/** « Karim Benali » becomes KBen; of « Alpha Gardiennage - Bernard Imbert » the company is left out. */
export function shortName(name: string): string {
  const person = name.split(' - ').at(-1) ?? '';
  const words = person.split(/[^\p{L}\p{M}\d]+/u).filter(Boolean);
  const last = words.at(-1) ?? '';
  if (words.length < 2) return [...last].slice(0, 4).join('');
  return `${[...(words[0] as string)][0]}${[...last].slice(0, 3).join('')}`;
}
