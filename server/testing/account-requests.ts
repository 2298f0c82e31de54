// Valid requests of the account calls; each prepares the account for its call.
import { seal } from '#server/session/sealing.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { base32, newSecret } from '#server/session/totp.ts';
import { password } from './people.ts';
import type { Line, Setting } from './requests.ts';
import { codeNow } from './totp.ts';
import type { World } from './world.ts';

type State = 'none' | 'prepared' | 'confirmed';

/** Adds or removes the second factor of an account; returns the current code. */
export async function secondFactorOf({ sql, environment }: World, userId: string, state: State): Promise<string> {
  const secret = newSecret();
  if (state === 'none') await sql('delete from user_second_factors where user_id = $1', [userId]);
  else {
    await sql(
      `insert into user_second_factors (user_id, secret, confirmed_at) values ($1, $2, $3) on conflict (user_id)
        do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at, created_at = now(), last_step = 0`,
      [userId, seal(environment.secret, userId, secret), state === 'confirmed' ? new Date() : null],
    );
  }
  return codeNow(base32(secret));
}

/** The code of the caller; a dummy without a caller. */
const codeIn = async ({ world, person }: Setting, state: State): Promise<string> =>
  person ? secondFactorOf(world, person.id, state) : '123456';

/** For calls that ask for the password, and for a code if there is a second factor. */
export const withoutCode = ({ world, person }: Setting): Promise<unknown> =>
  person ? secondFactorOf(world, person.id, 'none') : Promise.resolve();

const someEmail = (): string => `${hashOf(oneTimeToken()).toLowerCase()}@vigie.example`;

export const accountLines: Record<string, Line> = {
  reportError: {
    request: () => ({ input: { message: 'Error: x', places: [], screen: '/home', version: '1.0.0' } }),
  },
  changePassword: { request: () => ({ input: { current: password, password } }) },
  requestEmail: {
    request: async (setting) => {
      const { world, person } = setting;
      await withoutCode(setting);
      await world.sql(`delete from user_tokens where user_id = $1 and purpose = 'email'`, [person?.id ?? null]);
      return { input: { email: someEmail(), password } };
    },
  },
  confirmEmail: {
    request: async ({ world }) => {
      const [token, { id }] = [
        oneTimeToken(),
        await world.hire(`migrant${oneTimeToken()}`, { of: 'boreal', rights: [] }),
      ];
      await world.sql(
        `insert into user_tokens (hash, purpose, user_id, email, expires_at) values ($1, 'email', $2, $3, now() + interval '1 day')`,
        [hashOf(token), id, someEmail()],
      );
      return { params: { token } };
    },
  },
  enrolSecondFactor: {
    request: async (setting) => {
      await codeIn(setting, 'none');
      return { input: { password } };
    },
  },
  confirmSecondFactor: { request: async (setting) => ({ input: { code: await codeIn(setting, 'prepared') } }) },
  renewRecoveryCodes: {
    request: async (setting) => ({ input: { password, code: await codeIn(setting, 'confirmed') } }),
  },
  disableSecondFactor: {
    request: async (setting) => ({ input: { password, code: await codeIn(setting, 'confirmed') } }),
  },
  resetSecondFactor: {
    others: ['foreign'],
    request: async ({ world, where }) => {
      const of = where === 'foreign' ? 'boreal' : 'azur';
      const holder = await world.hire(`égaré${oneTimeToken()}`, { of, rights: [] });
      await secondFactorOf(world, holder.id, 'confirmed');
      return { params: { id: holder.profile?.id as string } };
    },
  },
};
