// Text formats: how each is checked, stored and shown (1 §5).
import * as validators from './validators.ts';

export interface Format {
  check: validators.Validator<string>;
  /** The part of the check that a JSON schema can express. */
  jsonSchema?: { format?: string; pattern?: string };
  /** A French rule: with another holiday locale any text is accepted (E-021). */
  french?: true;
  /** The stored form of what was typed. */
  kept?(typed: string): string;
  /** The displayed form of what is stored. */
  shown?(kept: string): string;
  /** The placeholder of the input. */
  example?: string;
}

const fours = /(\d{4})(?=\d)/g;
const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '');

const declared = {
  email: { check: validators.email, jsonSchema: { format: 'email' } },
  emails: { check: validators.emails, kept: (typed) => validators.addressesIn(typed).join(', ') },
  phone: { check: validators.phone, jsonSchema: { pattern: validators.phonePattern.source } },
  slug: { check: validators.slug, jsonSchema: { pattern: validators.slugPattern.source } },
  siret: { check: validators.siret, jsonSchema: { pattern: validators.siretPattern.source } },
  country: { check: validators.country, jsonSchema: { pattern: validators.countryPattern.source } },
  colour: {
    check: validators.colour,
    jsonSchema: { pattern: validators.colourPattern.source },
    example: '#1C5F9E',
    kept: (typed) => typed.toUpperCase(),
  },
  professionalCard: { check: validators.professionalCard, french: true, example: 'AAA-000-0000-00-00-00000000000' },
  socialSecurityNumber: {
    check: validators.socialSecurityNumber,
    french: true,
    kept: validators.bareSocialSecurityNumber,
    shown: validators.maskedSocialSecurityNumber,
    example: '0 00 00 00 000 000 00',
  },
  bankDetails: {
    check: validators.bankDetails,
    kept: (typed) => validators.bareIban(typed) ?? typed,
    shown: (kept) => validators.bareIban(kept)?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? kept,
    example: 'FR00 0000 0000 0000 0000 0000 000',
  },
  paymentCardNumber: {
    check: validators.paymentCardNumber,
    kept: withoutSpaces,
    shown: (kept) => kept.replaceAll(fours, '$1 '),
    example: '0000 0000 0000 0000',
  },
  paymentCardExpiry: { check: validators.paymentCardExpiry, example: 'MM/AA' },
  paymentCardCode: { check: validators.paymentCardCode, example: '000' },
} satisfies Record<string, Format>;

export type TextFormat = keyof typeof declared;

export const isOnlyFrench = (name: TextFormat | undefined): boolean =>
  name !== undefined && formatFor(name, false) === null;

/** The format; null where the agency's holiday locale does not use it. */
export function formatFor(name: TextFormat | undefined, french: boolean): Format | null {
  const format: Format | null = name === undefined ? null : declared[name];
  return format?.french && !french ? null : format;
}
