// What a text may be asked to look like: how it is checked, kept and shown (1 §5).
import * as validators from './validators.ts';

export interface Format {
  check: validators.Validator<string>;
  /** What a JSON schema can say of it. */
  told?: { format?: string; pattern?: string };
  /** A rule of France: with another holiday locale the text is any text (E-021). */
  french?: true;
  /** As it is kept, however it was typed. */
  kept?(typed: string): string;
  /** As it is read. */
  shown?(kept: string): string;
  /** The shape, where it is to be typed. */
  example?: string;
}

const fours = /(\d{4})(?=\d)/g;
const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '');

const declared = {
  email: { check: validators.email, told: { format: 'email' } },
  phone: { check: validators.phone, told: { pattern: validators.phonePattern.source } },
  slug: { check: validators.slug, told: { pattern: validators.slugPattern.source } },
  siret: { check: validators.siret, told: { pattern: validators.siretPattern.source } },
  country: { check: validators.country, told: { pattern: validators.countryPattern.source } },
  colour: {
    check: validators.colour,
    told: { pattern: validators.colourPattern.source },
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

/** The format, or null where the agency's holiday locale does without it. */
export function formatFor(name: TextFormat | undefined, french: boolean): Format | null {
  const format: Format | null = name === undefined ? null : declared[name];
  return format?.french && !french ? null : format;
}
