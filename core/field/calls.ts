// The calls of the field: a device, its events, and those that the agency has to settle (2 §7, decisions 77 and 87).
import * as z from 'zod';
import { filePiece, sendFilePiece } from '../files/awaited.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { calledMoment, location } from '../kernel/input.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import { mostEventPhotos, photoRef } from './photo.ts';
import { mostAtOnce } from './queue.ts';

const uuid = z.uuid('Identifiant invalide');
/** Events that wait on the device after this call (decision 77). */
const waiting = z.int('Nombre attendu').min(0).max(1_000_000);
/** Milliseconds; a phone without a date may be decades away. */
const offset = z.int('Nombre attendu').min(-4e12).max(4e12);
/** The agent's rights are checked with each event: without them it is kept, not refused. */
const mounts = { agency: ['editService'], agent: 'signedIn' } as const;
const moment = calledMoment();
/**
 * With the usual limit, 30 batches in ten seconds: a phone catches up with 1,000 events in 20. A refused call waits and is
 * sent again (decision 87).
 */
const heavy = { weight: 20 } as const;

/** Decision 77: a second device waits until the first has sent everything, or is declared lost. */
export const enrolDevice = endpoint({
  name: 'enrolDevice',
  method: 'POST',
  path: '/field/device',
  mounts,
  summary: 'Inscrire un téléphone pour le mode terrain',
  ...heavy,
  repeatable: true,
  input: z.strictObject({
    id: uuid,
    name: z.string('Texte attendu').trim().min(1, 'Ce champ est obligatoire').max(80, '80 caractères au plus'),
    /** Devices that the agent declares lost, with what they had not sent. */
    lost: z.array(uuid).max(10).optional(),
  }),
  output: z.strictObject({
    /** The rank of the last event that the server has of this device. */
    rank: z.int(),
    /** Opens the store of this device without its code, after a sign-in (decision 93). 32 bytes, base64. */
    key: z.string(),
    /** Opens `handOver` alone, without a session (decision 93). 32 bytes, base64. */
    handOver: z.string(),
    /** Opens `deviceStanding` alone: the device keeps it in clear, so that it learns of its revocation while it is locked. */
    standing: z.string(),
    now: z.string(),
  }),
});

/** A lost telephone, or that of somebody who left: it hands over what it holds, then empties itself (decision 93). */
export const revokeDevice = endpoint({
  name: 'revokeDevice',
  method: 'POST',
  path: '/field/device/{id}/revoke',
  mounts: { agency: ['editAgent'] },
  summary: 'Révoquer un téléphone du mode terrain, et déconnecter sa personne de tous ses appareils',
  params: z.strictObject({ id: z.string() }),
});

/** The desk sees what still waits on the phones, as last heard; an agent his own. */
export const fetchDevices = endpoint({
  name: 'fetchDevices',
  method: 'GET',
  path: '/field/devices',
  mounts: { agency: ['listServiceEvents'], agent: 'signedIn' },
  summary: 'Téléphones du mode terrain, avec ce qu’il leur reste à transmettre',
  output: z.strictObject({
    devices: z.array(
      z.strictObject({
        id: uuid,
        name: z.string(),
        agent: z.strictObject({ id: uuid, name: z.string() }).nullable(),
        waiting: z.int(),
        seenAt: z.string(),
        lostAt: z.string().nullable(),
      }),
    ),
  }),
});

/** The envelope of an event; the payload is that of its type. */
export const sourced = z.strictObject({
  uuid,
  device: uuid,
  rank: z.int('Nombre attendu').min(1).max(2_147_483_647),
  /** The device's clock. */
  createdAt: moment,
  clockOffset: offset.nullable(),
  location: z
    .strictObject({
      ...location.shape,
      accuracy: z.number('Précision invalide').min(0).max(1_000_000).nullish(),
    })
    .nullish(),
  service: uuid.nullable(),
  payload: z.unknown(),
  photos: z.array(photoRef, 'Photos attendues').max(mostEventPhotos, `${mostEventPhotos} photos au plus`).optional(),
});
export type Sourced = z.output<typeof sourced>;

/** `kept`: stored for the agency, because it cannot be applied now; the reason is for the agent too. */
const taken = z.strictObject({
  uuid,
  outcome: z.enum(['applied', 'kept']),
  reason: z.string().nullable(),
});
export type Taken = z.output<typeof taken>;

export const sendEvent = endpoint({
  name: 'sendEvent',
  method: 'POST',
  path: '/sourcing/{messageType}',
  mounts,
  summary: 'Recevoir un événement du terrain ; le même une seconde fois reçoit la même réponse',
  weight: 4,
  repeatable: true,
  params: z.strictObject({ messageType: z.string() }),
  input: z.strictObject({ event: sourced, waiting }),
  output: z.strictObject({ ...taken.shape, now: z.string() }),
});

