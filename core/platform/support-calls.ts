// The accounts of the platform's own staff (AB-036): invited by mail, never without a super-administrator.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { invitedPerson } from './person.ts';
import { platformStaff } from './user.ts';

const role = z.enum(Object.keys(platformStaff) as [keyof typeof platformStaff], 'Rôle inconnu');
export type StaffRole = z.output<typeof role>;

const supportAccount = z.strictObject({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  email: z.string(),
  role,
  createdAt: z.string(),
  /** Null: not since the sessions are kept. */
  lastUseAt: z.string().nullable(),
  /** No password chosen yet. */
  isInvited: z.boolean(),
  secondFactor: z.boolean(),
});
export type SupportAccount = z.output<typeof supportAccount>;

export const supportMessages = {
  last: 'Il reste au moins un super-administrateur : nommez-en d’abord un autre.',
  taken: 'Cette adresse est déjà celle d’un compte d’agence ou de client.',
  known: 'Cette personne a déjà un compte support.',
  missing: 'Compte support introuvable',
  active: 'Cette personne a déjà choisi son mot de passe.',
} as const;

export const listSupportAccounts = endpoint({
  name: 'listSupportAccounts',
  method: 'POST',
  reads: true,
  path: '/admin/fetch/support-accounts',
  mounts: { root: 'superAdmin' },
  summary: 'Les comptes du personnel de la plateforme',
  output: z.strictObject({ supportAccounts: z.array(supportAccount) }),
});

export const createSupportAccount = endpoint({
  name: 'createSupportAccount',
  method: 'POST',
  path: '/admin/support-account',
  mounts: { root: 'superAdmin' },
  summary: 'Créer un compte du personnel de la plateforme, et l’inviter par e-mail',
  input: invitedPerson.extend({ role }),
  output: z.strictObject({ supportAccount }),
});

export const editSupportAccount = endpoint({
  name: 'editSupportAccount',
  method: 'PUT',
  path: '/admin/support-account/{id}',
  mounts: { root: 'superAdmin' },
  summary: 'Changer le rôle d’un compte support ; ses sessions se ferment',
  params: byId,
  input: z.strictObject({ role }),
  output: z.strictObject({ supportAccount }),
});

export const inviteSupportAccount = endpoint({
  name: 'inviteSupportAccount',
  method: 'POST',
  path: '/admin/support-account/{id}/invite',
  mounts: { root: 'superAdmin' },
  summary: 'Envoyer à nouveau l’invitation d’un compte support',
  params: byId,
});

export const removeSupportAccount = endpoint({
  name: 'removeSupportAccount',
  method: 'DELETE',
  path: '/admin/support-account/{id}',
  mounts: { root: 'superAdmin' },
  summary: 'Retirer l’accès d’un compte support ; ses sessions se ferment aussitôt',
  params: byId,
});
