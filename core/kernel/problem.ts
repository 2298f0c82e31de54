// Errors reported to the client: one kind per HTTP status, one French message.
import type { Right } from '../rights.ts';
import type { Module } from '../tenant.ts';

export const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  maintenance: 503,
} as const;

export type ProblemKind = keyof typeof problemStatus;

export interface Violation {
  /** Dotted path of the field: `address.zipcode`, `siteKeys.0.label`. */
  path: string;
  message: string;
}

/** A screen, shown to holders of its right where its module is open. */
export interface Remedy {
  label: string;
  path: string;
  right: Right;
  module: Module;
  /** What else can be done. */
  advice?: string;
}

/** A module declares the members of its own refusals beside its calls (core/planning/calls.ts). */
export interface ProblemDetails {
  /** Where the caller mends it. */
  remedy?: Remedy;
  violations?: Violation[];
  /** The missing right that the message names. */
  right?: string;
  /** On a version conflict: the current record. */
  current?: unknown;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** The caller's agency is locked (C-020); the message says why. */
  locked?: true;
  /** The caller must set up the second factor first. */
  mustEnrol?: true;
  /** The password is correct: a code of the second factor is required too. */
  secondFactor?: true;
}

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return problemStatus[this.kind];
  }

  /** The body of the response. */
  toJSON(): { code: number; message: string } & ProblemDetails {
    return { code: this.status, message: this.message, ...this.details };
  }
}

/** Messages that are English in JSON; the client translates them (1 §8). */
export const wireMessages = {
  invalidCredentials: 'Invalid credentials.',
  expiredToken: 'Expired JWT Token',
  invalidToken: 'Invalid JWT Token',
  missingToken: 'JWT Token not found',
  missingParameters: 'Missing parameters.',
} as const;

const translations: Record<string, string> = {
  [wireMessages.invalidCredentials]: 'Combinaison utilisateur / mot de passe incorrecte',
  [wireMessages.expiredToken]: 'Jeton de connexion expiré',
  [wireMessages.invalidToken]: 'Jeton de connexion invalide',
  [wireMessages.missingToken]: 'Jeton de connexion introuvable',
  [wireMessages.missingParameters]: 'Des paramètres sont manquants.',
  // Decision 23: with or without the final full stop.
  'Missing parameters': 'Des paramètres sont manquants.',
  'Wrong parameters': 'Des paramètres sont incorrects.',
};

export const inFrench = (message: string): string => translations[message] ?? message;

/** Without technical prefix, HTML or stack (AE-009); empty: nothing is left for people to read. */
export function cleanedText(message: string): string {
  const [first = ''] = message
    .replaceAll(/<[^>]*>/g, ' ')
    .replace(/^(\s*(Uncaught|\w*Error|\w*Exception)\b:?)+/, '')
    .split(/\n\s*at /);
  return first.replaceAll(/\s+/g, ' ').trim();
}

const authenticationFailures: ReadonlySet<string> = new Set([
  wireMessages.invalidCredentials,
  wireMessages.expiredToken,
  wireMessages.invalidToken,
  wireMessages.missingToken,
]);

export const isAuthenticationFailure = (message: string): boolean => authenticationFailures.has(message);

/** The title of the notice about files that are too large (AE-007). */
export const tooLargeTitle = 'Erreur: fichiers volumineux.';
/** No file was sent: what was typed is too long. */
export const tooLongBody =
  'Cette demande est trop longue : raccourcissez vos textes, ou enregistrez en plusieurs fois.';

/** Messages shared by several modules. */
export const messages = {
  required: 'Obligatoire',
  nothingToSave: 'Aucun changement à enregistrer',
  unknownKey: 'Champ inconnu',
  conflict: 'Cette fiche a été modifiée entre-temps.',
  /** Of settings, which have no card to compare. */
  settingsConflict: 'Quelqu’un d’autre a enregistré entre-temps : rouvrez cette fenêtre pour partir de ses réglages.',
  network: 'Erreur réseau: Veuillez vérifier votre connexion internet',
  unknownNetwork: 'Erreur réseau inconnue',
  notYours: "Vous n'avez pas accès à cette ressource.",
  missing: 'Élément introuvable',
  /** E-038, P-014 */
  noDescription: 'Aucune description renseignée',
  unexpected: 'Une erreur est survenue',
} as const;
