// Valid requests of the calls that open, renew and end sessions.
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { withoutCode } from './account-requests.ts';
import type { Line, Request, Setting } from './requests.ts';
import { password, type World } from './world.ts';

async function resetToken(world: World): Promise<string> {
  const token = oneTimeToken();
  const { id } = await world.hire(`oublieux${oneTimeToken()}`, { of: 'boreal', rights: [] });
  await world.sql(
    `insert into user_tokens (hash, purpose, user_id, expires_at) values ($1, 'password', $2, now() + interval '1 day')`,
    [hashOf(token), id],
  );
  return token;
}

let companies = 0;
async function signUpToken(world: World): Promise<string> {
  const token = oneTimeToken();
  companies += 1;
  await world.sql(
    `insert into sign_ups (id, hash, email, agency_name, siret, firstname, lastname, terms_version, terms_accepted_at, created_at, expires_at)
      values (gen_random_uuid(), $1, $2, 'Agence Neuve', $3, 'Noé', 'Neuf', 'v', now(), now(), now() + interval '1 day')`,
    [hashOf(token), `${hashOf(token).toLowerCase()}@vigie.example`, String(companies).padStart(14, '0')],
  );
  return token;
}

/** As if they were loaded, in both agencies: nothing to write. */
async function sampled({ world }: Pick<Setting, 'world'>): Promise<Request> {
  await world.sql(
    `insert into sample_rows (agency_id, entity, id, name) select unnest($1::uuid[]), 'site', gen_random_uuid(), 'Exemple'`,
    [[world.agency.id, world.otherAgency.id]],
  );
  return { input: {} };
}

export const sessionLines: Record<string, Line> = {
  signIn: { request: ({ world }) => ({ input: { username: world.people.foreignAgent.email, password } }) },
  refreshToken: {
    request: async ({ world }) => ({
      input: { refresh_token: (await world.sessionOf('foreignAgent')).refresh_token },
    }),
  },
  signOut: { request: () => ({ input: {} }), spendsSession: true },
  saveUser: { request: () => ({ input: {} }) },
  forgotPassword: { request: () => ({ input: { email: 'personne@vigie.example' } }) },
  readResetLink: { request: async ({ world }) => ({ params: { token: await resetToken(world) } }) },
  resetPassword: {
    request: async ({ world }) => ({ params: { token: await resetToken(world) }, input: { password } }),
  },
  registerDevice: { request: () => ({ input: { token: oneTimeToken() } }) },
  removeDevice: {
    others: ['foreign'],
    request: async ({ world, person, where }) => {
      const holder = where === 'own' && person ? person : world.people.foreignAgent;
      const [device] = await world.sql<{ id: string }>(
        'insert into user_devices (id, user_id, token) values (gen_random_uuid(), $1, $2) returning id',
        [holder.id, oneTimeToken()],
      );
      return { params: { id: device?.id as string } };
    },
  },
  disconnectDevice: {
    others: ['foreign'],
    request: async (setting) => {
      const { world, person, where } = setting;
      await withoutCode(setting);
      const holder = where === 'own' && person ? person : world.people.foreignAgent;
      const [device] = await world.sql<{ id: string }>(
        'insert into user_devices (id, user_id, token) values (gen_random_uuid(), $1, $2) returning id',
        [holder.id, oneTimeToken()],
      );
      return { params: { id: device?.id as string }, input: { password } };
    },
  },
  // Closed, unless a brand opens it.
  signUp: {
    status: 404,
    request: () => ({
      input: {
        ...{ agencyName: 'Agence Neuve', siret: '73282932000074', firstname: 'A', lastname: 'B' },
        ...{ email: 'neuve@vigie.example', terms: 'none' },
      },
    }),
  },
  readSignUp: { status: 404, request: () => ({}) },
  readSignUpLink: { request: async ({ world }) => ({ params: { token: await signUpToken(world) } }) },
  confirmSignUp: {
    request: async ({ world }) => ({ params: { token: await signUpToken(world) }, input: { password } }),
  },
  loadSamples: {
    request: async (setting) => {
      await sampled(setting);
      return {};
    },
  },
  removeSamples: { request: sampled },
  // Impossible once a user exists.
  createFirstAdmin: {
    status: 404,
    request: () => ({
      params: { token: oneTimeToken() },
      input: { email: 'premier@vigie.example', firstname: 'A', lastname: 'B', password },
    }),
  },
};
