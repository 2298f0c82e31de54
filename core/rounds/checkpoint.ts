// Checkpoints: points of a site on a round, recognised by an NFC tag, a QR code or the phone's position (2 §3).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, decimal, group, integer, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { messages, type Violation } from '../kernel/problem.ts';
import { listedSchema } from '../kernel/schema.ts';

/** O-016: a checkpoint used by rounds cannot be deleted. */
const usedIn = ({ roundCount }: Record<string, unknown>): string | null =>
  Number(roundCount ?? 0) === 0
    ? null
    : `Ce point de contrôle est utilisé dans ${Number(roundCount) === 1 ? 'une ronde' : `${roundCount} rondes`} : retirez-l’en d’abord, ou archivez-le.`;

export const checkpointStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    300: { label: 'Archivé', tone: 'warning', archived: true },
  },
  moves: {
    archive: {
      label: 'Archivage',
      from: [100],
      to: 300,
      right: 'editCheckpoint',
      done: 'Point de contrôle archivé',
    },
    reactivate: {
      label: 'Réactivation',
      from: [300],
      to: 100,
      right: 'editCheckpoint',
      done: 'Point de contrôle réactivé',
    },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteCheckpoint',
      done: 'Point de contrôle supprimé',
      confirm: deletion,
      refuse: usedIn,
    },
  },
});

export const checkpointTypes = { NFC: 'NFC', QR: 'QR code', VIRTUAL: 'Virtuel (géolocalisé)' } as const;

const readers = { agency: ['listCheckpoints'], agent: ['listCheckpoints'] } as const;
const place = 'Position';
const degrees = (label: string, most: number) =>
  decimal(label, { section: place, min: -most, max: most, decimals: 6, width: 'half', column: 'offered' });

export const Checkpoint = entity({
  name: 'checkpoint',
  plural: 'checkpoints',
  table: 'checkpoints',
  label: { one: 'Point de contrôle', many: 'Points de contrôle' },
  description: 'Les points que vos agents contrôlent pendant leurs rondes.',
  title: 'title',
  subtitle: ['site'],
  order: { by: 'title', ascending: true },
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createCheckpoint'], agent: ['createCheckpoint'] },
    edit: { agency: ['editCheckpoint'], agent: ['editCheckpoint'] },
  },
  fields: {
    title: text('Titre', { section: 'Général', required: true, max: 120, column: 'shown', search: true }),
    site: ref('Site', 'site', { section: 'Général', required: true, column: 'shown', filter: true }),
    status: status('Statut', checkpointStatus, { column: 'shown', filter: true }),
    type: choice('Type', checkpointTypes, {
      section: 'Général',
      required: true,
      default: 'NFC',
      column: 'shown',
      filter: true,
      width: 'half',
      help: 'Un point virtuel est validé par la position du téléphone.',
    }),
    color: text('Couleur', {
      section: 'Général',
      format: 'colour',
      required: true,
      default: '#1C5F9E',
      column: 'offered',
      width: 'half',
    }),
    tagId: text('Numéro de série du tag NFC', {
      section: 'Général',
      max: 64,
      column: 'shown',
      search: true,
      width: 'half',
      help: 'Lu par le téléphone à la première pose ; un tag ne sert qu’à un point.',
    }),
    /** The content of the printed QR code. It never changes: otherwise every printed label would be void. */
    code: text('Identifiant du QR code', {
      section: 'Général',
      written: 'server',
      required: true,
      column: 'offered',
      width: 'half',
    }),
    instructions: text('Consigne', {
      section: 'Général',
      multiline: true,
      max: 2_000,
      column: 'offered',
      help: 'Ce que l’agent vérifie à ce point.',
    }),
    location: group('Position', { latitude: degrees('Latitude', 90), longitude: degrees('Longitude', 180) }),
    roundCount: integer('Rondes', { written: 'server', required: true, column: 'shown' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ type, location }): Violation[] => {
    const { latitude = null, longitude = null } = location ?? {};
    const missing = (path: string): Violation => ({ path: `location.${path}`, message: messages.required });
    const isPlaced = latitude !== null || longitude !== null;
    return isPlaced || type === 'VIRTUAL'
      ? [...(latitude === null ? [missing('latitude')] : []), ...(longitude === null ? [missing('longitude')] : [])]
      : [];
  },
});

const ofOne = z.strictObject({ id: z.string() });

/** O-014: the path of the specification, in addition to the list call of every table. */
export const listCheckpoints = endpoint({
  name: 'listCheckpoints',
  method: 'GET',
  path: '/checkpoints',
  mounts: readers,
  summary: 'Lister les points de contrôle en service, d’un site ou de tous',
  params: z.strictObject({ site: z.uuid('Identifiant invalide').optional() }),
  output: z.strictObject({ checkpoints: z.array(listedSchema(Checkpoint)), filtered: z.int() }),
});

/** O-016 */
export const deleteCheckpoint = endpoint({
  name: 'remove:checkpoint',
  method: 'DELETE',
  path: '/checkpoint/{id}',
  mounts: { agency: ['deleteCheckpoint'], agent: ['deleteCheckpoint'] },
  summary: 'Supprimer un point de contrôle qu’aucune ronde n’utilise',
  params: ofOne,
});

/** 2 §9: copies of each code, codes per row, size of a square in pixels, margin in squares. */
export const codeSheet = { quantity: 4, byRow: 4, size: 5, margin: 1 } as const;

const within = (least: number, most: number): z.ZodInt =>
  z
    .int('Nombre entier attendu')
    .min(least, `Doit être supérieur ou égal à ${least}`)
    .max(most, `Doit être inférieur ou égal à ${most}`);

/** The most codes in one document. */
export const mostCodes = 1_000;

export const downloadCheckpointCodes = endpoint({
  name: 'downloadCheckpointCodes',
  method: 'POST',
  reads: true,
  binary: true,
  path: '/checkpoints/generate/qr-codes',
  mounts: readers,
  summary: 'Les QR codes de points de contrôle, en planches à imprimer (PDF)',
  input: z.strictObject({
    checkpoints: z
      .array(
        z.strictObject({
          id: z.uuid('Identifiant invalide'),
          qrCodesQuantity: within(1, 100).default(codeSheet.quantity),
        }),
        'Liste attendue',
      )
      .min(1, messages.required)
      .max(500, '500 points de contrôle au plus'),
    qrCodeCountByRow: within(1, 8).default(codeSheet.byRow),
    size: within(1, 20).default(codeSheet.size),
    margin: within(0, 10).default(codeSheet.margin),
  }),
});
