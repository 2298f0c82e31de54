// Imports agents, customers and sites from a spreadsheet. The browser reads the file and sends its rows in pieces. The
// server checks each row like a save, does a dry run, then writes all rows or none.
import * as z from 'zod';
import { Agent } from '../agents/agent.ts';
import { Customer } from '../customers/customer.ts';
import { calledDay } from '../kernel/called.ts';
import { byId, type Endpoint, endpoint } from '../kernel/endpoint.ts';
import type { Entity } from '../kernel/entity.ts';
import { Service } from '../planning/service.ts';
import type { Right } from '../rights.ts';
import { Site } from '../sites/site.ts';

export const importLimits = {
  rows: 5_000,
  columns: 100,
  /** Limits of one piece. With its JSON it stays below the 2 MiB of a body. */
  pieceRows: 500,
  pieceCharacters: 600_000,
  pieces: 200,
} as const;

/** Why a row is refused (decision 46: one list for every import). */
export const issueReasons = {
  noStartDate: 'Sans date de début',
  outOfBounds: 'Hors limites',
  alreadyExists: 'Existe déjà',
} as const;

/** What to do with a row that already exists. */
export const duplicateChoices = { skip: 'Ignorer', update: 'Mettre à jour' } as const;
export type DuplicateChoice = keyof typeof duplicateChoices;

interface Kind {
  of: Entity;
  right: Right;
  /** Values that identify a record, in order: the first set that a record shares with the row counts. */
  keys: readonly (readonly string[])[];
  /** Rows must be in a chosen period, and existing rows are searched in it (V-023). */
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
    keys: [['customerInfos.customerNumberId'], ['customerInfos.siret'], ['email'], ['name', 'address.zipcode']],
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
  /** Row of the file without its header, from 0. Null: not about a single row. */
  row: z.int().nullable(),
  /** Index of the cell in the row; null: not about a single cell. */
  cell: z.int().nullable(),
  message: z.string(),
  reason: z.enum(['noStartDate', 'outOfBounds', 'alreadyExists']).nullable(),
});
export type ImportProblem = z.output<typeof problem>;

const outcome = z.strictObject({
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Rows that already exist and are left unchanged. */
  skipped: z.int(),
  /** Number of all problems; `problems` has the first ones. */
  problemCount: z.int(),
  problems: z.array(problem),
  /** Indexes of the rows that already exist. */
  known: z.array(z.int()),
  /** All problems are warnings; `confirmed` accepts them. */
  confirmable: z.boolean().optional(),
  /** The subscription covers only this many of the accounts that the file would open; `inactive` imports the others. */
  accountsLeft: z.int().optional(),
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
export const longestImport = 366;
export const importPeriod = z
  .strictObject({ start: calledDay(), end: calledDay() })
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
  /** Rows that the user leaves out, from 0. */
  left: z
    .array(
      z
        .int('Nombre entier uniquement')
        .min(0)
        .max(importLimits.rows - 1),
    )
    .max(importLimits.rows)
    .optional(),
  /** The user has read and accepted the warnings. */
  confirmed: z.boolean('Oui ou non attendu').optional(),
  /** New collaborators without an account: those beyond the licences, or all. */
  inactive: z.enum(['others', 'all'], 'Valeur inconnue').optional(),
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
      /** By header, the path that the agency chose last; empty: no column. */
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
    // Sending the same piece again replaces it.
    repeatable: true,
    params: byId,
    input: z.strictObject({
      piece: z
        .int('Nombre entier uniquement')
        .min(0)
        .max(importLimits.pieces - 1),
      /** Index of the first row of the piece, from 0. */
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

/** Undefined: the entity cannot be imported. */
export const importCallsOf = (of: Entity): ImportCalls | undefined => made.get(of.name);

export const importEndpoints: readonly Endpoint[] = [...made.values()].flatMap((calls) => Object.values(calls));

export const missingImport = 'Import introuvable';
