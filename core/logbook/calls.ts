// The calls of the daily log beyond its list and its sheet (2 §7; decision 88).
import * as z from 'zod';
import { calledDay, calledMoment, geolocation } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { LogEvent } from './event.ts';
import { mostPhotos, typeOf } from './types.ts';

/** Days back that somebody may date what he writes; what a phone reports keeps its time. */
export const oldestEntry = 31;

export const logbookMessages = {
  /** P-012 */
  noType: 'Choisissez le type de l’événement',
  noSubType: 'Cette précision n’existe pas pour ce type d’événement',
  /** P-013 */
  restricted: "Cet événement n'est pas modifiable",
  reservedType: 'Ce type est réservé aux événements automatiques',
  tooOld: `La date remonte à plus de ${oldestEntry} jours`,
  usedId: 'Cet identifiant est déjà celui d’une autre écriture : choisissez-en un autre',
  twice: 'Cette constatation est deux fois dans l’envoi',
  /** P-015 */
  unsupported: 'Type de message non supporté',
  /** P-016 */
  unknownEvent: 'Impossible de traiter le message',
} as const;

const uuid = z.uuid('Identifiant invalide');
const ref = z.object({ id: uuid }, 'Identifiant invalide').transform(({ id }) => ({ id }));
const words = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');
const moment = calledMoment();
const location = geolocation.nullish();

/** P-003. One that the server knows is corrected; one that is left out stays. */
const eventMessage = z
  .strictObject({
    uuid,
    content: words(5_000).nullish(),
    attachments: z.array(ref, 'Liste attendue').max(mostPhotos, `${mostPhotos} photos au plus`).optional(),
    createdAt: moment.optional(),
    location,
    withdrawn: z.literal(true, 'Valeur inconnue').optional(),
  })
  .refine(({ content, attachments, withdrawn }) => withdrawn || content || attachments?.length, {
    message: messages.required,
    path: ['content'],
  });
export type EventMessage = z.output<typeof eventMessage>;

export const eventInput = z.strictObject({
  /** Chosen by the client. The same again with other values is a correction (decision 88). */
  uuid,
  type: z.strictObject({ id: z.int(logbookMessages.noType), typeKey: z.string().optional() }, logbookMessages.noType),
  subType: words(120).nullish(),
  description: words(5_000).nullish(),
  site: ref,
  /** Of a correction: absent is unchanged, like the description and the sub-type. */
  service: ref.nullish(),
  /** The time of the fact; absent: now. */
  createdAt: moment.optional(),
  location,
  eventMessages: z.array(eventMessage, 'Liste attendue').max(20, '20 constatations au plus').optional(),
  /** Why an entry is corrected. */
  reason: words(500).nullish(),
});
export type EventInput = z.output<typeof eventInput>;

export const saveEvent = endpoint({
  name: 'saveEvent',
  method: 'POST',
  path: '/event',
  // Whether its identifier is known decides which of the two (C-021): the handler asks for it.
  mounts: {
    agency: ['createServiceEvent', 'editServiceEvent'],
    agent: ['createOwnServiceEvent', 'editOwnServiceEvent'],
  },
  summary: 'Consigner un événement ; le même identifiant avec d’autres valeurs ajoute une correction',
  repeatable: true,
  input: eventInput,
  output: z.strictObject({ event: rowSchema(LogEvent) }),
});

const ofOne = z.strictObject({ id: z.string() });

/** An agent needs the same right: a daily log is evidence. */
export const removeEvent = endpoint({
  name: 'remove:event',
  method: 'DELETE',
  path: '/event/{id}',
  mounts: { agency: ['deleteServiceEvent'], agent: ['deleteServiceEvent'] },
  summary: 'Retirer une main courante : le retrait s’ajoute à la chaîne, rien n’est effacé',
  params: ofOne,
});

/** The same with its reason, as a correction has one: a DELETE has no body. */
export const withdrawEvent = endpoint({
  name: 'withdraw:event',
  method: 'POST',
  path: '/event/{id}/withdraw',
  mounts: removeEvent.mounts,
  summary: 'Retirer une main courante en disant pourquoi',
  params: ofOne,
  input: z.strictObject({ reason: words(500).nullish() }),
});

export const entryKinds = {
  entry: 'Consignée',
  finding: 'Constatation ajoutée',
  correction: 'Corrigée',
  withdrawal: 'Retirée',
} as const;
export type EntryKind = keyof typeof entryKinds;

const version = z.strictObject({
  id: uuid,
  kind: z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]),
  position: z.int(),
  at: z.string(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null: erased for privacy. */
  content: z.record(z.string(), z.unknown()).nullable(),
  hash: z.string(),
});
export type EventVersion = z.output<typeof version>;

