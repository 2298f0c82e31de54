/** The short identifier of a name: « Résidence Le Cœur » becomes residence-le-coeur. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-$/, '') || 'site';
