import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  accountMessages,
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
  otpauthUri,
  readSecondFactor,
  renewRecoveryCodes,
} from '#core/session/account.ts';
import { acceptInvitation, forgotPassword, readUser, resetPassword, signIn } from '#core/session/session.ts';
import { keyedDigest } from '#server/secret.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import type { PersonName } from '#server/testing/people.ts';
import { codeNow, fromBase32 } from '#server/testing/totp.ts';
import { password, world } from '#server/testing/world.ts';
import { unseal } from './sealing.ts';
import { hashOf, oneTimeToken } from './tokens.ts';

const here = await world();
const { anonymous, as, people, outbox, sql, environment } = here;
const { email, id } = people.staff;

/** `code`: the one that it used. */
async function enable(
  person: PersonName = 'staff',
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await as(person).call(enrolSecondFactor, { input: { password } });
  const code = codeNow(secret);
  const { recoveryCodes } = await as(person).call(confirmSecondFactor, { input: { code } });
  return { secret, code, recoveryCodes };
}
/** Lets the period of the used codes pass. */
const passPeriod = () => sql('update user_second_factors set last_step = 0');
const enter = (code?: string, typed = password) =>
  anonymous.answer(signIn, { input: { username: email, password: typed, ...(code === undefined ? {} : { code }) } });
const refused = (message: string) => ({ status: 401, body: { code: 401, message, secondFactor: true } });
const wrong = refused('Code de vérification incorrect');
const lines = async () =>
  (
    await sql<{ action: string }>(
      `select action from platform_audit where entity = 'user' and entity_id = $1 order by at, id`,
      [id],
    )
  ).map(({ action }) => action);

/** Waits for a mail with these words. */
const mailWith = (address: string, words: string) =>
  vi.waitFor(async () => {
    const mail = (await outbox.to(address)).find(({ text }) => text?.includes(words));
    if (!mail) throw new Error(`no mail to ${address} contains ${words}`);
    return mail;
  });

beforeEach(async () => {
  await sql('delete from platform_audit');
});
afterEach(async () => {
  for (const table of ['user_second_factors', 'user_recovery_codes', 'sign_in_failures'])
    await sql(`delete from ${table}`);
});