export const fetchEventVersions = endpoint({
  name: 'versions:event',
  method: 'GET',
  path: '/event/{id}/versions',
  mounts: { agency: ['listDailyLogs', 'listSiteDailyLogs', 'listServiceEvents'] },
  summary: 'Ce qui a été écrit d’une main courante : consignation, constatations, corrections, retrait',
  params: ofOne,
  output: z.strictObject({ versions: z.array(version) }),
});

/** `erased`: verified, and privacy has removed some contents since. */
export const verdicts = { valid: 'Intègre', erased: 'Intègre, en partie effacée', altered: 'Altérée' } as const;
export type Verdict = keyof typeof verdicts;

const verification = z.strictObject({
  verdict: z.enum(Object.keys(verdicts) as [Verdict, ...Verdict[]]),
  entries: z.int(),
  erased: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The position of the first entry that does not verify. */
  alteredAt: z.int().nullable(),
  hash: z.string().nullable(),
});
export type Verification = z.output<typeof verification>;

/** A customer, on sites that open their daily log to him: he keeps the proof of what he may read. */
const provers = {
  agency: ['listDailyLogs', 'listSiteDailyLogs'],
  customer: ['listDailyLogs', 'listSiteDailyLogs'],
} as const;

export const verifyLogbook = endpoint({
  name: 'verifyLogbook',
  method: 'GET',
  path: '/logbook/verify/{id}',
  mounts: provers,
  summary: 'Vérifier la chaîne des mains courantes d’un site',
  /** The site. */
  params: ofOne,
  output: verification,
});

const day = calledDay();
/** Days of one document. */
export const longestPrint = 31;

/** Its reference, with a QR code, opens the public page that verifies it. */
export const printLogbook = endpoint({
  name: 'printLogbook',
  method: 'POST',
  binary: true,
  repeatable: true,
  path: '/logbook/pdf',
  mounts: provers,
  summary: 'La main courante d’un site sur une période, en PDF, avec une référence vérifiable par tous',
  input: z
    .strictObject({
      site: ref,
      from: day,
      to: day,
      /** Only what the customer may see. */
      forCustomer: z.boolean('Oui ou non attendu').optional(),
    })
    .refine(({ from, to }) => from <= to, { message: 'La fin précède le début', path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < longestPrint * 86_400_000, {
      message: `${longestPrint} jours au plus`,
      path: ['to'],
    }),
});

const settings = z.strictObject({
  id: z.int(logbookMessages.noType).refine((id) => typeOf(id)?.restricted === false, logbookMessages.restricted),
  enabled: z.boolean('Oui ou non attendu'),
  customerShow: z.boolean('Oui ou non attendu'),
  notifyAgency: z.boolean('Oui ou non attendu'),
  notifyCustomer: z.boolean('Oui ou non attendu'),
});
export type SettingsOfType = z.output<typeof settings>;
/** Those that differ from the defaults. */
const exceptions = z.array(settings, 'Liste attendue').max(134, '134 types au plus');

/** What an agency and its sites decide of each type; a type that is not named has its defaults. */
export const fetchEventTypes = endpoint({
  name: 'types:event',
  method: 'GET',
  path: '/event-types',
  mounts: { agency: ['listDailyLogs', 'listSiteDailyLogs', 'createServiceEvent', 'editAgencySetting', 'editSite'] },
  summary: 'Types d’événements : ce que l’agence et ses sites ont changé',
  output: z.strictObject({
    agency: z.array(settings),
    sites: z.array(z.strictObject({ site: uuid, types: z.array(settings) })),
    /** Of the agency's choices. */
    version: z.int(),
  }),
});

export const saveEventTypes = endpoint({
  name: 'saveEventTypes',
  method: 'POST',
  path: '/event-types',
  mounts: { agency: ['editAgencySetting'] },
  summary: 'Choisir les types d’événements de l’agence, qui les voit et qui en est prévenu',
  /** `version`: the one that was read; absent: takes the choices as they stand. */
  input: z.strictObject({ types: exceptions, version: z.int().optional() }),
});

/** P-010. Null: the sites follow their agency again. */
export const saveSitesEventTypes = endpoint({
  name: 'saveSitesEventTypes',
  method: 'POST',
  path: '/sites-service-events',
  mounts: { agency: ['editSite'] },
  summary: 'Choisir les types d’événements de plusieurs sites à la fois',
  input: z.strictObject({
    sites: z.array(ref, 'Liste attendue').min(1, messages.required).max(4_000, '4000 sites au plus'),
    types: exceptions.nullable(),
  }),
});
