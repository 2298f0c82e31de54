import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { forgotPassword, readUser, resetPassword, signIn } from '#core/session/session.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import { password, world } from '#server/testing/world.ts';

const { anonymous, people, outbox, sessionOf, sql } = await world();
const { email } = people.staff;
const chosen = 'Nouveau2';

const ask = (address: string) => anonymous.call(forgotPassword, { input: { email: address } });
const reset = (token: string, typed = chosen) =>
  anonymous.answer(resetPassword, { params: { token }, input: { password: typed } });
const enter = async (typed: string) =>
  (await anonymous.answer(signIn, { input: { username: email, password: typed } })).status;
const mailsAbout = async (subject: string) =>
  (await outbox.to(email)).filter((mail) => mail.subject?.includes(subject));
/** How many links were sent. */
let mails = 0;
async function linkMail() {
  await expect.poll(async () => (await mailsAbout('choisissez')).length, { timeout: 5_000 }).toBe(mails);
  return (await mailsAbout('choisissez')).at(-1) as Awaited<ReturnType<typeof outbox.lastTo>>;
}
async function newLink(): Promise<string> {
  await ask(email);
  mails += 1;
  return tokenIn(await linkMail(), 'mot-de-passe');
}

beforeEach(async () => {
  await sql(`update user_tokens set created_at = created_at - interval '2 minutes'`);
});

test('the mail is French, in text and in HTML, and its link sets a new password', async () => {
  const link = await newLink();
  const mail = await linkMail();
  expect(mail.subject).toBe('Vigie : choisissez un nouveau mot de passe');
  expect(mail.from?.address).toBe('ne-pas-repondre@vigie.example');
  expect(mail.text).toContain('Bonjour Staff,');
  expect(mail.html).toContain(`href="https://vigie.example/#/mot-de-passe/${link}"`);
  expect(await reset(link)).toMatchObject({ status: 200, body: { message: 'Votre mot de passe a été modifié.' } });
  expect([await enter(password), await enter(chosen)]).toEqual([401, 200]);
});

test('a mail tells that the password was reset', async () => {
  const before = (await mailsAbout('sécurité')).length;
  await reset(await newLink());
  await expect.poll(async () => (await mailsAbout('sécurité')).length, { timeout: 5_000 }).toBe(before + 1);
  expect((await mailsAbout('sécurité')).at(-1)?.text).toContain('Un nouveau mot de passe a été choisi');
});

test('an address without an account gets the same answer, and no mail', async () => {
  const answer = await ask('personne@vigie.example');
  expect(answer).toEqual({ message: 'Si un compte existe pour cette adresse, un e-mail vient de lui être envoyé.' });
  expect(await ask(` ${email.toUpperCase()}`)).toEqual(answer);
  mails += 1;
  await linkMail();
  expect((await outbox.all()).flatMap((mail) => mail.to?.map(({ address }) => address))).not.toContain(
    'personne@vigie.example',
  );
});

test('many requests within a minute send one mail', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask(email)));
  mails += 1;
  await linkMail();
  await ask(email);
  await wait(300);
  expect(await mailsAbout('choisissez')).toHaveLength(mails);
});

test('a link can be used once, and ends the other links of the account', async () => {
  const first = await newLink();
  await sql(`update user_tokens set created_at = created_at - interval '2 minutes'`);
  const second = await newLink();
  const answers = await Promise.all(Array.from({ length: 10 }, () => reset(second)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const link of [first, second, 'x', '%00'])
    expect(await reset(link)).toMatchObject({ status: 404, body: { message: "Ce lien n'est plus valable." } });
});

test('a link is valid for 24 hours', async () => {
  const link = await newLink();
  await sql(`update user_tokens set expires_at = expires_at - interval '24 hours'`);
  expect((await reset(link)).status).toBe(404);
});

test('only the hash of a link is stored', async () => {
  const link = await newLink();
  expect(JSON.stringify(await sql('select * from user_tokens'))).not.toContain(link);
});

test.each([
  ['Ab1', '6 caractères min.'],
  ['Abcdef', '1 chiffre min.'],
  ['ABCDE1', '1 minuscule min.'],
  ['abcde1', '1 majuscule min.'],
])('the password %s is refused: %s', async (typed, message) => {
  const link = await newLink();
  expect(await reset(link, typed)).toMatchObject({
    status: 400,
    body: { message, violations: [{ path: 'password', message }] },
  });
  expect((await reset(link)).status).toBe(200);
});

test('a new password ends every session, lifts the lock and writes an audit line', async () => {
  const session = await sessionOf('staff');
  for (let failure = 0; failure < 6; failure += 1) await enter('Faux1234');
  expect(await enter(chosen)).toBe(429);
  await sql('delete from platform_audit');
  const link = await newLink();
  await reset(link, 'Encore33');
  expect((await anonymous.with(session.token).answer(readUser)).status).toBe(401);
  expect(await enter('Encore33')).toBe(200);
  const lines = await sql('select action, author from platform_audit where entity_id = $1 order by at', [
    people.staff.id,
  ]);
  expect(lines).toEqual([
    { action: 'forgotPassword', author: null },
    { action: 'resetPassword', author: people.staff.fullname },
  ]);
});
