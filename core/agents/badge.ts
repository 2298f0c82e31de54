// The company card (law.md section 2): issued to the agent, verified by anyone who scans its code.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';

/** Whether the professional card on a badge is still valid. */
export const cardStates = {
  VALID: 'Carte professionnelle en cours de validité',
  EXPIRED: 'Carte professionnelle expirée',
  UNKNOWN: 'Validité de la carte professionnelle non confirmée',
} as const;

export type CardState = keyof typeof cardStates;

/** Valid until the end of its last day; unknown if nobody confirmed the end date. */
export function cardState(cardNumber: string | null, expiresAt: string | null, today: string): CardState {
  if (!cardNumber || expiresAt === null) return 'UNKNOWN';
  return expiresAt < today ? 'EXPIRED' : 'VALID';
}

/** Shown if there is no photo. */
export const initialsOf = (firstname: string, lastname: string): string =>
  [firstname, lastname]
    .map((name) =>
      String.fromCodePoint(name.trim().codePointAt(0) ?? 32)
        .trim()
        .toLocaleUpperCase('fr'),
    )
    .join('');

const ofAgents = { agency: ['readAgent'], agent: ['downloadOwnBadge'] } as const;

// F-041, F-042
export const downloadBadge = endpoint({
  name: 'downloadBadge',
  method: 'GET',
  path: '/badge/agent/{id}',
  mounts: ofAgents,
  summary: "Le badge d'un collaborateur, en PDF ou en image ; un collaborateur, le sien seulement",
  params: z.strictObject({ id: z.string(), type: z.enum(['pdf', 'png'], 'Format inconnu').default('pdf') }),
  binary: true,
});

// F-043
export const individualNumberCode = endpoint({
  name: 'individualNumberCode',
  method: 'GET',
  path: '/badge/agentIndividualNumber/{id}',
  mounts: ofAgents,
  summary: "Le numéro individuel d'identification, en code QR (image PNG)",
  params: byId,
  binary: true,
});

/** Revokes a lost badge. */
export const renewBadge = endpoint({
  name: 'renewBadge',
  method: 'POST',
  path: '/badge/agent/{id}/renew',
  mounts: { agency: ['editAgent'] },
  summary: "Renouveler le code d'un badge : ceux qui portent l'ancien ne sont plus reconnus",
  params: byId,
  output: z.strictObject({ badge: z.strictObject({ renewedAt: z.string() }) }),
});

// F-049: only what a control may see.
export const readBadgeInfos = endpoint({
  name: 'readBadgeInfos',
  method: 'GET',
  path: '/badge-infos/{code}',
  mounts: { root: 'public' },
  summary: 'Ce que dit un badge dont le code a été lu',
  params: z.strictObject({ code: z.string().max(100) }),
  output: z.strictObject({
    badge: z.strictObject({
      name: z.string(),
      agency: z.string(),
      cardNumber: z.string().nullable(),
      cardExpiresAt: z.string().nullable(),
      state: z.enum(['VALID', 'EXPIRED', 'UNKNOWN']),
      /** « En règle » */
      inOrder: z.boolean(),
      /** On this host; null: no photo. */
      photoUrl: z.string().nullable(),
    }),
  }),
});

// F-044
export const downloadInformation = endpoint({
  name: 'downloadInformation',
  method: 'GET',
  path: '/information/agent/{id}',
  mounts: { agency: ['readAgent'] },
  summary: "La fiche de renseignements d'un collaborateur, en PDF ; ses données protégées y sont masquées",
  params: byId,
  binary: true,
});

export const badgeMessages = {
  unknown: 'Ce badge n’est pas reconnu.',
  candidate: 'Un candidat n’a pas de badge : embauchez-le d’abord.',
  gone: 'Le badge d’un collaborateur archivé n’est plus délivré.',
  noCard: 'Ce collaborateur n’a pas de carte professionnelle.',
} as const;
