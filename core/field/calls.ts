// The calls of a device: its enrolment and its events (2 §7, decisions 77 and 87). The desk's are in desk-calls.ts: the field
// loads these before its first screen.
import * as z from 'zod';
import { calledMoment, geolocation } from '../kernel/called.ts';
import { atWork, endpoint } from '../kernel/endpoint.ts';
import { mostEventPhotos, photoRef } from './photo.ts';
import { mostAtOnce } from './queue.ts';

export const uuid = z.uuid('Identifiant invalide');
/** Events that wait on the device after this call (decision 77). */
export const waiting = z.int('Nombre attendu').min(0).max(1_000_000);
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
  // A guard who forgot his code opens his alarm again.
  whenLocked: true,
  duringMaintenance: true,
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

/** The envelope of an event; the payload is that of its type. */
export const sourced = z.strictObject({
  uuid,
  device: uuid,
  rank: z.int('Nombre attendu').min(1).max(2_147_483_647),
  /** The device's clock. */
  createdAt: moment,
  clockOffset: offset.nullable(),
  location: geolocation.nullish(),
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
  /** Kept, of a revoked device, and its alarm is raised all the same. */
  raised: z.literal(true).optional(),
});
export type Taken = z.output<typeof taken>;

export const sendEvent = endpoint({
  name: 'sendEvent',
  method: 'POST',
  path: '/sourcing/{messageType}',
  mounts,
  ...atWork,
  summary: 'Recevoir un événement du terrain ; le même une seconde fois reçoit la même réponse',
  weight: 4,
  repeatable: true,
  params: z.strictObject({ messageType: z.string() }),
  input: z.strictObject({ event: sourced, waiting }),
  output: z.strictObject({ ...taken.shape, now: z.string() }),
});

/** Checked one by one: a malformed event must not hide which one it is. */
export const batch = z.array(z.record(z.string(), z.unknown(), 'Événement attendu')).max(mostAtOnce);
export const takenBatch = z.strictObject({
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
  ...atWork,
  summary: 'Recevoir plusieurs événements du terrain, dans leur ordre',
  ...heavy,
  repeatable: true,
  input: z.strictObject({ events: batch.min(1), device: uuid, waiting }),
  output: takenBatch,
});
