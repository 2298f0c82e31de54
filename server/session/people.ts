// Personal data of accounts, independent of agencies.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const sessionPeople: Held = {
  users: {
    label: 'Compte',
    where: 't.id = any (:users)',
    account: true,
    hides: ['password_hash'],
    fate: 'withAccount',
  },
  sessions: {
    label: 'Connexions',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['refresh_hash', 'generation'],
    fate: 'withAccount',
  },
  user_devices: {
    label: 'Appareils',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['token'],
    fate: 'withAccount',
  },
  user_tokens: {
    label: 'Liens envoyés',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['hash'],
    fate: 'withAccount',
  },
  user_second_factors: {
    label: 'Validation en deux étapes',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['secret'],
    fate: 'withAccount',
  },
  user_recovery_codes: {
    label: 'Codes de secours',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['hash'],
    fate: 'withAccount',
  },
  idempotency_keys: {
    label: 'Réponses gardées pour un envoi répété',
    where: 't.user_id = any (:users)',
    account: true,
    derived: true,
    fate: 'withAccount',
  },
  ...nobodys({ sign_in_failures: 'empreintes à clé, sans adresse' }),
};
