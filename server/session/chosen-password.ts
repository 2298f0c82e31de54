// What a new password must satisfy beyond the form's rule: the length that the person's agencies ask for, not being
// common, and not being a name that anybody would try.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plain } from '#core/kernel/plain.ts';
import { Problem } from '#core/kernel/problem.ts';
import { commonPassword, commonWord, guessablePassword, passwordFaults } from '#core/session/password.ts';
import type { Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';

const listed = (file: string): Set<string> =>
  new Set(
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .trim()
      .split('\n'),
  );

/** The 10,000 most common, in lower case, and the words of the French ones (docs/decisions/053). */
const common = listed('common-passwords.txt');
const frenchWords = listed('french-passwords.txt');

export interface Wanted {
  length: number;
  /** Names of the agencies. */
  names: string[];
}

/** Of the installation and of the person's agencies, or of the agency that invites him. */
export async function wantedOf(
  db: Db,
  { passwordLength }: Environment,
  who: { user?: string | null; agency?: string | null },
): Promise<Wanted> {
  const [row] = await db.query<{ length: number | null; names: string[] | null }>({
    name: 'wanted-of-passwords',
    text: `select max(password_length) as length, array_agg(name) as names from agencies where id = $2
      or id in (select p.agency_id from user_companies p where p.user_id = $1 and p.status = 100)`,
    values: [who.user ?? null, who.agency ?? null],
  });
  return { length: Math.max(passwordLength, row?.length ?? 0), names: row?.names ?? [] };
}

const lettersOf = (text: string): string => plain(text).replaceAll(/[^a-z]/g, '');

const signs: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};
const spelt = (text: string): string => text.replaceAll(/[^a-z]/gu, (sign) => signs[sign] ?? sign);

/** A French word with digits and signs around it (a year, a department) or in place of its letters. */
function isFrenchWord(password: string): boolean {
  const typed = plain(password);
  const untailed = typed.replace(/[^a-z]+$/, '');
  return [typed, spelt(typed), spelt(untailed), spelt(untailed.replace(/^[^a-z]+/, ''))].some((text) =>
    frenchWords.has(lettersOf(text)),
  );
}

/** The words of the texts, of four letters or more, and each text as one word. */
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)].map(lettersOf)).filter((word) => word.length >= 4),
  );

/** `known`: the brand, and the person's name and address. */
export function permitPassword(password: string, { length, names }: Wanted, known: readonly string[]): void {
  const faults = passwordFaults(password, length);
  if (faults.length === 0 && common.has(password.toLowerCase())) faults.push(commonPassword);
  if (faults.length === 0 && isFrenchWord(password)) faults.push(commonWord);
  // A name with digits and signs around it is still that name.
  if (faults.length === 0 && wordsOf(['vigie', ...names, ...known]).has(lettersOf(password)))
    faults.push(guessablePassword);
  const violations = faults.map((message) => ({ path: 'password', message }));
  if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
}
