// Platform staff enter an agency and leave it. Apart from the other calls: every screen loads these.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { agencyFacts } from '../session/session.ts';

const visit = { method: 'POST', mounts: { root: 'support' }, params: byId } as const;

/** The history of the agency names who came; its owner reads it. */
export const enterAgency = endpoint({
  ...visit,
  name: 'enterAgency',
  path: '/admin/agency/{id}/enter',
  summary: 'Entrer dans une agence comme support ; son historique le garde',
  output: z.strictObject({ agency: agencyFacts.extend({ id: z.uuid(), name: z.string() }) }),
});

export const leaveAgency = endpoint({
  ...visit,
  name: 'leaveAgency',
  path: '/admin/agency/{id}/leave',
  summary: 'Quitter une agence où l’on est entré comme support',
});
