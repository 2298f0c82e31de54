import { describe, expect, test } from 'vitest';
import { changePassword } from '#core/session/account.ts';
import { commonPassword, commonWord, guessablePassword } from '#core/session/password.ts';
import {
  acceptInvitation,
  forgotPassword,
  invite,
  readInvitation,
  readResetLink,
  readUser,
  resetPassword,
} from '#core/session/session.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import { password, world } from '#server/testing/world.ts';
import { permitPassword } from './chosen-password.ts';

const { anonymous, as, agency, people, outbox, sql } = await world();

const resetLink = async (): Promise<string> => {
  await sql('delete from user_tokens');
  const before = (await outbox.to(people.staff.email)).length;
  await anonymous.call(forgotPassword, { input: { email: people.staff.email } });
  return tokenIn(await outbox.lastTo(people.staff.email, before + 1), 'mot-de-passe');
};
const invitation = async (): Promise<string> => {
  const id = uuidv7();
  const address = `${id}@vigie.example`;
  await sql(`insert into agents (agency_id, id, firstname, lastname, email) values ($1, $2, 'Jean', 'Neuf', $3)`, [
    agency.id,
    id,
    address,
  ]);
  await as('owner').call(invite, { params: { id } });
  return tokenIn(await outbox.lastTo(address), 'invitation');
};

/** The three ways to choose a password. */
const ways: [string, (chosen: string) => Promise<{ status: number; body: unknown }>][] = [
  ['changed', (chosen) => as('staff').answer(changePassword, { input: { current: password, password: chosen } })],
  [
    'reset',
    async (chosen) =>
      anonymous.answer(resetPassword, { params: { token: await resetLink() }, input: { password: chosen } }),
  ],
  [
    'chosen with an invitation',
    async (chosen) =>
      anonymous.answer(acceptInvitation, { params: { token: await invitation() }, input: { password: chosen } }),
  ],
];
const fault = (message: string) => ({ status: 400, body: { message, violations: [{ path: 'password', message }] } });

test.each(ways)('a common password is refused, in any letters, when it is %s', async (_, choose) => {
  for (const common of ['Password1', 'passWORD1', 'Welcome1', 'Abcd1234'])
    expect(await choose(common), common).toMatchObject(fault(commonPassword));
});

test.each(ways)('a French word with a tail is refused when it is %s', async (_, choose) => {
  for (const word of ['Azerty1234', 'Marseille13']) expect(await choose(word), word).toMatchObject(fault(commonWord));
});

describe('permitPassword', () => {
  const refusal = (chosen: string): string | null => {
    try {
      permitPassword(chosen, { length: 6, names: [] }, []);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ...[
      'Azerty1',
      'Azerty123',
      'Azerty1234',
      'Motdepasse1',
      'Bonjour1',
      'Soleil06',
      'Marseille13',
      'Paris75!',
      'Été2026',
    ],
    // Signs in front, between and in place of letters.
    ...['2026Soleil', '#Doudou1', 'Mot-de-passe1', 'M0tdep@sse1', '$oleiL06', 'L0ul0u2026!', 'Sécurit3', 'JeT’aime1'],
  ])('%s is a common French word', (chosen) => expect(refusal(chosen)).toBe(commonWord));

  test.each(['Correct1', 'SoleilLevant06', 'Azertyque1', 'Parisienne75', 'Tr0mpette-Bleue', 'Xk7Soleil2q'])(
    '%s is not',
    (chosen) => expect(refusal(chosen)).toBeNull(),
  );

  test.each([
    ['Az1', '6 caractères min.'],
    ['Azertyu', '1 chiffre min.'],
    ['AZERTY1', '1 minuscule min.'],
    ['azerty1', '1 majuscule min.'],
  ])('%s is told by the rule of the form first', (chosen, message) => expect(refusal(chosen)).toBe(message));
});

test.each(ways)('a name with a few signs is refused when it is %s', async (_, choose) => {
  for (const name of ['Vigie2026', 'Azur1234', 'AzurSécurité6'])
    expect(await choose(name), name).toMatchObject(fault(guessablePassword));
});

test("one's own name or address is refused, a sentence that contains them is not", async () => {
  const change = ways[0]?.[1] as (chosen: string) => Promise<{ status: number; body: unknown }>;
  for (const name of ['Staff2026', 'StaffTest1', 'Test123456!'])
    expect(await change(name)).toMatchObject(fault(guessablePassword));
  expect((await change('Monchien1Staff')).status).toBe(204);
  const back = { current: 'Monchien1Staff', password };
  expect((await as('staff').answer(changePassword, { input: back })).status).toBe(204);
});

test.each(ways)(
  'the length that the agency asks for applies when it is %s, and the sentence follows',
  async (_, choose) => {
    await sql('update agencies set password_length = 14 where id = $1', [agency.id]);
    try {
      expect(await choose('Treizelettre1')).toMatchObject(fault('14 caractères min.'));
      expect((await as('staff').call(readUser)).user.passwordLength).toBe(14);
      expect((await as('foreignAgent').call(readUser)).user.passwordLength).toBe(6);
    } finally {
      await sql('update agencies set password_length = 6 where id = $1', [agency.id]);
    }
  },
);

test('the links tell the length; a dead link says so before anything is typed', async () => {
  await sql('update agencies set password_length = 10 where id = $1', [agency.id]);
  const [reset, invited] = [await resetLink(), await invitation()];
  expect(await anonymous.call(readResetLink, { params: { token: reset } })).toEqual({ passwordLength: 10 });
  expect((await anonymous.call(readInvitation, { params: { token: invited } })).invitation.passwordLength).toBe(10);
  expect((await anonymous.answer(readResetLink, { params: { token: 'x' } })).status).toBe(404);
  await sql('update user_tokens set used_at = now()');
  expect((await anonymous.answer(readResetLink, { params: { token: reset } })).status).toBe(404);
});
