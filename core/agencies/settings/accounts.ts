// How the accounts of the agency's people are protected (decision 78).
import { choice, group, integer } from '../../kernel/field.ts';
import { shortestPassword } from '../../session/password.ts';

export const accountsSection = 'Comptes et mots de passe';
const section = accountsSection;

/** Whose accounts must have a second factor. */
export const secondFactorFor = {
  NOBODY: 'Facultative',
  STAFF: 'Obligatoire pour le personnel de bureau',
  EVERYONE: 'Obligatoire pour tous les collaborateurs',
} as const;

export const accountFields = {
  accounts: group('Comptes', {
    passwordLength: integer('Longueur minimale des mots de passe', {
      section,
      required: true,
      default: shortestPassword,
      min: shortestPassword,
      max: 64,
      width: 'half',
      sql: 'password_length',
      help: 'Demandée à la prochaine fois que quelqu’un choisit un mot de passe.',
    }),
    secondFactor: choice('Validation en deux étapes', secondFactorFor, {
      section,
      required: true,
      default: 'NOBODY',
      width: 'half',
      sql: 'second_factor',
      help: 'Après le mot de passe, un code du téléphone. Qui ne l’a pas encore activée le fait à sa prochaine connexion.',
    }),
  }),
};
