import { beforeEach, describe, expect, test } from 'vitest';
import { cancelEmail, changePassword, confirmEmail, requestEmail } from '#core/session/account.ts';
import { registerDevice } from '#core/session/devices.ts';
import { forgotPassword, readUser, resetPassword, signIn } from '#core/session/session.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import { password, world } from '#server/testing/world.ts';

const { anonymous, as, people, jobsDone, outbox, sessionOf, sql } = await world();
const { id, email } = people.staff;

const enter = async (address: string, typed = password) =>
  (await anonymous.answer(signIn, { input: { username: address, password: typed } })).status;
const linesOf = async (action: string) =>
  sql(`select author, changes from platform_audit where entity_id = $1 and action = $2`, [id, action]);

beforeEach(async () => {
  await sql('delete from sign_in_failures');
  await sql('delete from user_tokens');
});

describe('the password', () => {
  const change = (current: string, chosen: string) =>
    as('agent').answer(changePassword, { input: { current, password: chosen } });

  test.each([
    ['Ab1', '6 caractères min.'],
    ['Abcdef', '1 chiffre min.'],
    ['ABCDEF1', '1 minuscule min.'],
    ['abcdef1', '1 majuscule min.'],
  ])('%s is refused: %s', async (chosen, message) => {
    expect(await change(password, chosen)).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'password', message }] },
    });
  });

  test('a wrong current password is refused on its field and counts as a failure', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await change('Faux1234', 'Nouveau2')).toMatchObject({
        status: 400,
        body: { violations: [{ path: 'current', message: 'Mot de passe incorrect' }] },
      });
    }
    expect((await change(password, 'Nouveau2')).status).toBe(429);
  });

  test('a new password replaces the old one; other sessions and devices end, this one stays; mailed links expire', async () => {
    const { email: address, id: user } = people.agent;
    const [here, elsewhere] = [await sessionOf('agent'), await sessionOf('agent')];
    const client = as('agent').with(here.token);
    await client.call(registerDevice, { input: { token: 'ici' } });
    await as('agent')
      .with(elsewhere.token)
      .call(registerDevice, { input: { token: 'ailleurs' } });
    await anonymous.call(forgotPassword, { input: { email: address } });
    const link = tokenIn(await outbox.lastTo(address), 'mot-de-passe');
    expect(
      await client.answer(changePassword, { input: { current: password, password: 'Nouveau2' }, key: 'k' }),
    ).toMatchObject({ status: 204 });
    expect([await enter(address), await enter(address, 'Nouveau2')]).toEqual([401, 200]);
    expect((await client.answer(readUser)).status).toBe(200);
    await expect.poll(async () => (await as('agent').with(elsewhere.token).answer(readUser)).status).toBe(401);
    expect(await sql('select token from user_devices where user_id = $1', [user])).toEqual([{ token: 'ici' }]);
    expect((await anonymous.answer(resetPassword, { params: { token: link }, input: { password } })).status).toBe(404);
    expect((await outbox.lastTo(address, 2)).text).toContain('Votre mot de passe a été modifié.');
    expect(await sql('select from idempotency_keys')).toEqual([]);
  });
});

