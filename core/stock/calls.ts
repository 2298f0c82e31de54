// The calls of stock beyond its lists and forms.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { draftSchema, rowSchema } from '../kernel/schema.ts';
import { codeSheet, mostCodes } from '../rounds/checkpoint.ts';
import { StockAction } from './action.ts';
import { StockAssignment } from './assignment.ts';
import { mostPieces } from './reference.ts';

export const stockMessages = {
  nothing: 'Indiquez ce qui est restitué ou perdu.',
  tooMuch: 'C’est plus que ce qui reste à restituer.',
  restituted: 'Cette affectation est déjà restituée.',
  notRestituted: 'Cette affectation n’a pas de restitution.',
  kept: 'Cette affectation a une restitution : elle reste dans l’historique.',
} as const;

/** Several at once: more is an import. */
export const mostAtOnce = 200;

const within = (least: number, most: number): z.ZodInt =>
  z
    .int('Nombre entier attendu')
    .min(least, `Doit être supérieur ou égal à ${least}`)
    .max(most, `Doit être inférieur ou égal à ${most}`);
const pieces = (least: number): z.ZodInt => within(least, mostPieces);
const reference = z.object({ id: z.uuid('Identifiant invalide') }, 'Référence attendue');

/** 2 §3: the holders of a new assignment, each with his quantity. */
export const holders = {
  userCompanies: z
    .array(z.object({ agent: reference, quantityToAssign: pieces(1) }, 'Objet attendu'), 'Liste attendue')
    .max(mostAtOnce, `${mostAtOnce} collaborateurs au plus`),
  sites: z
    .array(z.object({ site: reference, quantityToAssign: pieces(1) }, 'Objet attendu'), 'Liste attendue')
    .max(mostAtOnce, `${mostAtOnce} sites au plus`),
};

const several = <T extends z.ZodType>(one: T): z.ZodArray<T> =>
  z.array(one, 'Liste attendue').min(1, messages.required).max(mostAtOnce, `${mostAtOnce} au plus en une fois`);

const assignments = z.strictObject({ stockReferenceAssignments: z.array(rowSchema(StockAssignment)) });

/** T-017 */
export const generateReference = endpoint({
  name: 'generateStockReference',
  method: 'GET',
  path: '/stock-reference/generate/reference',
  mounts: { agency: ['createStockReference', 'editStockReference'] },
  summary: 'Proposer une référence qui n’est pas encore utilisée',
  output: z.strictObject({ reference: z.string() }),
});

/** T-016 */
export const deleteReference = endpoint({
  name: 'remove:stockReference',
  method: 'DELETE',
  path: '/stock-reference/{id}',
  mounts: { agency: ['deleteStockReference'] },
  summary: 'Supprimer une référence dont rien n’est affecté',
  params: byId,
});

/** T-018: size of a square in pixels, margin in squares, as for checkpoints. */
export const downloadStockCodes = endpoint({
  name: 'downloadStockCodes',
  method: 'POST',
  reads: true,
  binary: true,
  path: '/stock-references/generate/qr-codes',
  mounts: { agency: ['listStockReferences'] },
  summary: 'Les QR codes de références, en planches à imprimer (PDF)',
  input: z.strictObject({
    stockReferences: z
      .array(
        z.strictObject({
          id: z.uuid('Identifiant invalide'),
          qrCodesQuantity: within(1, 100).default(codeSheet.quantity),
        }),
        'Liste attendue',
      )
      .min(1, messages.required)
      .max(500, '500 références au plus'),
    qrCodeCountByRow: within(1, 8).default(codeSheet.byRow),
    size: within(1, 20).default(codeSheet.size),
    margin: within(0, 10).default(codeSheet.margin),
  }),
});
export { codeSheet, mostCodes };

/** T-020 */
export const saveAssignments = endpoint({
  name: 'saveStockAssignments',
  method: 'POST',
  path: '/stock-reference/assignments',
  mounts: {
    agency: {
      create: ['createStockReferenceAssignment'],
      edit: ['editStockReferenceAssignment'],
      drafts: 'stockReferenceAssignments',
    },
  },
  summary: 'Enregistrer plusieurs affectations, toutes ou aucune',
  input: z.strictObject({ stockReferenceAssignments: several(draftSchema(StockAssignment, false)) }),
  output: assignments,
});

export const deleteAssignment = endpoint({
  name: 'remove:stockReferenceAssignment',
  method: 'DELETE',
  path: '/stock-reference/assignment/{id}',
  mounts: { agency: ['deleteStockReferenceAssignment'] },
  summary: 'Supprimer une affectation faite par erreur : le matériel revient en stock',
  params: byId,
});

