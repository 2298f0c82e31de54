// Postcodes by country: of the countries below the code is checked, elsewhere any text is accepted.
import { fieldsOfKind, valueAt } from './entity.ts';
import type { Fields } from './field.ts';
import type { Violation } from './problem.ts';
import type { Circumstances } from './rules.ts';
import type { Address } from './values.ts';

const rules: Readonly<Record<string, { pattern: RegExp; message: string }>> = {
  FR: { pattern: /^\d{5}$/, message: 'Code postal : 5 chiffres attendus' },
  MC: { pattern: /^980\d{2}$/, message: 'Code postal de Monaco attendu : 980 et deux chiffres' },
  BE: { pattern: /^[1-9]\d{3}$/, message: 'Code postal : 4 chiffres attendus' },
  CH: { pattern: /^[1-9]\d{3}$/, message: 'Code postal : 4 chiffres attendus' },
  LU: { pattern: /^(?:L-)?[1-9]\d{3}$/, message: 'Code postal : 4 chiffres attendus' },
};

/** Why the country has no such postcode, or null. */
export function postcodeFault(country: string | null | undefined, zipcode: string): string | null {
  const rule = Object.hasOwn(rules, country ?? '') ? rules[country as string] : undefined;
  return !rule || rule.pattern.test(zipcode.trim()) ? null : rule.message;
}

/** Checks the addresses whose postcode or country the draft changes: old values stay as they are. */
export function postcodeViolations(
  fields: Fields,
  draft: Record<string, unknown>,
  current: Record<string, unknown> | null,
  { country }: Circumstances,
): Violation[] {
  return fieldsOfKind(fields, 'address').flatMap(([path]): Violation[] => {
    const [sent, before] = [valueAt(draft, path), valueAt(current, path)] as (Partial<Address> | null | undefined)[];
    if (typeof sent !== 'object' || sent === null) return [];
    const after = { ...before, ...sent };
    if (typeof after.zipcode !== 'string' || after.zipcode.trim() === '') return [];
    if (before && before.zipcode === after.zipcode && before.country === after.country) return [];
    const message = postcodeFault(after.country ?? country, after.zipcode);
    return message === null ? [] : [{ path: `${path}.zipcode`, message }];
  });
}
