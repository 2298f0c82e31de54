// Publishing the planning: first what will leave, then the publication, with an undo for a minute.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { allChannels } from '../kernel/notification.ts';
import { toPublish } from './calls.ts';
import { allUntoldReasons } from './notifications.ts';
import { type ChangeKind, changeKinds } from './publication.ts';

const uuid = z.uuid('Identifiant invalide');
const planners = { agency: ['editService'] } as const;

/** Seconds. */
export const undoTime = 60;

const version = z.strictObject({
  startAt: z.string(),
  endAt: z.string(),
  site: uuid,
  postTitle: z.string().nullable(),
  agents: z.array(uuid),
  /** Of a tour; its stops are published with it. */
  stops: z.array(z.strictObject({ id: uuid, site: uuid, arrival: z.string(), minutes: z.int() })).optional(),
});

const leaving = z.strictObject({
  id: uuid,
  reference: z.string(),
  /** As published; null: it was not. */
  before: version.nullable(),
  /** As it will be; null: it is removed or cancelled. */
  after: version.nullable(),
  changes: z.array(
    z.strictObject({ agent: uuid, kind: z.enum(Object.keys(changeKinds) as ChangeKind[], 'Valeur inconnue') }),
  ),
  /** It is over: nobody is told. */
  past: z.boolean(),
  /** Customers who will see another planning: new or changed hours, place or post; not who comes. */
  customers: z.array(uuid),
});
export type LeavingService = z.output<typeof leaving>;

export const previewPublication = endpoint({
  name: 'publication:service',
  method: 'POST',
  reads: true,
  path: '/fetch/services/publication',
  mounts: planners,
  summary: 'Voir ce qu’une publication changera pour chaque collaborateur et chaque client, et qui sera prévenu',
  input: z.strictObject(toPublish),
  output: z.strictObject({
    services: z.array(leaving),
    sites: z.array(z.strictObject({ id: uuid, name: z.string() })),
    agents: z.array(
      z.strictObject({
        id: uuid,
        name: z.string(),
        /** How he would be told; empty: he cannot be reached, or wants nothing. */
        channels: z.array(z.enum(allChannels)),
        /** Why he would not be told. */
        why: z.enum(allUntoldReasons).nullable(),
      }),
    ),
    customers: z.array(
      z.strictObject({
        id: uuid,
        name: z.string(),
        /** How many of its people would be told. */
        told: z.int(),
      }),
    ),
  }),
});

export const undoPublication = endpoint({
  name: 'undoPublication',
  method: 'DELETE',
  path: '/services/publication/{id}',
  mounts: planners,
  summary: 'Annuler sa publication, dans la minute et si rien n’a changé depuis ; personne n’est prévenu',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ services: z.array(uuid) }),
});
