// Signing in and out, the signed-in user, invitations, rights of a user-company, and profiles for platform staff.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import { isRight, type Right } from '../rights.ts';
import { chosenPassword, currentPassword, emailAddress, typedCode } from './credentials.ts';
import { token, tokens } from './tokens.ts';

const byToken = z.strictObject({ token });

/** Wrong parameter names are answered with « Missing parameters. », as in the specification. */
export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/login_check',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Se connecter',
  input: z
    .strictObject({
      username: z.string().max(255).optional(),
      email: z.string().max(255).optional(),
      password: z.string().max(1_000),
      /** The code of the second factor, sent after a reply that asks for it. */
      code: typedCode.optional(),
    })
    .transform(({ username, email, password, code }) => ({
      email: (username ?? email ?? '').trim().toLowerCase(),
      password,
      code: code || null,
    })),
  output: tokens,
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/logout',
  // A stored request would keep a fast hash of the password.
  repeatable: true,
  mounts: { root: 'signedIn' },
  duringMaintenance: true,
  summary: 'Se déconnecter, ici ou partout',
  /** Everywhere: with the password, and the code of an account with a second factor (ASVS V7.5.2). */
  input: z.strictObject({
    everywhere: z.boolean().default(false),
    password: currentPassword.optional(),
    code: typedCode.optional(),
  }),
});

/** What the screens of an agency depend on, whoever looks at them. */
export const agencyFacts = z.strictObject({
  currency: z.string(),
  timeZone: z.string(),
  country: z.string(),
  /** Country, or country and state (1 §3). */
  holidayLocale: z.string(),
  simplifiedStock: z.boolean(),
});
export type AgencyFacts = z.output<typeof agencyFacts>;

export const company = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(['AGENCY', 'CUSTOMER']),
  agency: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** An error with `lock` closes the screens (C-020). */
  errors: z.array(z.looseObject({ message: z.string(), lock: z.boolean() })),
  ...agencyFacts.shape,
  /** 0 created: waiting for moderation. */
  pending: z.boolean(),
});

export const userCompany = z.strictObject({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  email: z.string().nullable(),
  position: z.string().nullable(),
  status: z.int(),
  plannable: z.boolean(),
  profilePicture: storedFileSchema.nullable(),
  rights: z.record(z.string(), z.boolean()),
  company,
  isOwner: z.boolean(),
  isAgencyOwner: z.boolean(),
  isCustomer: z.boolean(),
  isAgent: z.boolean(),
  isStaff: z.boolean(),
  isStaffNonAgent: z.boolean(),
});
export type UserCompany = z.output<typeof userCompany>;

const preset = z.strictObject({
  key: z.string().max(64),
  label: z.string().min(1, 'Obligatoire').max(80),
  favorite: z.boolean(),
  filters: z.record(z.string().max(64), z.unknown()),
});
export type Preset = z.output<typeof preset>;

const pageConfig = z.strictObject({
  filtersPreset: z
    .array(preset)
    .max(50)
    .refine((all) => all.filter(({ favorite }) => favorite).length <= 1, 'Un seul favori par page')
    .optional(),
  config: z
    .strictObject({
      /** In order; columns that are not named follow in their declared order. */
      columns: z
        .array(
          z.strictObject({
            name: z.string().max(100),
            visible: z.boolean(),
            width: z.int().min(40).max(1200).optional(),
          }),
        )
        .max(200)
        .optional(),
      orderBy: z.string().max(100).optional(),
      ascending: z.boolean().optional(),
      limit: z.int().min(1).max(250).optional(),
      density: z.enum(['compact', 'normal', 'comfortable']).optional(),
    })
    .optional(),
});
export type PageConfig = z.output<typeof pageConfig>;

const pagesConfig = z.record(z.string().max(100), pageConfig);
export type PagesConfig = z.output<typeof pagesConfig>;

export const user = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  admin: z.boolean(),
  isSupport: z.boolean(),
  superAdmin: z.boolean(),
  agentAdmin: z.boolean(),
  customerAdmin: z.boolean(),
  firstLogin: z.boolean(),
  /** Sign-in needs a code in addition to the password. */
  secondFactor: z.boolean(),
  /** The account must set up a second factor before anything else. */
  mustEnrol: z.boolean(),
  /** The shortest password that its agencies accept. */
  passwordLength: z.int(),
  /** Requested, and not yet confirmed by the link in the mail. */
  pendingEmail: z.string().nullable(),
  userCompanies: z.array(userCompany),
  pagesConfig,
  /** The profile that platform staff act for. */
  acting: userCompany.nullable(),
});
export type User = z.output<typeof user>;

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/user',
  mounts: { root: 'signedIn' },
  duringMaintenance: true,
  summary: "L'utilisateur connecté",
  output: z.strictObject({ user }),
});

export const saveUser = endpoint({
  name: 'saveUser',
  method: 'PUT',
  path: '/user',
  mounts: { root: 'signedIn' },
  summary: "Modifier l'utilisateur connecté, avec la configuration de ses pages",
  input: z.strictObject({
    firstname: z.string().trim().min(1, 'Obligatoire').max(100).optional(),
    lastname: z.string().trim().min(1, 'Obligatoire').max(100).optional(),
    firstLogin: z.literal(false).optional(),
    /** Each page key replaces only that page. */
    pagesConfig: pagesConfig.optional(),
  }),
  output: z.strictObject({ user }),
});

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/user/forgot-password',
  mounts: { root: 'public' },
  summary: 'Demander un nouveau mot de passe par e-mail',
  input: z.strictObject({ email: emailAddress }),
  output: z.strictObject({ message: z.string() }),
});

