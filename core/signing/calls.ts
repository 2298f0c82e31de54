// Signing by a link, without an account, and the verification of what was signed.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** A PNG of the glass, as a data address. */
const mostDrawn = 400_000;
export const drawing = z
  .string('Texte attendu')
  .max(mostDrawn, 'Dessin trop lourd')
  .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, 'Dessin illisible');

const kind = z.enum(['agent', 'customer'], 'Type inconnu');
const link = { id: z.string('Texte attendu').max(100), token: z.string('Texte attendu').max(200) };

const signatory = z.strictObject({
  fullname: z.string(),
  /** « c•••@exemple.fr » */
  email: z.string().nullable(),
  signedAt: z.string().nullable(),
  isYou: z.boolean(),
});

export const readSignature = endpoint({
  name: 'readSignature',
  method: 'GET',
  path: '/contract/{kind}/{id}/{token}',
  mounts: { root: 'public' },
  summary: 'Le contrat d’un lien de signature',
  params: z.strictObject({ kind, ...link }),
  output: z.strictObject({
    contract: z.strictObject({
      title: z.string(),
      reference: z.string().nullable(),
      agency: z.string(),
      /** Where its days are counted. */
      zone: z.string(),
      /** What the link still allows. */
      state: z.enum(['OPEN', 'WAITING', 'SIGNED', 'REFUSED', 'ALL_SIGNED']),
      expiresAt: z.string(),
      documentHash: z.string(),
      signatories: z.array(signatory),
      /** Of the signed file, for the verification; null: not all have signed. */
      code: z.string().nullable(),
    }),
  }),
});

export const readSignaturePdf = endpoint({
  name: 'readSignaturePdf',
  method: 'GET',
  path: '/contract/{kind}/{id}/{token}/pdf',
  mounts: { root: 'public' },
  summary: 'Le PDF d’un lien de signature : à signer, puis signé',
  params: z.strictObject({ kind, ...link }),
  binary: true,
});

export const askSignatureCode = endpoint({
  name: 'askSignatureCode',
  method: 'POST',
  path: '/contract/{kind}/signature/code',
  mounts: { root: 'public' },
  summary: 'Recevoir par e-mail le code qui confirme une signature, ou son refus',
  params: z.strictObject({ kind }),
  input: z.strictObject(link),
  output: z.strictObject({ email: z.string(), minutes: z.int() }),
});

/** G-010 */
export const signByLink = endpoint({
  name: 'signByLink',
  method: 'POST',
  // With a drawing.
  longestBody: 1_024 * 1_024,
  path: '/contract/{kind}/signature',
  mounts: { root: 'public' },
  summary: 'Signer un contrat par son lien',
  params: z.strictObject({ kind }),
  input: z.strictObject({
    ...link,
    consent: z.boolean('Oui ou non attendu'),
    code: z.string('Texte attendu').trim().max(20),
    drawing: drawing.nullish(),
    /** The name, typed in place of a drawing. */
    typed: z.string('Texte attendu').trim().max(120).nullish(),
  }),
  output: z.strictObject({ signed: z.boolean(), allSigned: z.boolean() }),
});

export const refuseByLink = endpoint({
  name: 'refuseByLink',
  method: 'POST',
  path: '/contract/{kind}/signature/refusal',
  mounts: { root: 'public' },
  summary: 'Refuser de signer un contrat',
  params: z.strictObject({ kind }),
  input: z.strictObject({
    ...link,
    reason: z.string('Texte attendu').trim().min(1, 'Obligatoire').max(1_000, '1000 caractères au plus'),
    code: z.string('Texte attendu').trim().max(20),
  }),
  output: z.strictObject({ refused: z.boolean() }),
});

/** By the SHA-256 of a file, which never leaves the reader's device, or by the code printed on it. */
export const verifySignature = endpoint({
  name: 'verifySignature',
  method: 'POST',
  reads: true,
  path: '/signature/verification',
  mounts: { root: 'public' },
  summary: 'Vérifier un fichier signé par son empreinte, ou une référence imprimée',
  input: z
    .strictObject({
      sha256: z
        .string('Texte attendu')
        .regex(/^[0-9a-f]{64}$/, 'Empreinte invalide')
        .nullish(),
      code: z.string('Texte attendu').trim().max(40).nullish(),
    })
    .refine(({ sha256, code }) => Boolean(sha256) !== Boolean(code), 'Une empreinte, ou une référence'),
  output: z.strictObject({
    /** SIGNED: this very file; READ: what was read, before the signatures; UNKNOWN: changed, or never signed here. */
    result: z.enum(['SIGNED', 'READ', 'UNKNOWN']),
    document: z
      .strictObject({
        code: z.string(),
        agency: z.string(),
        zone: z.string(),
        reference: z.string().nullable(),
        signedAt: z.string().nullable(),
        sha256: z.string(),
        signatories: z.int(),
        /** Only for whoever has the file. */
        names: z.array(z.string()).nullable(),
        title: z.string().nullable(),
        intact: z.boolean(),
      })
      .nullable(),
  }),
});