const oneAssignment = z.strictObject({ [StockAssignment.name]: rowSchema(StockAssignment) });

/** T-024 */
export const restituteAssignment = endpoint({
  name: 'restitute:stockReferenceAssignment',
  method: 'POST',
  path: '/stock-reference/assignment/{id}/restitution',
  mounts: { agency: ['editStockReferenceAssignment'] },
  summary: 'Noter ce qui est restitué, et ce qui est perdu ; sans nombre, tout ce qui reste revient',
  params: byId,
  input: z.strictObject({
    returned: pieces(0).optional(),
    lost: pieces(0).optional(),
    date: calledDay().optional(),
    comment: z
      .string('Texte attendu')
      .trim()
      .max(500, '500 caractères au plus')
      .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
      .optional(),
  }),
  output: oneAssignment,
});

export const takeBackAssignment = endpoint({
  name: 'takeBack:stockReferenceAssignment',
  method: 'DELETE',
  path: '/stock-reference/assignment/{id}/restitution',
  mounts: { agency: ['editStockReferenceAssignment'] },
  summary: 'Annuler les restitutions d’une affectation : tout est de nouveau à restituer',
  params: byId,
  output: oneAssignment,
});

/** T-021 */
export const saveActions = endpoint({
  name: 'saveStockActions',
  method: 'POST',
  path: '/stock-reference/actions',
  mounts: { agency: ['editStockReference'] },
  summary: 'Enregistrer plusieurs actions, toutes ou aucune ; « stockReference » vaut pour celles qui n’en ont pas',
  input: z.strictObject({ stockReference: reference.optional(), actions: several(draftSchema(StockAction, false)) }),
  output: z.strictObject({ stockReferenceActions: z.array(rowSchema(StockAction)) }),
});

export const deleteAction = endpoint({
  name: 'remove:stockReferenceAction',
  method: 'DELETE',
  path: '/stock-reference/action/{id}',
  mounts: { agency: ['editStockReference'] },
  summary: 'Supprimer une action : la quantité est rétablie',
  params: byId,
});

/** T-022 */
export const readAction = endpoint({
  name: 'readStockAction',
  method: 'GET',
  path: '/stock-reference/{id}/action/{actionId}',
  mounts: StockAction.grants.read,
  summary: 'Lire une action d’une référence',
  params: byId.extend({ actionId: z.string() }),
  output: z.strictObject({ [StockAction.name]: rowSchema(StockAction) }),
});

const held = {
  id: z.uuid(),
  stockReferenceAssignments: z.array(rowSchema(StockAssignment)),
};
const ofAgent = z.strictObject({ agent: z.strictObject({ ...held, fullname: z.string() }) });
const ofSite = z.strictObject({ site: z.strictObject({ ...held, name: z.string() }) });
const given = {
  id: z.string().optional(),
  stockReferenceAssignments: z
    .array(draftSchema(StockAssignment, false), 'Liste attendue')
    .max(mostAtOnce, `${mostAtOnce} au plus en une fois`),
};
const writers = {
  agency: {
    create: ['createStockReferenceAssignment'],
    edit: ['editStockReferenceAssignment'],
    drafts: 'stockReferenceAssignments',
  },
} as const;

/** F-048 */
export const readAgentAssignments = endpoint({
  name: 'stockAssignments:agent',
  method: 'GET',
  path: '/agent/{id}/stock-references/assignments',
  mounts: { agency: ['listStockReferenceAssignments'] },
  summary: 'Le matériel confié à un collaborateur',
  params: byId,
  output: ofAgent,
});

export const saveAgentAssignments = endpoint({
  name: 'saveStockAssignments:agent',
  method: 'POST',
  path: '/agent/{id}/stock-references/assignments',
  mounts: writers,
  summary: 'Enregistrer des affectations à un collaborateur ; celles qui ne sont pas données restent',
  params: byId,
  input: z.strictObject(given),
  output: ofAgent,
});

/** I-016 */
export const readSiteAssignments = endpoint({
  name: 'stockAssignments:site',
  method: 'GET',
  path: '/site/{id}/stock-references/assignments',
  mounts: StockAssignment.grants.read,
  summary: 'Le matériel laissé sur un site',
  params: byId,
  output: ofSite,
});

export const saveSiteAssignments = endpoint({
  name: 'saveStockAssignments:site',
  method: 'POST',
  path: '/site/{id}/stock-references/assignments',
  mounts: writers,
  summary: 'Enregistrer des affectations à un site ; celles qui ne sont pas données restent',
  params: byId,
  input: z.strictObject({ ...given, name: z.string().optional() }),
  output: ofSite,
});