/** Whether the link still works, and the length of the password it asks for. */
export const readResetLink = endpoint({
  name: 'readResetLink',
  method: 'GET',
  path: '/user/forgot-password/{token}',
  mounts: { root: 'public' },
  summary: 'Vérifier un lien de nouveau mot de passe',
  params: byToken,
  output: z.strictObject({ passwordLength: z.int() }),
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'PUT',
  path: '/user/forgot-password/{token}',
  mounts: { root: 'public' },
  summary: 'Choisir un nouveau mot de passe',
  params: byToken,
  input: z.strictObject({ password: chosenPassword }),
  output: z.strictObject({ message: z.string() }),
});

/** Support acts for a profile with exactly its rights; null returns to one's own. */
export const switchProfile = endpoint({
  name: 'switchProfile',
  method: 'POST',
  path: '/user/profile',
  repeatable: true,
  mounts: { root: 'support' },
  summary: "Agir au nom d'un profil",
  input: z.strictObject({
    userCompany: z
      .strictObject({
        id: z.uuid('Identifiant invalide'),
        agency: z.strictObject({ id: z.uuid('Identifiant invalide') }).optional(),
      })
      .nullable(),
  }),
  output: tokens,
});

export const disconnectAgent = endpoint({
  name: 'disconnectAgent',
  method: 'PATCH',
  path: '/agent/{id}/disconnect',
  mounts: { agency: ['editAgent'] },
  summary: 'Déconnecter un collaborateur de tous ses appareils',
  params: byId,
});

const rightsMap = z
  .record(z.string(), z.boolean())
  .check((context) => {
    for (const key of Object.keys(context.value)) {
      if (!isRight(key))
        context.issues.push({ code: 'custom', message: 'Autorisation inconnue', path: [key], input: context.value });
    }
  })
  .transform((map) => map as Partial<Record<Right, boolean>>);

const rightsHolder = z.strictObject({
  id: z.uuid(),
  fullname: z.string(),
  type: z.enum(['AGENCY', 'CUSTOMER']),
  isOwner: z.boolean(),
  hasAccount: z.boolean(),
  /** Sign-in needs a code in addition to the password. */
  secondFactor: z.boolean(),
  email: z.string().nullable(),
  /** When the pending invitation was sent. */
  invitedAt: z.string().nullable(),
  rights: z.record(z.string(), z.boolean()),
  version: z.int(),
});
export type RightsHolder = z.output<typeof rightsHolder>;

export const readRights = endpoint({
  name: 'readRights',
  method: 'GET',
  path: '/userCompany/{id}/rights',
  mounts: { agency: ['editAgentRight'] },
  summary: "Les droits d'un utilisateur",
  params: byId,
  output: z.strictObject({ userCompany: rightsHolder }),
});

export const saveRights = endpoint({
  name: 'saveRights',
  method: 'POST',
  path: '/userCompany/{id}/rights',
  mounts: { agency: ['editAgentRight'] },
  summary: "Modifier les droits d'un utilisateur",
  params: byId,
  input: z.strictObject({ rights: rightsMap, version: z.int().optional() }),
  output: z.strictObject({ userCompany: rightsHolder }),
});

export const invite = endpoint({
  name: 'invite',
  method: 'POST',
  path: '/userCompany/{id}/invitation',
  mounts: { agency: ['editAgentRight'] },
  summary: 'Inviter un collaborateur ou un interlocuteur à ouvrir son compte',
  params: byId,
  output: z.strictObject({ userCompany: rightsHolder }),
});

/** Those who cannot be invited are named with the reason; the others are. */
export const inviteAll = endpoint({
  name: 'inviteAll',
  method: 'POST',
  path: '/userCompanies/invitations',
  mounts: { agency: ['editAgentRight'] },
  summary: 'Inviter plusieurs collaborateurs ou interlocuteurs à ouvrir leur compte',
  input: z
    .strictObject({
      ids: z.array(z.uuid('Identifiant invalide')).max(500).default([]),
      /** All their contacts who have no account yet. */
      customers: z.array(z.uuid('Identifiant invalide')).max(500).default([]),
    })
    .refine(({ ids, customers }) => ids.length + customers.length > 0, { path: ['ids'], message: 'Obligatoire' }),
  output: z.strictObject({
    invited: z.array(z.uuid()),
    refused: z.array(z.strictObject({ id: z.uuid(), fullname: z.string(), reason: z.string() })),
  }),
});

export const readInvitation = endpoint({
  name: 'readInvitation',
  method: 'GET',
  path: '/invitation/{token}',
  mounts: { root: 'public' },
  summary: 'Lire une invitation',
  params: byToken,
  output: z.strictObject({
    invitation: z.strictObject({
      email: z.string(),
      fullname: z.string(),
      company: z.string(),
      hasAccount: z.boolean(),
      passwordLength: z.int(),
    }),
  }),
});

/** If the address has an account, its password is required; else a new one is chosen. */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invitation/{token}',
  mounts: { root: 'public' },
  summary: 'Accepter une invitation',
  params: byToken,
  input: z.strictObject({ password: currentPassword, code: typedCode.optional() }),
  output: tokens,
});

/** By the one-time link printed at the first start without demo data. */
export const createFirstAdmin = endpoint({
  name: 'createFirstAdmin',
  method: 'POST',
  path: '/first-admin/{token}',
  mounts: { root: 'public' },
  summary: 'Créer le super-administrateur de la plateforme',
  params: byToken,
  input: z.strictObject({
    email: emailAddress,
    firstname: z.string().trim().min(1, 'Obligatoire').max(100),
    lastname: z.string().trim().min(1, 'Obligatoire').max(100),
    password: chosenPassword,
  }),
  output: tokens,
});
