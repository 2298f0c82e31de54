// What collaborators and customers ask of the agency, and its answers (1 §3; area K).
import { entity } from '../kernel/entity.ts';
import { choice, day, files, flag, found, group, lines, moment, money, ref, status, text } from '../kernel/field.ts';
import { messages, type Violation } from '../kernel/problem.ts';
import { longestText } from './limits.ts';
import { requestMachine, requestMessages, requestRights } from './status.ts';
import { type RequestNature, requestNatures } from './types.ts';

export const sides = { REQUESTER: 'Demandeur', AGENCY: 'Agence' } as const;
export type Side = keyof typeof sides;

export const mostAttachments = 10;

export const agentRequestReaders = { agency: [requestRights.agent.list], agent: ['listOwnAgentRequests'] } as const;
/** Decision 14: who lists, those of his company; otherwise those that he made himself (core/rights/parts.ts). */
export const customerRequestReaders = {
  agency: [requestRights.customer.list],
  customer: ['readOwnCustomerRequest', requestRights.customer.list],
} as const;

const section = 'Demande';

const thread = (table: string) =>
  lines(
    'Messages',
    {
      at: moment('Le', { required: true }),
      author: text('De'),
      side: choice('Côté', sides, { required: true }),
      content: text('Message', { required: true, multiline: true }),
    },
    { written: 'server', table },
  );

const subject = text('Objet', { section, required: true, max: 200, column: 'shown', chars: 30, search: true });
const content = text('Votre demande', { section, multiline: true, max: longestText, search: true });
const attachments = (table: string) => files('Pièces jointes', { section, table, max: mostAttachments });

const rest = (table: string) =>
  ({
    messages: thread(`${table}_messages`),
    /** Of the last answer, for the requester too. */
    answeredBy: text('Répondue par', { written: 'server', column: 'offered' }),
    answeredAt: moment('Dernière réponse', { written: 'server', column: 'offered', filter: true }),
    /** K-012 */
    sent: flag('Réponse envoyée par e-mail', { written: 'server', column: 'offered', filter: true }),
    /** K-017: by the caller, since somebody of the other side wrote. */
    isUnread: flag('Non lue', { written: 'server', column: 'offered', filter: true }),
    author: text('Saisie par', { written: 'server', column: 'offered' }),
    createdAt: moment('Demandée le', { written: 'server', required: true, column: 'shown', filter: true }),
  }) as const;

const saved = ({ version }: Readonly<Record<string, unknown>>): string =>
  version === 1 ? requestMessages.transmitted : 'Demande modifiée';

const described = {
  title: 'subject',
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  // K-026
  saved,
} as const;

const isLeave = { path: 'nature', is: 'LEAVE' } as const;
/** Years: as an unavailability. */
const longestLeave = 3;

interface Asked {
  nature?: RequestNature | null;
  startAt?: string | null;
  endAt?: string | null;
  reason?: unknown;
  amount?: number | null;
}

/** What a request of this nature cannot do without. */
export function missingFields({ nature, startAt, endAt, reason, amount }: Asked): Violation[] {
  const wanted: [string, unknown][] =
    nature === 'LEAVE' ? Object.entries({ startAt, endAt, reason }) : nature === 'ADVANCE' ? [['amount', amount]] : [];
  return wanted.flatMap(([path, value]) => (value ? [] : [{ path, message: messages.required }]));
}

