// Collaborators, customers and sites from a spreadsheet: the file is read in the browser, its rows come in pieces, are
// checked as every save checks its draft, tried once for nothing, then written all or not at all.
import * as z from 'zod';
import { Agent } from '../agents/agent.ts';
import { Customer } from '../customers/customer.ts';
import { type Endpoint, endpoint } from '../kernel/endpoint.ts';
import type { Entity } from '../kernel/entity.ts';
import { Service } from '../planning/service.ts';
import type { Right } from '../rights.ts';
import { Site } from '../sites/site.ts';

export const importLimits = {
  rows: 5_000,
  columns: 100,
  /** Of one piece. With its JSON around it stays under the 2 MiB of a body. */
  pieceRows: 500,
  pieceCharacters: 600_000,
  pieces: 200,
} as const;

/** Why a row is not taken (decision 46: one list for every import). */
export const issueReasons = {
  noStartDate: 'Sans date de début',
  outOfBounds: 'Hors limites',
  alreadyExists: 'Existe déjà',
} as const;

/** What becomes of a row that is known already. */
export const duplicateChoices = { skip: 'Ignorer', update: 'Mettre à jour' } as const;
export type DuplicateChoice = keyof typeof duplicateChoices;

interface Kind {
  of: Entity;
  right: Right;
  /** Values that tell a record: the first set that a row fills whole is looked for. */
  keys: readonly (readonly string[])[];
  /** Its rows lie within days that are chosen, and are looked for there (V-023). */
  within?: true;
}

export const importKinds: readonly Kind[] = [
  {
    of: Agent,
    right: 'createAgent',
    keys: [['agentInfos.registrationNumber'], ['email'], ['lastname', 'firstname', 'agentInfos.birthDate']],
  },
  {
    of: Customer,
    right: 'createCustomer',
    keys: [['customerInfos.customerNumberId'], ['name', 'address.zipcode']],
  },
  { of: Site, right: 'createSite', keys: [['name', 'customer']] },
  { of: Service, right: 'createService', keys: [['site', 'startAt', 'endAt', 'postTitle']], within: true },
];

export const importStates = {
  draft: 'En préparation',
  queued: 'En attente',
  running: 'En cours',
  done: 'Terminé',
  failed: 'Échoué',
} as const;

const problem = z.strictObject({
  /** In the file, without its head: from 0. Null: of no row in particular. */
  row: z.int().nullable(),
  /** Place in the row; null: of no cell in particular. */
  cell: z.int().nullable(),
  message: z.string(),
  reason: z.enum(['noStartDate', 'outOfBounds', 'alreadyExists']).nullable(),
});
export type ImportProblem = z.output<typeof problem>;

const outcome = z.strictObject({
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Known already, and left as they are. */
  skipped: z.int(),
  /** All of them; `problems` names the first ones. */
  problemCount: z.int(),
  problems: z.array(problem),
  /** Rows that are known already: their places in the file. */
  known: z.array(z.int()),
  /** All problems are warnings, and fall silent when they are accepted. */
  confirmable: z.boolean().optional(),
});
export type ImportOutcome = z.output<typeof outcome>;

