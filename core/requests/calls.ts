// What is done with requests beside saving them: answering, writing, reading, counting (1 §7).
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import type { Grants } from '../kernel/entity.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { comingService } from '../planning/leaving.ts';
import { longestMessage } from './limits.ts';
import { agentRequestReaders, customerRequestReaders, requestOf } from './request.ts';
import { type RequestKind, requestRights } from './status.ts';

const uuid = z.uuid('Identifiant invalide');

/** Typed by a person: never empty. */
const typed = z
  .string('Texte attendu')
  .trim()
  .min(1, messages.required)
  .max(longestMessage, `${longestMessage} caractères au plus`)
  .refine((text) => !text.includes('\u0000'), 'Caractère interdit');

const words = {
  agent: { path: 'request', what: 'une demande de collaborateur', many: 'requests' },
  customer: { path: 'customer-request', what: 'une demande de client', many: 'customer-requests' },
} as const;

/** Shown before a leave is accepted. */
const leave = z.strictObject({
  /** Of the agent, within the period, not yet begun. */
  services: z.array(comingService.extend({ published: z.boolean() })),
  filtered: z.int(),
  /** Begun already: they stay his. */
  underWay: z.int(),
  /** The rules that the planning would report, in words. */
  breaches: z.array(z.strictObject({ level: z.int(), message: z.string() })),
  /** Others absent on one of these days, the worst day. */
  absent: z.int(),
  /** An absence that he already has on the whole period: the answer is tied to it. */
  existing: z.strictObject({ id: uuid, type: z.string(), startAt: z.string(), endAt: z.string() }).nullable(),
});
export type LeaveChecks = z.output<typeof leave>;

const advance = z.strictObject({
  type: z.strictObject({ id: uuid, name: z.string() }).nullable(),
  date: z.string(),
});

const answering = z.strictObject({
  /** K-011: who would receive the mail. */
  recipients: z.array(z.string()),
  /** Null: not a leave, or not asked of this status. */
  leave: leave.nullable(),
  advance: advance.nullable(),
  /** The coming services that its acceptance freed, and that he does not have again. */
  freed: z.array(comingService),
  /** Why it cannot be accepted, in words. */
  refusal: z.string().nullable(),
});
export type Answering = z.output<typeof answering>;

function callsOf(kind: RequestKind) {
  const of = requestOf[kind];
  const { path, what, many } = words[kind];
  const readers: Grants = kind === 'agent' ? agentRequestReaders : customerRequestReaders;
  const one = z.strictObject({ [of.name]: rowSchema(of) });
  const edit = [requestRights[kind].edit] as const;
  // An agent of the agency answers from the field too (decision 069). Nobody answers on the path of a customer.
  const answerers = kind === 'agent' ? { agency: edit, agent: edit } : { agency: edit };
  const rows = kind === 'agent' ? ({ agencyRows: true } as const) : {};
  return {
    /** K-014, K-018 */
    answer: endpoint({
      name: `answer:${of.name}`,
      method: 'POST',
      path: `/${path}/{status}`,
      mounts: answerers,
      ...rows,
      summary: `Répondre à ${what} : l’accepter, la refuser ou la reporter, avec ou sans e-mail`,
      params: z.strictObject({ status: z.enum(['200', '300', '400'], 'Statut inconnu') }),
      input: z.strictObject({
        id: uuid,
        /** K-005: with a confirmation mail. */
        sendMail: z.boolean('Oui ou non attendu').default(false),
        /** A word to the requester, added to the thread and to the mail. */
        message: typed.nullish(),
        /** Of a leave that is accepted; `free` also needs `editService`. */
        services: z.enum(['keep', 'free'], 'Valeur inconnue').default('keep'),
        /** Of an advance that is accepted. */
        element: z.strictObject({ type: z.strictObject({ id: uuid }), date: calledDay() }).nullish(),
      }),
      output: one.extend({
        sent: z.boolean(),
        /** Accepted: the services that it freed. No longer accepted: those that can be given back (`giveBackServices`). */
        freed: z.array(uuid),
        versions: z.record(uuid, z.int()),
      }),
    }),
    prepare: endpoint({
      name: `prepare:${of.name}`,
      method: 'GET',
      path: `/${path}/{id}/answer`,
      mounts: answerers,
      ...rows,
      summary: `Ce qu’il faut savoir avant de répondre à ${what}`,
      params: byId,
      output: answering,
    }),
    write: endpoint({
      name: `write:${of.name}`,
      method: 'POST',
      path: `/${path}/{id}/message`,
      mounts: { ...readers, agency: edit },
      summary: `Écrire un message dans ${what}`,
      params: byId,
      input: z.strictObject({ content: typed }),
      output: one,
    }),
    markRead: endpoint({
      name: `markRead:${of.name}`,
      method: 'PATCH',
      path: `/${path}/{id}/read`,
      mounts: readers,
      summary: `Noter qu’on a lu ${what}`,
      repeatable: true,
      params: byId,
    }),
    /** K-016, K-020 */
    remove: endpoint({
      name: `remove:${of.name}`,
      method: 'DELETE',
      path: `/${path}/{id}`,
      mounts:
        kind === 'agent'
          ? { agency: [requestRights.agent.delete], agent: ['deleteOwnAgentRequest'] }
          : { agency: [requestRights.customer.delete], customer: [requestRights.customer.delete] },
      summary: `Supprimer ${what}`,
      params: byId,
    }),
    /** K-017, K-021 */
    unread: endpoint({
      // Its name ends with the entity: a change of one refreshes the count.
      name: `unread:${of.name}`,
      method: 'GET',
      path: `/${many}/unread`,
      mounts: readers,
      summary: kind === 'agent' ? 'Demandes de collaborateurs non lues' : 'Demandes de clients non lues',
      output: z.strictObject({ unread: z.int() }),
    }),
  };
}

export const agentRequestCalls = callsOf('agent');
export const customerRequestCalls = callsOf('customer');
export const requestCalls = { agent: agentRequestCalls, customer: customerRequestCalls } as const;

/** Before several are removed: the requests that made them are named. */
export const requestsBehind = endpoint({
  name: 'requestsBehind',
  method: 'POST',
  path: '/fetch/requests-behind',
  mounts: { agency: ['listAgentRequests'] },
  summary: 'Les demandes acceptées dont viennent ces absences ou ces éléments de salaire',
  reads: true,
  input: z.strictObject({
    entity: z.enum(['unavailability', 'salaryElement'], 'Type inconnu'),
    ids: z.array(uuid).min(1).max(5_000),
  }),
  output: z.strictObject({
    requests: z.array(z.strictObject({ id: uuid, subject: z.string(), agent: z.string() })),
  }),
});
