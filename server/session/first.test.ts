import { expect, test } from 'vitest';
import { createFirstAdmin, readUser } from '#core/session/session.ts';
import { world } from '#server/testing/world.ts';
import { firstAdminLink } from './first.ts';

const { anonymous, database, environment, sql } = await world();
const input = { email: 'Fondatrice@vigie.example', firstname: 'Ada', lastname: 'Roy', password: 'Premier1' };
const link = () => firstAdminLink(database, environment);
const create = (url: string | null, body: object = input) =>
  anonymous.answer(createFirstAdmin, { params: { token: url?.split('/').at(-1) ?? '' }, input: body });

test('there is no link once a user exists', async () => {
  expect(await link()).toBeNull();
});

test('only the link of the last start creates the super-admin, once', async () => {
  await sql('update agencies set manager_id = null');
  await sql('delete from users');
  const [former, current] = [await link(), await link()];
  expect(current).toMatch(/^https:\/\/vigie\.example\/#\/premier-compte\/[\w-]{43}$/);
  expect(await create(former)).toMatchObject({ status: 404, body: { message: "Ce lien n'est plus valable." } });
  expect((await create(current, { ...input, password: 'faible' })).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(current)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404, 404]);
  const token = answers.find(({ status }) => status === 200)?.body.token;
  expect((await anonymous.with(token).call(readUser)).user).toMatchObject({
    email: 'fondatrice@vigie.example',
    superAdmin: true,
    admin: true,
    isSupport: true,
  });
  expect(await sql('select author, action from platform_audit where entity = $1', ['user'])).toEqual([
    { author: 'Ada Roy', action: 'create' },
  ]);
  expect(await link()).toBeNull();
});
