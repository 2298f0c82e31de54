// Personal data of one person: exported on request, and erased except for what the law keeps.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const personKinds = { agent: 'Collaborateur', contact: 'Interlocuteur', customer: 'Client' } as const;
export type PersonKind = keyof typeof personKinds;

const person = z.strictObject({
  /** 'customer': a private customer. */
  kind: z.enum(['agent', 'contact', 'customer'], 'Valeur inconnue'),
  id: z.string(),
});

export const personalExport = z.strictObject({
  id: z.uuid(),
  state: z.enum(['queued', 'ready', 'failed']),
  createdAt: z.string(),
  /** Available until this moment. */
  expiresAt: z.string(),
  size: z.int().nullable(),
});
export type PersonalExport = z.output<typeof personalExport>;

const one = z.strictObject({ export: personalExport });
const many = z.strictObject({ exports: z.array(personalExport) });

export const requestOwnExport = endpoint({
  name: 'requestOwnExport',
  method: 'POST',
  path: '/user/data-export',
  mounts: { root: 'signedIn' },
  summary: 'Demander tout ce qui est conservé sur soi',
  output: one,
});

export const listOwnExports = endpoint({
  name: 'listOwnExports',
  method: 'GET',
  path: '/user/data-exports',
  mounts: { root: 'signedIn' },
  summary: 'Les exports de ses propres données',
  output: many,
});

export const downloadExport = endpoint({
  name: 'downloadExport',
  method: 'GET',
  path: '/user/data-export/{id}/file',
  mounts: { root: 'signedIn' },
  summary: 'Télécharger un export que l’on a demandé',
  params: z.strictObject({ id: z.string() }),
  binary: true,
});

// The export includes mails between the agency and the person, which only the owner may read (L-012).
export const requestExport = endpoint({
  name: 'requestExport',
  method: 'POST',
  path: '/person/{kind}/{id}/export',
  mounts: { agency: 'owner' },
  summary: 'Demander tout ce que l’agence conserve sur une personne',
  params: person,
  output: one,
});

export const listExports = endpoint({
  name: 'listExports',
  method: 'GET',
  path: '/person/{kind}/{id}/exports',
  mounts: { agency: 'owner' },
  summary: 'Les exports que l’on a demandés pour une personne',
  params: person,
  output: many,
});

export const erasure = z.strictObject({
  name: z.string(),
  /** Why it is refused now; null: it is allowed. */
  refused: z.string().nullable(),
  erasedAt: z.string().nullable(),
  erased: z.array(z.strictObject({ label: z.string(), count: z.int() })),
  kept: z.array(z.strictObject({ label: z.string(), why: z.string(), until: z.string().nullable() })),
  /** The account is deleted too: no other profile uses it. For a customer: the accounts of the contacts. */
  account: z.boolean(),
});
export type Erasure = z.output<typeof erasure>;

export const previewErasure = endpoint({
  name: 'previewErasure',
  method: 'GET',
  path: '/person/{kind}/{id}/erasure',
  mounts: { agency: 'owner' },
  summary: 'Ce qu’un effacement effacerait, et ce que la loi garde',
  params: person,
  output: z.strictObject({ erasure }),
});

export const erasePerson = endpoint({
  name: 'erasePerson',
  method: 'POST',
  path: '/person/{kind}/{id}/erase',
  mounts: { agency: 'owner' },
  summary: 'Effacer les données personnelles, sans retour',
  params: person,
  input: z.strictObject({ confirmed: z.literal(true, 'Confirmation attendue') }),
  output: z.strictObject({ erasure }),
  // A repeated call finds nothing left to erase.
  repeatable: true,
});

export const readKeptRegister = endpoint({
  name: 'readKeptRegister',
  method: 'POST',
  path: '/person/{kind}/{id}/register',
  mounts: { agency: 'owner' },
  summary: 'Lire ce que la loi garde d’une personne effacée, ce que l’historique retient',
  params: person,
  output: z.strictObject({ register: z.record(z.string(), z.unknown()), until: z.string() }),
  repeatable: true,
});