describe('the address', () => {
  const ask = (wanted: string, typed = password) =>
    as('staff').answer(requestEmail, { input: { email: wanted, password: typed } });
  const confirm = (token: string) => anonymous.answer(confirmEmail, { params: { token } });
  const linkSentTo = async (address: string) => tokenIn(await outbox.lastTo(address), 'adresse-mail');
  const minutePassed = () => sql(`update user_tokens set created_at = created_at - interval '61 seconds'`);

  test('changes only after the link in the mail is used; the old address is notified', async () => {
    const asked = await ask(' Nouvelle@Vigie.example ');
    expect(asked).toMatchObject({
      status: 200,
      body: { message: 'Un e-mail de confirmation vient d’être envoyé à nouvelle@vigie.example.' },
    });
    const mail = await outbox.lastTo('nouvelle@vigie.example');
    expect(mail.subject).toBe('Vigie : confirmez votre nouvelle adresse');
    const link = tokenIn(mail, 'adresse-mail');
    expect(mail.html).toContain(`href="https://vigie.example/#/adresse-mail/${link}"`);
    expect((await as('staff').call(readUser)).user).toMatchObject({ email, pendingEmail: 'nouvelle@vigie.example' });
    expect([await enter(email), await enter('nouvelle@vigie.example')]).toEqual([200, 401]);
    await anonymous.call(forgotPassword, { input: { email } });
    const reset = tokenIn(await outbox.lastTo(email), 'mot-de-passe');

    expect(await confirm(link)).toMatchObject({ status: 200, body: { email: 'nouvelle@vigie.example' } });
    expect((await as('staff').call(readUser)).user).toMatchObject({
      email: 'nouvelle@vigie.example',
      pendingEmail: null,
    });
    expect([await enter(email), await enter('nouvelle@vigie.example')]).toEqual([401, 200]);
    expect((await outbox.lastTo(email, 2)).text).toContain('celle-ci ne permet plus de vous connecter');
    expect((await anonymous.answer(resetPassword, { params: { token: reset }, input: { password } })).status).toBe(404);
    expect(await confirm(link)).toMatchObject({ status: 404, body: { message: "Ce lien n'est plus valable." } });
    expect(await linesOf('changeEmail')).toEqual([
      { author: people.staff.fullname, changes: { email: { before: email, after: 'nouvelle@vigie.example' } } },
    ]);
    const [agent] = await sql('select email from agents where user_id = $1', [id]);
    expect(agent).toEqual({ email });
    await sql('update users set email = $2 where id = $1', [id, email]);
  });

  test.each([
    ['no address', 'pas-une-adresse', password, 'email'],
    ['one’s own', email, password, 'email'],
    ['a wrong password', 'autre@vigie.example', 'Faux1234', 'password'],
  ])('%s is refused on its field, and nothing is sent', async (_what, wanted, typed, path) => {
    await jobsDone();
    const before = (await outbox.all()).length;
    const answer = await ask(wanted, typed);
    expect(answer.status).toBe(400);
    expect(answer.body.violations[0].path).toBe(path);
    await jobsDone();
    expect(await outbox.all()).toHaveLength(before);
  });

  test('an address of another account gets the same answer; only its owner gets a mail, without a link', async () => {
    const answer = await ask(people.owner.email);
    expect(answer.body.message).toBe(`Un e-mail de confirmation vient d’être envoyé à ${people.owner.email}.`);
    const mail = await outbox.lastTo(people.owner.email);
    expect(mail.subject).toBe('Vigie : votre adresse est déjà celle d’un compte');
    expect(mail.text).not.toContain('adresse-mail');
  });

  test('an address taken in the meantime is refused', async () => {
    await ask('disputee@vigie.example');
    const link = await linkSentTo('disputee@vigie.example');
    await sql(`update users set email = 'disputee@vigie.example' where id = $1`, [people.powerless.id]);
    expect(await confirm(link)).toMatchObject({
      status: 409,
      body: { message: 'Un compte utilise déjà cette adresse.' },
    });
    expect((await as('staff').call(readUser)).user.email).toBe(email);
  });

  test('a new request replaces the earlier one after a minute; the link of a cancelled request is invalid', async () => {
    await ask('premiere@vigie.example');
    expect((await ask('seconde@vigie.example')).status).toBe(429);
    await minutePassed();
    expect((await ask('seconde@vigie.example')).status).toBe(200);
    const [first, second] = [await linkSentTo('premiere@vigie.example'), await linkSentTo('seconde@vigie.example')];
    expect((await confirm(first)).status).toBe(404);
    await as('staff').call(cancelEmail);
    expect((await as('staff').call(readUser)).user.pendingEmail).toBeNull();
    expect((await confirm(second)).status).toBe(404);
  });

  test('the link of a pending address ends with the password under which it was asked for', async () => {
    await ask('oubliee@vigie.example');
    const first = await linkSentTo('oubliee@vigie.example');
    await anonymous.call(forgotPassword, { input: { email } });
    const reset = tokenIn(await outbox.lastTo(email, 3), 'mot-de-passe');
    await anonymous.call(resetPassword, { params: { token: reset }, input: { password: 'Nouveau2' } });
    expect((await confirm(first)).status).toBe(404);
    await minutePassed();
    await ask('changee@vigie.example', 'Nouveau2');
    const second = await linkSentTo('changee@vigie.example');
    await as('staff').call(changePassword, { input: { current: 'Nouveau2', password } });
    expect((await confirm(second)).status).toBe(404);
    expect((await as('staff').call(readUser)).user.pendingEmail).toBe(null);
  });

  test('a link is valid for a day, and for its own purpose only', async () => {
    await ask('tardive@vigie.example');
    const link = await linkSentTo('tardive@vigie.example');
    await sql(`update user_tokens set expires_at = now() - interval '1 second'`);
    expect((await confirm(link)).status).toBe(404);
    expect((await as('staff').call(readUser)).user.pendingEmail).toBeNull();
    expect((await anonymous.answer(resetPassword, { params: { token: link }, input: { password } })).status).toBe(404);
  });
});
