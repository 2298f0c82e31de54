// The platform owns rows as an agency does: its offers, its invoices to agencies, its tutorials. It is a row of the
// agencies (db/migrations/0102-platform.sql), so that history, search, files and numbering work on its records as well.

/** Matches `platform_agency()` of the database. */
export const platformAgencyId = '00000000-0000-4000-8000-000000000001';

export const platformRoles = ['support', 'admin', 'superAdmin'] as const;

/** Each includes those before it (C-008, decision 74). */
export type PlatformRole = (typeof platformRoles)[number];

export const isPlatformRole = (word: unknown): word is PlatformRole => platformRoles.some((role) => role === word);
