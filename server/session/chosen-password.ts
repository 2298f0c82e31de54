// What a new password must satisfy beyond the form's rule: the length that the person's agencies ask for, not being
// common, and not being a name that anybody would try.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plain } from '#core/kernel/plain.ts';
import { Problem } from '#core/kernel/problem.ts';
import { commonPassword, guessablePassword, passwordFaults } from '#core/session/password.ts';
import type { Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';

/** The 10,000 most common, in lower case (docs/decisions/053). */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
);

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

/** The words of the texts, of four letters or more, and each text as one word. */
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)].map(lettersOf)).filter((word) => word.length >= 4),
  );

/** `known`: the brand, and the person's name and address. */
export function permitPassword(password: string, { length, names }: Wanted, known: readonly string[]): void {
  const faults = passwordFaults(password, length);
  if (faults.length === 0 && common.has(password.toLowerCase())) faults.push(commonPassword);
  // A name with digits and signs around it is still that name.
  if (faults.length === 0 && wordsOf(['vigie', ...names, ...known]).has(lettersOf(password)))
    faults.push(guessablePassword);
  const violations = faults.map((message) => ({ path: 'password', message }));
  if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
}