describe('enrolment', () => {
  test('needs the password, and changes nothing until a code confirms it', async () => {
    const answer = await as('staff').answer(enrolSecondFactor, { input: { password: 'Faux1234' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'password', message: accountMessages.wrongPassword }] },
    });
    const { secret } = await as('staff').call(enrolSecondFactor, { input: { password } });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await enter()).status).toBe(200);
    expect((await as('staff').call(readUser)).user.secondFactor).toBe(false);
    expect(await as('staff').answer(confirmSecondFactor, { input: { code: '000000' } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'code', message: accountMessages.wrongCode }] },
    });
    expect((await as('staff').call(readSecondFactor)).secondFactor).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
  });

  test('once confirmed it sends a mail, is readable and audited, and cannot be prepared again', async () => {
    const { secret, recoveryCodes } = await enable();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
    const { secondFactor } = await as('staff').call(readSecondFactor);
    expect(secondFactor.recoveryCodesLeft).toBe(10);
    expect(Date.now() - Date.parse(secondFactor.enabledAt ?? '')).toBeLessThan(10_000);
    expect((await as('staff').call(readUser)).user.secondFactor).toBe(true);
    expect((await as('owner').call(readUser)).user.secondFactor).toBe(false);
    expect(await lines()).toEqual(['enableSecondFactor']);
    await mailWith(email, 'La validation en deux étapes est activée');
    for (const [endpoint, input] of [
      [enrolSecondFactor, { password }],
      [confirmSecondFactor, { code: codeNow(secret, 1) }],
    ] as const) {
      const again = await as('staff').answer(endpoint, { input });
      expect(again).toMatchObject({ status: 409, body: { message: accountMessages.alreadyEnabled } });
    }
  });

  test('expires after an hour and must be started again', async () => {
    const { secret } = await as('staff').call(enrolSecondFactor, { input: { password } });
    await sql(`update user_second_factors set created_at = now() - interval '61 minutes'`);
    const late = await as('staff').answer(confirmSecondFactor, { input: { code: codeNow(secret) } });
    expect(late.status).toBe(409);
    expect((await as('owner').answer(confirmSecondFactor, { input: { code: codeNow(secret) } })).status).toBe(409);
    await enable();
  });

  test('the QR code contains what an application needs', () => {
    expect(otpauthUri('Azur & Cie', 'a+b@c.fr', 'ABC')).toBe(
      'otpauth://totp/Azur%20%26%20Cie%3Aa%2Bb%40c.fr?secret=ABC&issuer=Azur%20%26%20Cie&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('at rest', () => {
  test('the secret is sealed with SECRET and bound to its account; recovery codes are hashed', async () => {
    const { secret, recoveryCodes } = await enable();
    const [row] = await sql<{ secret: Buffer }>('select secret from user_second_factors where user_id = $1', [id]);
    const kept = row?.secret as Buffer;
    expect(kept.includes(fromBase32(secret))).toBe(false);
    expect(kept.length).toBe(1 + 12 + 16 + 20);
    expect(unseal(environment.secret, id, kept)).toEqual(fromBase32(secret));
    expect(() => unseal(environment.secret, people.owner.id, kept)).toThrow();
    expect(() => unseal('another secret of this size', id, kept)).toThrow();
    const spoilt = Buffer.from(kept);
    spoilt[40] = (spoilt[40] as number) ^ 1;
    expect(() => unseal(environment.secret, id, spoilt)).toThrow();
    const codes = JSON.stringify(await sql('select * from user_recovery_codes'));
    for (const code of recoveryCodes) {
      expect(codes).not.toContain(code.slice(0, 5));
      expect(codes).not.toContain(hashOf(code.replace('-', '')));
    }
  });

  test('stored replies contain neither codes nor passwords', async () => {
    const key = 'the-same-key';
    const { secret } = await as('staff').call(enrolSecondFactor, { input: { password }, key });
    await as('staff').call(confirmSecondFactor, { input: { code: codeNow(secret) }, key });
    expect(await sql('select * from idempotency_keys')).toEqual([]);
  });

  test('the application role cannot read them', async () => {
    await enable();
    for (const table of ['user_second_factors', 'user_recovery_codes']) {
      const context = { agency: null, agent: null, customer: null, user: id };
      await expect(here.database.read(context, { text: `select * from ${table}` })).rejects.toThrow(
        'permission denied',
      );
    }
  });
});

describe('signing in', () => {
  test('asks for the code after the password, and accepts it', async () => {
    const { secret } = await enable();
    expect(await enter(undefined, 'Faux1234')).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials.' },
    });
    expect(await enter()).toEqual(expect.objectContaining(refused('Code de vérification requis')));
    expect(await enter('')).toMatchObject(refused('Code de vérification requis'));
    const code = codeNow(secret, 1);
    expect((await enter(` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  test('a code can be used once, and codes of earlier periods no more', async () => {
    const { secret, code } = await enable();
    expect(await enter(code)).toMatchObject(wrong);
    await passPeriod();
    const [now, next] = [codeNow(secret), codeNow(secret, 1)];
    expect((await enter(next)).status).toBe(200);
    expect(await enter(next)).toMatchObject(wrong);
    expect(await enter(now)).toMatchObject(wrong);
  });

  test('of twenty concurrent sign-ins with the same code, one succeeds', async () => {
    const { secret } = await enable();
    const code = codeNow(secret, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['of another account', async () => codeNow((await enable('owner')).secret, 1)],
    ['of long ago', async (secret: string) => codeNow(secret, -5)],
    ['of the future', async (secret: string) => codeNow(secret, 5)],
    ['that is invalid', async () => 'ABCDE-FGHJK'],
    ['with a letter', async () => '12345A'],
  ])('a code %s is refused', async (_what, codeFrom) => {
    const { secret } = await enable();
    expect(await enter(await codeFrom(secret))).toMatchObject(wrong);
  });

  test('with a wrong password, the answer does not reveal whether the code is right', async () => {
    const { secret } = await enable();
    const answer = await enter(codeNow(secret, 1), 'Faux1234');
    expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid credentials.' } });
    expect(answer.body).not.toHaveProperty('secondFactor');
    expect((await enter(codeNow(secret, 1))).status).toBe(200);
  });

  test('wrong codes are slowed and locked like wrong passwords; the right password does not reset them', async () => {
    const { secret } = await enable();
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await enter()).body.message).toBe('Code de vérification requis');
      expect(await enter('000000')).toMatchObject(wrong);
    }
    expect(await enter(codeNow(secret, 1))).toMatchObject({ status: 429, body: { retryAfter: 5 } });
    await sql(`update sign_in_failures set failures = 9, last_at = now() - interval '81 seconds'`);
    expect(await enter('000000')).toMatchObject(wrong);
    expect(await enter(codeNow(secret, 1))).toMatchObject({
      status: 429,
      body: { message: 'Trop de tentatives. Réessayez dans 15 minutes.' },
    });
    await sql(`update sign_in_failures set last_at = now() - interval '15 minutes'`);
    expect((await enter(codeNow(secret, 1))).status).toBe(200);
    expect(await sql(`select from sign_in_failures where source like 'account:%'`)).toEqual([]);
  });

  test('sign-ins that stop at the code are never slowed', async () => {
    await enable();
    for (let time = 0; time < 12; time += 1) expect((await enter()).body.message).toBe('Code de vérification requis');
  });

  test('an account without licence is refused before the code', async () => {
    await enable();
    await sql('update agents set status = 300 where user_id = $1', [id]);
    expect(await enter()).toMatchObject({ status: 401, body: { message: 'Invalid credentials.' } });
    await sql('update agents set status = 100 where user_id = $1', [id]);
  });

  test('a new password keeps the second factor', async () => {
    const { secret } = await enable('agent');
    const { email: address } = people.agent;
    await anonymous.call(forgotPassword, { input: { email: address } });
    const mail = await mailWith(address, '/#/mot-de-passe/');
    const token = tokenIn(mail, 'mot-de-passe');
    await anonymous.call(resetPassword, { params: { token }, input: { password } });
    const again = (more: object) => anonymous.answer(signIn, { input: { username: address, password, ...more } });
    expect(await again({})).toMatchObject(refused('Code de vérification requis'));
    expect((await again({ code: codeNow(secret, 1) })).status).toBe(200);
  });

  test('an existing account needs its code to accept an invitation', async () => {
    const { secret } = await enable();
    const guest = await here.hire('invité', { of: 'boreal', rights: [] });
    await sql('update agents set user_id = null, email = $2 where id = $1', [guest.profile?.id, email]);
    const token = oneTimeToken();
    await sql(
      `insert into invitations (agency_id, id, profile_id, kind, email, hash, expires_at)
        values ($1, gen_random_uuid(), $2, 'AGENCY', $3, $4, now() + interval '1 day')`,
      [guest.profile?.agencyId, guest.profile?.id, email, hashOf(token)],
    );
    const accept = (code?: string) =>
      anonymous.answer(acceptInvitation, { params: { token }, input: { password, ...(code ? { code } : {}) } });
    expect(await accept()).toMatchObject(refused('Code de vérification requis'));
    expect(await accept('000000')).toMatchObject(wrong);
    expect((await accept(codeNow(secret, 1))).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('are stored under a slow hash; those of earlier versions still open the account, once', async () => {
    const { recoveryCodes } = await enable();
    const hashes = await sql<{ hash: string }>('select hash from user_recovery_codes where user_id = $1', [id]);
    expect(hashes.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true);
    expect((await enter(recoveryCodes[0])).status).toBe(200);
    await sql('insert into user_recovery_codes (user_id, hash) values ($1, $2)', [
      id,
      keyedDigest(environment.secret, 'recovery-code', `${id} ABCDE23456`),
    ]);
    expect((await enter('ABCDE-23456')).status).toBe(200);
    expect((await enter('ABCDE-23456')).status).toBe(401);
  });

  test('each works once, in any spelling', async () => {
    const { recoveryCodes } = await enable();
    const [first = '', second = ''] = recoveryCodes;
    expect((await enter(first)).status).toBe(200);
    expect(await enter(first)).toMatchObject(wrong);
    expect((await enter(` ${second.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await as('staff').call(readSecondFactor)).secondFactor.recoveryCodesLeft).toBe(8);
  });

  test('of twenty concurrent sign-ins with the same one, one succeeds', async () => {
    const { recoveryCodes } = await enable();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(recoveryCodes[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('new ones need password and code, and end the old ones', async () => {
    const { secret, recoveryCodes } = await enable();
    const renew = (input: object) => as('staff').answer(renewRecoveryCodes, { input });
    const fault = async (input: object) => (await renew(input)).body.violations?.[0]?.path;
    expect(await fault({ password: 'Faux1234', code: codeNow(secret, 1) })).toBe('password');
    expect(await fault({ password, code: '000000' })).toBe('code');
    expect((await renew({ password })).status).toBe(400);
    const renewed = await renew({ password, code: codeNow(secret, 1) });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect(await enter(recoveryCodes[0])).toMatchObject(wrong);
    expect((await enter(renewed.body.recoveryCodes[0])).status).toBe(200);
    expect(await lines()).toContain('renewRecoveryCodes');
  });
});

describe('disabling', () => {
  test('needs the password and a code, and deletes all data', async () => {
    const { secret } = await enable();
    const disable = (input: object) => as('staff').answer(disableSecondFactor, { input });
    expect((await disable({ password: 'Faux1234', code: codeNow(secret, 1) })).status).toBe(400);
    expect((await disable({ password, code: '000000' })).status).toBe(400);
    expect((await enter()).status).toBe(401);
    expect((await disable({ password, code: codeNow(secret, 1) })).status).toBe(204);
    expect((await enter()).status).toBe(200);
    expect(await sql('select from user_recovery_codes')).toEqual([]);
    expect(await lines()).toEqual(['enableSecondFactor', 'disableSecondFactor']);
    await mailWith(email, 'est désactivée');
  });

  test('a recovery code works too', async () => {
    const { recoveryCodes } = await enable();
    const input = { password, code: recoveryCodes[3] };
    expect((await as('staff').answer(disableSecondFactor, { input })).status).toBe(204);
    expect(await as('staff').answer(disableSecondFactor, { input })).toMatchObject({ status: 409 });
  });

  test('wrong passwords in a session count like those at sign-in', async () => {
    await enable();
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await as('staff').answer(enrolSecondFactor, { input: { password: 'Faux1234' } })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await enter()).status).toBe(429);
  });
});