const state = z.strictObject({
  id: z.uuid(),
  state: z.enum(['draft', 'queued', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  outcome: outcome.nullable(),
});
export type ImportState = z.output<typeof state>;

const cell = z.string('Texte attendu').max(50_000, 'Texte trop long');
const path = z.string('Texte attendu').max(200);
const byId = z.strictObject({ id: z.string() });
export const longestImport = 366;
export const importPeriod = z
  .strictObject({ start: z.iso.date('Date invalide'), end: z.iso.date('Date invalide') })
  .refine(({ start, end }) => start <= end, { path: ['end'], message: 'La fin précède le début' })
  .refine(({ start, end }) => Date.parse(end) - Date.parse(start) <= longestImport * 86_400_000, {
    path: ['end'],
    message: 'Un an au plus',
  });
const settings = z.strictObject({
  /** For each cell the path of its field, or null. */
  mapping: z
    .array(path.nullable(), 'Liste attendue')
    .max(importLimits.columns, `${importLimits.columns} colonnes au plus`),
  duplicates: z.enum(['skip', 'update'], 'Valeur inconnue'),
  period: importPeriod.optional(),
  /** Warnings were read and accepted. */
  confirmed: z.boolean('Oui ou non attendu').optional(),
});

export interface ImportCalls {
  start: ReturnType<typeof startOf>;
  send: ReturnType<typeof sendOf>;
  check: ReturnType<typeof checkOf>;
  run: ReturnType<typeof runOf>;
  read: ReturnType<typeof readOf>;
}

const mountsOf = (kind: Kind): { agency: readonly Right[] } => ({ agency: [kind.right] });
const root = ({ of }: Kind): string => `/import/${of.plural}`;

const startOf = (kind: Kind) =>
  endpoint({
    name: `startImport:${kind.of.name}`,
    method: 'POST',
    path: root(kind),
    mounts: mountsOf(kind),
    summary: `Commencer un import : ${kind.of.label.many}`,
    input: z.strictObject({
      fileName: z.string('Texte attendu').max(255, 'Nom de fichier trop long'),
      heads: z
        .array(cell, 'Liste attendue')
        .min(1, 'Aucune colonne')
        .max(importLimits.columns, `${importLimits.columns} colonnes au plus`),
      rowCount: z
        .int('Nombre entier uniquement')
        .min(1, 'Aucune ligne à importer')
        .max(importLimits.rows, `${importLimits.rows} lignes au plus`),
    }),
    output: z.strictObject({
      import: state,
      /** By head, the path that the agency chose last, or nothing for none. */
      remembered: z.record(z.string(), z.string()),
    }),
  });

const sendOf = (kind: Kind) =>
  endpoint({
    name: `sendImportRows:${kind.of.name}`,
    method: 'PUT',
    path: `${root(kind)}/{id}/rows`,
    mounts: mountsOf(kind),
    summary: `Envoyer des lignes à importer, par morceaux : ${kind.of.label.many}`,
    // The same piece again replaces itself.
    repeatable: true,
    params: byId,
    input: z.strictObject({
      piece: z
        .int('Nombre entier uniquement')
        .min(0)
        .max(importLimits.pieces - 1),
      /** Of the first row of the piece, from 0. */
      first: z
        .int('Nombre entier uniquement')
        .min(0)
        .max(importLimits.rows - 1),
      rows: z
        .array(z.array(cell, 'Liste attendue').min(1, 'Ligne vide').max(importLimits.columns), 'Liste attendue')
        .min(1)
        .max(importLimits.pieceRows, `${importLimits.pieceRows} lignes au plus`),
    }),
  });

const checkOf = (kind: Kind) =>
  endpoint({
    name: `checkImport:${kind.of.name}`,
    method: 'POST',
    path: `${root(kind)}/{id}/check`,
    mounts: mountsOf(kind),
    summary: `Essayer un import sans rien enregistrer : ${kind.of.label.many}`,
    repeatable: true,
    params: byId,
    input: settings,
    output: z.strictObject({ outcome }),
  });

const runOf = (kind: Kind) =>
  endpoint({
    name: `runImport:${kind.of.name}`,
    method: 'POST',
    path: `${root(kind)}/{id}/run`,
    mounts: mountsOf(kind),
    summary: `Importer, tout ou rien : ${kind.of.label.many}`,
    params: byId,
    input: settings,
    output: z.strictObject({ import: state }),
  });

const readOf = (kind: Kind) =>
  endpoint({
    name: `readImport:${kind.of.name}`,
    method: 'GET',
    path: `${root(kind)}/{id}`,
    mounts: mountsOf(kind),
    summary: `Où en est un import : ${kind.of.label.many}`,
    params: byId,
    output: z.strictObject({ import: state }),
  });

const made = new Map<string, ImportCalls>(
  importKinds.map((kind) => [
    kind.of.name,
    { start: startOf(kind), send: sendOf(kind), check: checkOf(kind), run: runOf(kind), read: readOf(kind) },
  ]),
);

/** Undefined: the entity comes from no file. */
export const importCallsOf = (of: Entity): ImportCalls | undefined => made.get(of.name);

export const importEndpoints: readonly Endpoint[] = [...made.values()].flatMap((calls) => Object.values(calls));

export const missingImport = 'Import introuvable';
