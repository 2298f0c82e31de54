// The caller's own account: password, address, and second factor (RFC 6238) with recovery codes.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { chosenPassword, currentPassword, emailAddress, typedCode } from './credentials.ts';

export const accountMessages = {
  codeRequired: 'Code de vérification requis',
  wrongCode: 'Code de vérification incorrect',
  wrongPassword: 'Mot de passe incorrect',
  alreadyEnabled: 'Votre second facteur est déjà activé.',
  enrolFirst: 'Activez d’abord la validation en deux étapes de votre compte.',
  noSecondFactor: 'Votre second facteur n’est pas activé.',
} as const;

const code = typedCode.refine((typed) => typed !== '', 'Obligatoire');

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/user/password',
  // A stored request would keep a fast hash of the password.
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Changer son mot de passe ; les autres appareils sont déconnectés',
  input: z.strictObject({ current: currentPassword, password: chosenPassword, code: typedCode.optional() }),
});

export const requestEmail = endpoint({
  name: 'requestEmail',
  method: 'POST',
  path: '/user/email',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Demander à changer d’adresse e-mail ; la nouvelle reçoit un lien de confirmation',
  input: z.strictObject({ email: emailAddress, password: currentPassword, code: typedCode.optional() }),
  output: z.strictObject({ message: z.string() }),
});

export const cancelEmail = endpoint({
  name: 'cancelEmail',
  method: 'DELETE',
  path: '/user/email',
  mounts: { root: 'signedIn' },
  summary: 'Renoncer au changement d’adresse demandé',
});

/** Public: the mail may be opened on another device. */
export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/user/email/{token}',
  mounts: { root: 'public' },
  summary: 'Confirmer sa nouvelle adresse e-mail',
  params: z.strictObject({ token: z.string().min(1).max(500) }),
  output: z.strictObject({ email: z.string(), message: z.string() }),
});

const secondFactorState = z.strictObject({
  /** Null: the password alone is enough. */
  enabledAt: z.string().nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

export const recoveryCodeCount = 10;
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const readSecondFactor = endpoint({
  name: 'readSecondFactor',
  method: 'GET',
  path: '/user/second-factor',
  mounts: { root: 'signedIn' },
  summary: 'Son second facteur',
  output: z.strictObject({ secondFactor: secondFactorState }),
});

/** The account does not change until a code confirms that the authenticator app has the secret. */
export const enrolSecondFactor = endpoint({
  name: 'enrolSecondFactor',
  method: 'POST',
  path: '/user/second-factor/enrolment',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Préparer un second facteur',
  input: z.strictObject({ password: currentPassword }),
  /** In base 32, the format of authenticator apps. */
  output: z.strictObject({ secret: z.string() }),
});

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/user/second-factor',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Activer le second facteur préparé ; les codes de secours ne sont montrés qu’ici',
  input: z.strictObject({ code }),
  output: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/user/second-factor/recovery-codes',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Remplacer ses codes de secours',
  input: z.strictObject({ password: currentPassword, code }),
  output: recoveryCodes,
});

/** By POST, because a DELETE should have no body. */
export const disableSecondFactor = endpoint({
  name: 'disableSecondFactor',
  method: 'POST',
  path: '/user/second-factor/disable',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Désactiver son second facteur',
  input: z.strictObject({ password: currentPassword, code }),
});

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: '/userCompany/{id}/second-factor',
  mounts: { agency: 'owner' },
  summary: 'Réinitialiser le second facteur d’un collaborateur qui a perdu son téléphone',
  params: z.strictObject({ id: z.string() }),
});

/** The content of the QR code for authenticator apps. */
export const otpauthUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