/** Checked one by one: a malformed event must not hide which one it is. */
const batch = z.array(z.record(z.string(), z.unknown(), 'Événement attendu')).max(mostAtOnce);
const takenBatch = z.strictObject({
  taken: z.array(taken),
  refused: z.strictObject({ status: z.int(), message: z.string() }).nullable(),
  now: z.string(),
});

/** Stops at the first event that is refused; those before it are taken. If it is the first one, the call is refused. */
export const sendEvents = endpoint({
  name: 'sendEvents',
  method: 'POST',
  path: '/sourcing/batch',
  mounts,
  summary: 'Recevoir plusieurs événements du terrain, dans leur ordre',
  ...heavy,
  repeatable: true,
  input: z.strictObject({ events: batch.min(1), device: uuid, waiting }),
  output: takenBatch,
});

/** Days after the revocation. */
export const handOverDays = 7;
const holder = { agency: uuid, device: uuid, key: z.string('Texte attendu').max(100) };

export const standings = ['enrolled', 'revoked', 'over'] as const;
export type Standing = (typeof standings)[number];

/** `revoked`: it hands over what it holds, until `until`; `over`: that is past, and nothing of it is taken any more. */
export const deviceStanding = endpoint({
  name: 'deviceStanding',
  method: 'POST',
  reads: true,
  path: '/sourcing/standing',
  mounts: { root: 'public' },
  summary: 'Si un téléphone du mode terrain est révoqué, et jusqu’à quand il peut transmettre ce qu’il porte',
  input: z.strictObject(holder),
  output: z.strictObject({ state: z.enum(standings), until: z.string().nullable(), now: z.string() }),
});

/**
 * What a revoked device still holds, by its own key: each event is kept, none applied. Without events: whether it is
 * revoked at all. A conflict: it is not, and the person signs in.
 */
export const handOver = endpoint({
  name: 'handOver',
  method: 'POST',
  path: '/sourcing/hand-over',
  mounts: { root: 'public' },
  summary: 'Recevoir ce que porte encore un téléphone révoqué, à vérifier par l’agence',
  input: z.strictObject({ ...holder, events: batch, waiting }),
  output: takenBatch,
});

export const handOverPiece = endpoint({
  name: 'handOverPiece',
  method: 'POST',
  path: '/sourcing/hand-over/{id}',
  mounts: { root: 'public' },
  summary: 'Recevoir une photo que porte encore un téléphone révoqué, par morceaux',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({ ...holder, ...filePiece.shape }),
  output: sendFilePiece.output,
});

const named = z.strictObject({ id: uuid, name: z.string() });

export const settlements = { applied: 'Appliqué', closed: 'Classé' } as const;
export type Settlement = keyof typeof settlements;
const settlementNames = Object.keys(settlements) as [Settlement, ...Settlement[]];

const keptEvent = z.strictObject({
  uuid,
  type: z.string(),
  label: z.string(),
  words: z.string(),
  agent: named.nullable(),
  /** It is about a service. */
  ofService: z.boolean(),
  /** Null: none, or it no longer exists. */
  service: z.strictObject({ id: uuid, startAt: z.string(), endAt: z.string(), site: z.string() }).nullable(),
  createdAt: z.string(),
  receivedAt: z.string(),
  reason: z.string(),
  photos: z.array(storedFileSchema),
  settlement: z.enum(settlementNames).nullable(),
  settledAt: z.string().nullable(),
  settledBy: z.string().nullable(),
  comment: z.string().nullable(),
});
export type KeptEvent = z.output<typeof keptEvent>;

export const fetchKeptEvents = endpoint({
  name: 'fetchKeptEvents',
  method: 'POST',
  reads: true,
  path: '/fetch/kept-events',
  mounts: { agency: ['listServiceEvents'], agent: 'signedIn' },
  summary: 'Événements du terrain à vérifier par l’agence',
  input: z.strictObject({
    settled: z.boolean().optional(),
    page: z.int().min(1).max(10_000).optional(),
    limit: z.int().min(1).max(200).optional(),
  }),
  output: z.strictObject({ events: z.array(keptEvent), filtered: z.int() }),
});

export const settleKeptEvent = endpoint({
  name: 'settleKeptEvent',
  method: 'POST',
  path: '/kept-event/{uuid}/settle',
  mounts: { agency: ['editService'] },
  summary: 'Appliquer un événement du terrain gardé à vérifier, ou le classer en disant pourquoi',
  params: z.strictObject({ uuid: z.string() }),
  input: z.strictObject({
    how: z.enum(settlementNames, 'Choix inconnu'),
    /** Applied as if the phone had said this; the comment says why. */
    at: moment.optional(),
    service: uuid.optional(),
    comment: z
      .string('Texte attendu')
      .trim()
      .max(500, '500 caractères au plus')
      .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
      .optional(),
  }),
});
