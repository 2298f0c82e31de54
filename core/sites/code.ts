// Short codes of sites, for places where a name has no room, such as the chips of the planning.

const little = new Set(['a', 'au', 'aux', 'd', 'de', 'des', 'du', 'en', 'et', 'l', 'la', 'le', 'les', 'sous', 'sur']);

/** Kept whole: a number, or letters that are already an abbreviation. */
const isShort = (word: string): boolean => word.length <= 4 && (/\d/.test(word) || /^\p{Lu}{2,}$/u.test(word));

/** « Hôtel Miramarine Croisette » becomes HMC, « Usine Verdier » USVE, « Centre de données NT1 » CDNT1. */
export function siteCode(name: string): string {
  const words = name
    .replaceAll(/œ/gi, 'oe')
    .replaceAll(/æ/gi, 'ae')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  const named = words.filter((word) => !little.has(word.toLowerCase()));
  const kept = named.length > 0 ? named : words;
  const letters = kept.length === 1 ? 4 : kept.length === 2 ? 2 : 1;
  return kept
    .map((word) => (isShort(word) ? word : word.slice(0, letters)))
    .join('')
    .toUpperCase()
    .slice(0, 5);
}

/** Codes by id. Of sites with the same code, all but the first get a number. */
export function siteCodes(sites: readonly { id: string; name: string }[]): Map<string, string> {
  const count = new Map<string, number>();
  return new Map(
    sites.map(({ id, name }) => {
      const code = siteCode(name);
      const number = (count.get(code) ?? 0) + 1;
      count.set(code, number);
      return [id, number === 1 ? code : `${code}${number}`];
    }),
  );
}
