// What is done with announcements beside saving them: answering, deciding, reading, counting (3 §7).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { longestAnswer, OfferAnswer } from './answer.ts';

const uuid = z.uuid('Identifiant invalide');
const plain = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((text) => !text.includes('\u0000'), 'Caractère interdit');

const one = z.strictObject({ offerAnswer: rowSchema(OfferAnswer) });

/** AA-013 */
export const answerOffer = endpoint({
  name: 'answer:offer',
  method: 'POST',
  path: '/offer/{id}/answer',
  mounts: { agency: ['createOfferAnswer'], platform: 'admin' },
  summary: 'Répondre à une annonce d’une autre agence',
  params: byId,
  input: z.strictObject({
    message: plain(longestAnswer).min(1, messages.required),
    /** The only thing about one's people that the other agency learns. */
    people: z.int('Nombre entier attendu').min(1, 'Au moins 1').max(1_000, '1000 au plus').nullish(),
    contact: z
      .strictObject({
        name: plain(120).nullish(),
        email: z.union([z.literal(''), z.email('Adresse e-mail invalide').max(254)]).nullish(),
        phone: plain(40).nullish(),
      })
      .nullish(),
  }),
  output: one,
});

/** AA-016 */
export const decideAnswer = endpoint({
  name: 'status:offerAnswer',
  method: 'PUT',
  path: '/offer/{offerId}/answer/{answerId}/status/{status}',
  mounts: { agency: ['editOfferAnswer'], platform: 'admin' },
  summary: 'Accepter ou refuser une réponse reçue',
  params: z.strictObject({
    offerId: z.string(),
    answerId: z.string(),
    status: z.enum(['200', '300'], 'Statut inconnu'),
  }),
  output: one,
});

const listed = 100;
const titled = z.strictObject({ id: uuid, title: z.string() });

/** AA-011 */
export const unreadOffers = endpoint({
  name: 'unread:offer',
  method: 'GET',
  path: '/offers/unread',
  mounts: { agency: ['listOffers'] },
  summary: 'Les annonces d’autres agences que l’on n’a pas lues',
  output: z.strictObject({ unread: z.int(), offers: z.array(titled).max(listed) }),
});

export const markOffers = endpoint({
  name: 'markRead:offer',
  method: 'POST',
  path: '/offers/read',
  mounts: { agency: ['listOffers'], platform: 'admin' },
  summary: 'Marquer des annonces comme lues ; sans liste, toutes',
  repeatable: true,
  input: z.strictObject({ ids: z.array(uuid, 'Liste attendue').min(1, messages.required).max(listed).optional() }),
});

/** AA-014 */
export const unreadAnswers = endpoint({
  name: 'unread:offerAnswer',
  method: 'GET',
  path: '/offers-answers/unread',
  mounts: { agency: ['listOfferAnswers'], platform: 'admin' },
  summary: 'Les réponses reçues que personne de l’agence n’a lues',
  output: z.strictObject({
    unread: z.int(),
    answers: z.array(z.strictObject({ id: uuid, offer: titled })).max(listed),
  }),
});

export const readAnswers = endpoint({
  name: 'readAnswers:offer',
  method: 'POST',
  path: '/offer/{id}/answers-read',
  mounts: { agency: ['listOfferAnswers'], platform: 'admin' },
  summary: 'Marquer les réponses à une annonce comme lues',
  repeatable: true,
  params: byId,
});

/** Before one answers: what the law and one's own planning say. Nobody else sees it. */
export const prepareAnswer = endpoint({
  name: 'prepare:offer',
  method: 'POST',
  reads: true,
  path: '/offer/{id}/prepare',
  mounts: { agency: ['createOfferAnswer'], platform: 'admin' },
  summary: 'Ce qu’il faut savoir avant de répondre à une annonce : autorisation, agents disponibles',
  params: byId,
  input: z.strictObject({
    /** One of one's own; absent: the one of the same name. */
    specialty: uuid.nullish(),
  }),
  output: z.strictObject({
    /** Why an answer would be refused, in words. */
    refusal: z.string().nullable(),
    /** Of a search for a subcontractor with days and hours; null otherwise. */
    availability: z
      .strictObject({
        from: z.string(),
        to: z.string(),
        /** The mission is longer: only its first days are examined. */
        isCut: z.boolean(),
        specialty: z.strictObject({ id: uuid, name: z.string() }).nullable(),
        /** The announcement names one that the agency does not have. */
        isUnknown: z.boolean(),
        wanted: z.int(),
        days: z.int(),
        /** Days on which enough people can be planned, each in turn, by all rules of the planning. */
        covered: z.int(),
        /** Free and allowed, on the worst day taken alone. */
        fewest: z.int(),
        /** Of those who can be planned. */
        among: z.int(),
        /** Who would take how many days; empty without the right to see collaborators. */
        staff: z.array(z.strictObject({ name: z.string(), days: z.int() })),
      })
      .nullable(),
  }),
});