export const AgentRequest = entity({
  ...described,
  name: 'agentRequest',
  plural: 'agentRequests',
  table: 'agent_requests',
  label: { one: 'Demande collaborateur', many: 'Demandes collaborateurs', feminine: true },
  description: 'Ce que les collaborateurs demandent, et vos réponses.',
  subtitle: ['agent', 'requestType'],
  columns: ['agent', 'requestType', 'subject', 'status', 'createdAt'],
  paths: {
    list: '/fetch/agent-requests',
    read: '/request/{id}',
    save: '/request',
    act: '/request/{id}/{type}',
  },
  grants: {
    list: agentRequestReaders,
    read: agentRequestReaders,
    create: { agency: [requestRights.agent.create], agent: ['createOwnAgentRequest'] },
    edit: { agency: [requestRights.agent.edit], agent: ['editOwnAgentRequest'] },
  },
  // The absence and the salary element that it became are kept by their own rules.
  personal: { agent: 'remove' },
  fields: {
    requestType: ref('Type', 'requestType', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target', width: 'half' },
    }),
    agent: ref('Collaborateur', 'agent', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target', width: 'half' },
      offer: { rows: 'staff' },
    }),
    /** Of its type, when it was saved. */
    nature: choice('Devient', requestNatures, { written: 'server', required: true, column: 'offered', filter: true }),
    subject,
    startAt: moment('Du', { section, column: 'offered', filter: true, width: 'half', shownWhen: isLeave }),
    endAt: moment('Au (inclus)', {
      ...{ section, column: 'offered', width: 'half', shownWhen: isLeave },
      dates: { notBefore: { path: 'startAt' }, within: { years: longestLeave, from: { path: 'startAt' } } },
    }),
    reason: ref('Motif de l’absence', 'unavailabilityType', { section, width: 'half', shownWhen: isLeave }),
    amount: money('Montant demandé', {
      ...{ section, min: 0.01, max: 100_000, column: 'offered', width: 'half' },
      shownWhen: { path: 'nature', is: 'ADVANCE' },
    }),
    content,
    attachments: attachments('agent_request_attachments'),
    status: status('Statut', requestMachine('agent'), { column: 'shown', filter: true }),
    /** What it became. */
    unavailability: found('Indisponibilité', {
      id: text('Identifiant', { written: 'server', required: true }),
      startAt: moment('Du', { written: 'server', required: true }),
      endAt: moment('Au (inclus)', { written: 'server', required: true }),
    }),
    salaryElement: found('Élément de salaire', {
      id: text('Identifiant', { written: 'server', required: true }),
      date: day('Date', { written: 'server', required: true }),
      amount: money('Montant', { written: 'server' }),
    }),
    ...rest('agent_request'),
  },
});

export const CustomerRequest = entity({
  ...described,
  name: 'customerRequest',
  plural: 'customerRequests',
  table: 'customer_requests',
  label: { one: 'Demande client', many: 'Demandes clients', feminine: true },
  description: 'Ce que vos clients demandent, et vos réponses.',
  subtitle: ['customer', 'requestType'],
  columns: ['customer', 'requestType', 'subject', 'status', 'createdAt'],
  paths: {
    list: '/fetch/customer-requests',
    read: '/customer-request/{id}',
    save: '/customer-request',
    act: '/customer-request/{id}/{type}',
  },
  grants: {
    list: customerRequestReaders,
    read: customerRequestReaders,
    create: { agency: [requestRights.customer.create], customer: ['createOwnCustomerRequest'] },
    edit: { agency: [requestRights.customer.edit], customer: [requestRights.customer.edit] },
  },
  personal: { customer: 'remove', agent: 'unlink' },
  fields: {
    requestType: ref('Type', 'customerRequestType', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target', width: 'half' },
    }),
    // K-022: on his own path, the caller's.
    customer: ref('Client', 'customer', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target', width: 'half' },
    }),
    subject,
    content,
    attachments: attachments('customer_request_attachments'),
    agent: ref('Suivie par', 'agent', {
      ...{ section: 'Suivi', column: 'offered', filter: true, offer: { rows: 'staff' }, reserved: 'reading' },
    }),
    status: status('Statut', requestMachine('customer'), { column: 'shown', filter: true }),
    createdBy: group('Demandeur', {
      name: text('Demandeur', { written: 'server', sql: 'creator_name', column: 'offered' }),
      email: text('E-mail du demandeur', { written: 'server', sql: 'creator_email', column: 'offered' }),
    }),
    ...rest('customer_request'),
  },
});

export const requestOf = { agent: AgentRequest, customer: CustomerRequest } as const;
