// The types of requests that the agency proposes (K-023); a collaborator's type says what its requests carry.
import { entity } from '../kernel/entity.ts';
import { choice, flag, text } from '../kernel/field.ts';

/** What an accepted request becomes. */
export const requestNatures = {
  OTHER: 'Simple demande',
  LEAVE: 'Congé : devient une indisponibilité',
  ADVANCE: 'Acompte : devient un élément de salaire',
} as const;
export type RequestNature = keyof typeof requestNatures;

const described = {
  title: 'name',
  order: { by: 'name', ascending: true },
  // A type that is no longer offered stays on the requests that use it.
  offered: { usual: { enabled: true } },
} as const;

const head = {
  name: text('Libellé', { written: 'server', required: true, column: 'shown' }),
  enabled: flag('Proposé', { written: 'server', column: 'shown', filter: true }),
} as const;

export const RequestType = entity({
  ...described,
  name: 'requestType',
  plural: 'requestTypes',
  table: 'agency_request_types',
  label: { one: 'Type de demande', many: 'Types de demandes' },
  description: 'Ce que vos collaborateurs choisissent en faisant une demande.',
  grants: {
    list: { agency: 'signedIn', agent: 'signedIn' },
    read: { agency: 'signedIn', agent: 'signedIn' },
    create: {},
    edit: {},
  },
  fields: {
    ...head,
    nature: choice('Devient', requestNatures, { written: 'server', required: true, column: 'shown' }),
  },
});

export const CustomerRequestType = entity({
  ...described,
  name: 'customerRequestType',
  plural: 'customerRequestTypes',
  table: 'agency_customer_request_types',
  label: { one: 'Type de demande client', many: 'Types de demandes clients' },
  description: 'Ce que vos clients choisissent en faisant une demande.',
  grants: {
    list: { agency: 'signedIn', customer: 'signedIn' },
    read: { agency: 'signedIn', customer: 'signedIn' },
    create: {},
    edit: {},
  },
  fields: head,
});
