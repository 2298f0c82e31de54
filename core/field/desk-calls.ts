// What the agency does with the devices of the field, and with events that could not be applied (decisions 87 and 93).
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import { settlementNames } from './settlements.ts';

const uuid = z.uuid('Identifiant invalide');
const moment = calledMoment();

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

const named = z.strictObject({ id: uuid, name: z.string() });

const keptEvent = z.strictObject({
  uuid,
  type: z.string(),
  label: z.string(),
  words: z.string(),
  agent: named.nullable(),
  /** It is about a service. */
  ofService: z.boolean(),
  /** Null: none, or it no longer exists. */
  service: z
    .strictObject({ id: uuid, startAt: z.string(), endAt: z.string(), site: z.string(), isUnscheduled: z.boolean() })
    .nullable(),
  /** Of the start of a service that nobody planned: where. */
  site: z.string().nullable(),
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
  // A notification says that one came, the service that it was settled.
  madeOf: ['notification', 'service'],
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
    /** The service was unscheduled meanwhile: it returns to the planning first. */
    reschedule: z.boolean('Choix inconnu').optional(),
    comment: z
      .string('Texte attendu')
      .trim()
      .max(500, '500 caractères au plus')
      .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
      .optional(),
  }),
});
