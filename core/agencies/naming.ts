// The name of an agency is the sender of its mails: it holds no address, and is not the name of the platform (decision 113).
import { plain } from '../kernel/plain.ts';
import { asShown, namesSite } from '../kernel/site-address.ts';

export const namingMessages = {
  site: 'Le nom d’une agence ne peut pas contenir d’adresse de site.',
  brand: 'Ce nom est celui de la plateforme : indiquez celui de votre agence.',
} as const;

/** What the platform's own mails would be signed with. */
const ofStaff = new Set(
  'support assistance aide service services client clients equipe plateforme officiel officielle contact administration admin administrateur facturation abonnement abonnements compte comptes le la les l de du des d the team'.split(
    ' ',
  ),
);

const wordsOf = (name: string): string[] => plain(asShown(name)).match(/[\p{L}\p{N}]+/gu) ?? [];
const bare = (words: readonly string[]): string => words.filter((word) => !ofStaff.has(word)).join('');

/** Of a brand, whatever its spaces and accents, alone or as its staff would sign. */
function isBrand(name: string, brand: string): boolean {
  const [words, known] = [wordsOf(name), wordsOf(brand)];
  if (known.length === 0) return false;
  return words.join('') === known.join('') || (bare(known) !== '' && bare(words) === bare(known));
}

/** Why a name is refused; null: it is not. */
export function nameFault(name: string, brands: readonly string[]): string | null {
  if (namesSite(name)) return namingMessages.site;
  return brands.some((brand) => isBrand(name, brand)) ? namingMessages.brand : null;
}
