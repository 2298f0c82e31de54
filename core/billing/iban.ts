// The account named in the agency's free text of payment terms.
import { bankDetails } from '../kernel/validators.ts';

/** Lengths of the IBAN registry, for the countries where agencies have accounts. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  ['NO15', 'BE16', 'DK18', 'FI18', 'NL18', 'AT20', 'EE20', 'LT20', 'LU20', 'CH21', 'HR21', 'LI21', 'LV21', 'BG22']
    .concat(['DE22', 'GB22', 'GE22', 'IE22', 'CZ24', 'DZ24', 'ES24', 'RO24', 'SA24', 'SE24', 'SK24', 'TN24', 'PT25'])
    .concat(['FR27', 'GR27', 'IT27', 'MC27', 'MR27', 'SM27', 'CI28', 'CY28', 'HU28', 'MA28', 'PL28', 'SN28', 'MU30'])
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The first valid IBAN, without spaces; null: none. */
export function ibanIn(text: string): string | null {
  for (const { index, 0: start } of text.toUpperCase().matchAll(/(?<![A-Z0-9])[A-Z]{2}\d{2}/g)) {
    const bare = text.toUpperCase().slice(index).replaceAll(/\s/g, '');
    const iban = bare.slice(0, lengths[start.slice(0, 2)] ?? 0);
    if (/^[A-Z]{2}\d{2}[0-9A-Z]{11,}$/.test(iban) && bankDetails(iban) === null) return iban;
  }
  return null;
}
