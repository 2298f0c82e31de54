import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { siret as siretFault } from '#core/kernel/validators.ts';
import { readUser, resetPassword, signIn } from '#core/session/session.ts';
import { confirmSignUp, readSignUp, readSignUpLink, signUp, signUpMessages } from '#core/signup/signup.ts';
import { freeTrial } from '#core/subscriptions/subscription.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import { world } from '#server/testing/world.ts';
import { forgetPending } from './clock.ts';

const here = await world();
const { anonymous, app, agency, environment, outbox, people, sql } = here;
const modules = { signUp: true, subscriptions: true };

async function brand(content: object): Promise<void> {
  await writeFile(environment.tenantsFile, JSON.stringify({ '*': content }));
  await servicesOf(app).tenants.look();
}
beforeAll(() => brand({ modules }));

/** Any numbers with a right key. */
let companies = 0;
function newSiret(): string {
  companies += 1;
  const start = `${String(companies).padStart(9, '7')}0001`;
  const sum = start.split('').reduceRight((total, digit, index) => {
    const doubled = (start.length - index) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}

const password = 'Phare2026bleu';
const form = async (more: object = {}) => ({
  ...{ agencyName: 'Sentinelle Essai', siret: newSiret(), firstname: 'Nadia', lastname: 'Roche' },
  ...{ email: `${randomUUID()}@essai.example`, terms: (await anonymous.call(readSignUp)).terms.version },
  ...more,
});
const ask = async (more: object = {}) => {
  const input = await form(more);
  // Each test is another network.
  await sql(`delete from sign_in_failures where source like 'sign-up:network:%'`);
  return { input, reply: await anonymous.answer(signUp, { input }) };
};
async function pending(more: object = {}): Promise<{ token: string; input: Awaited<ReturnType<typeof form>> }> {
  const { input } = await ask(more);
  return { input, token: tokenIn(await outbox.lastTo(input.email.toLowerCase()), 'inscription') };
}
const confirm = (token: string, typed = password) =>
  anonymous.answer(confirmSignUp, { params: { token }, input: { password: typed } });
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>(`select count(*) as count from ${table}`))[0]?.count ?? 0;
const expired = { status: 404, body: { message: "Ce lien n'est plus valable." } };

test('a confirmed sign-up opens an agency on trial, signs its owner in, and keeps the accepted terms', async () => {
  const [agencies, users] = [await count('agencies'), await count('users')];
  const { token, input } = await pending({ siret: '732 829 320 00074', email: 'Nadia@Essai.example' });
  expect([await count('agencies'), await count('users')]).toEqual([agencies, users]);
  expect((await anonymous.call(readSignUpLink, { params: { token } })).signUp).toEqual({
    ...{ agencyName: 'Sentinelle Essai', siret: '73282932000074', fullname: 'Nadia Roche' },
    ...{ email: 'nadia@essai.example', passwordLength: 6 },
  });
  const { status, body } = await confirm(token);
  expect(status).toBe(200);
  const { user } = await anonymous.with(body.token).call(readUser);
  expect(user.userCompanies).toMatchObject([
    { isOwner: true, isStaffNonAgent: true, company: { name: 'Sentinelle Essai', errors: [] } },
  ]);
  const id = user.userCompanies[0]?.company.id as string;
  expect(await sql('select siret, accounts_limit from agencies where id = $1', [id])).toEqual([
    { siret: '73282932000074', accounts_limit: freeTrial.licences },
  ]);
  expect(
    await sql('select status, trial_ends_on - current_date as days from agency_subscriptions where buyer_id = $1', [
      id,
    ]),
  ).toMatchObject([{ status: 100 }]);
  expect(await sql('select terms_version, user_id from sign_ups where opened_id = $1', [id])).toEqual([
    { terms_version: input.terms, user_id: user.id },
  ]);
  expect(await sql('select action from platform_audit where entity_id = $1', [id])).toEqual([{ action: 'signUp' }]);
  expect(await count('agent_contract_templates')).toBeGreaterThan(0);
  expect((await anonymous.answer(signIn, { input: { username: 'nadia@essai.example', password } })).status).toBe(200);
});

test('the trial is that of the brand signed up under, whatever the name it is confirmed under', async () => {
  const content = { 'vente.example': { modules }, '*': { modules: { signUp: true } } };
  await writeFile(environment.tenantsFile, JSON.stringify(content));
  await servicesOf(app).tenants.look();
  const headers = { host: 'vente.example' };
  const terms = (await anonymous.call(readSignUp, { headers })).terms.version;
  const input = await form({ terms });
  await sql(`delete from sign_in_failures where source like 'sign-up:network:%'`);
  expect((await anonymous.answer(signUp, { input, headers })).status).toBe(200);
  const { text } = await outbox.lastTo(input.email);
  const token = /#\/inscription\/([\w-]+)/.exec(text ?? '')?.[1] as string;
  expect((await confirm(token)).status).toBe(200);
  expect(
    await sql('select g.accounts_limit from agencies g join sign_ups s on s.opened_id = g.id where s.hash = $1', [
      hashOf(token),
    ]),
  ).toEqual([{ accounts_limit: freeTrial.licences }]);
  await brand({ modules });
});

test('the SIRET is checked by its key, La Poste by its own', async () => {
  const refused = async (siret: string) => (await ask({ siret })).reply;
  expect(await refused('73282932000075')).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'siret', message: 'Numéro SIRET invalide' }] },
  });
  expect(await refused('1234')).toMatchObject({ status: 400, body: { message: '14 chiffres attendus' } });
  expect((await refused('35600000000048')).status).toBe(200);
});

test('the answer is the same for a known address, a known SIRET and a new one; the mail says which', async () => {
  const siret = newSiret();
  await sql('update agencies set siret = $2 where id = $1', [agency.id, siret]);
  const [fresh, ofAccount, ofCompany] = [
    await ask(),
    await ask({ email: people.owner.email }),
    await ask({ siret, email: 'autre@essai.example' }),
  ];
  expect(fresh.reply).toMatchObject({ status: 200, body: { message: signUpMessages.sent } });
  for (const { reply } of [ofAccount, ofCompany])
    expect([reply.status, reply.body]).toEqual([fresh.reply.status, fresh.reply.body]);
  expect((await outbox.lastTo(people.owner.email)).subject).toContain('vous avez déjà un compte');
  expect((await outbox.lastTo('autre@essai.example')).text).toContain('Une agence est déjà inscrite avec ce SIREN');
  expect((await outbox.lastTo(fresh.input.email)).subject).toContain('confirmez votre inscription');
  expect(
    await sql('select from sign_ups where email = any ($1)', [[people.owner.email, 'autre@essai.example']]),
  ).toEqual([]);
});

test('the mail repeats nothing that a stranger typed', async () => {
  const { input } = await ask({ agencyName: 'Gagnez mille euros', firstname: 'Cliquez', lastname: 'Ici' });
  const { subject, text } = await outbox.lastTo(input.email);
  expect(`${subject} ${text}`).not.toMatch(/mille|Cliquez|Ici\b/);
});

describe('a link', () => {
  test('that is forged, of another purpose or too long does not work', async () => {
    const other = oneTimeToken();
    await sql(
      `insert into user_tokens (hash, purpose, user_id, expires_at) values ($1, 'password', $2, now() + interval '1 day')`,
      [hashOf(other), people.owner.id],
    );
    for (const token of [oneTimeToken(), other, '%00', "' or 1=1"]) {
      expect(await confirm(token), token).toMatchObject(expired);
      expect((await anonymous.answer(readSignUpLink, { params: { token } })).status, token).toBe(404);
    }
    expect((await confirm('x'.repeat(501))).status).toBe(400);
    const { token } = await pending();
    expect(
      await anonymous.answer(resetPassword, { params: { token }, input: { password: 'Nouveau2026' } }),
    ).toMatchObject(expired);
  });

  test('that expired or was replaced does not work', async () => {
    const { token, input } = await pending();
    await ask({ ...input });
    await outbox.lastTo(input.email, 2);
    expect(await confirm(token)).toMatchObject(expired);
    const again = tokenIn(await outbox.lastTo(input.email, 2), 'inscription');
    await sql(`update sign_ups set expires_at = now() - interval '1 second' where hash = $1`, [hashOf(again)]);
    expect(await confirm(again)).toMatchObject(expired);
  });

  test('that was used says that the agency exists', async () => {
    const { token } = await pending();
    expect((await confirm(token)).status).toBe(200);
    const agencies = await count('agencies');
    expect(await confirm(token, 'Autre2026mot')).toMatchObject({ status: 409, body: { message: signUpMessages.done } });
    expect((await anonymous.answer(readSignUpLink, { params: { token } })).status).toBe(409);
    expect(await count('agencies')).toBe(agencies);
  });

  test('is kept as a hash only', async () => {
    const { token } = await pending();
    expect(JSON.stringify(await sql('select * from sign_ups'))).not.toContain(token);
  });

  test('asks for a password that is not weak, and stays usable', async () => {
    const { token } = await pending({ agencyName: 'Boussole' });
    expect((await confirm(token, 'court')).status).toBe(400);
    expect(await confirm(token, 'Boussole1')).toMatchObject({ status: 400 });
    expect((await confirm(token)).status).toBe(200);
  });
});

test('fifty confirmations of one link in parallel, on two processes, make one agency', async () => {
  const second = await here.another();
  const { token, input } = await pending();
  const agencies = await count('agencies');
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? anonymous : second.anonymous).answer(confirmSignUp, {
        params: { token },
        input: { password },
      }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await count('agencies')).toBe(agencies + 1);
  expect(await sql('select from users where email = $1', [input.email])).toHaveLength(1);
});

test('a company that had its trial gets no other under another of its SIRETs, nor after its agency changed', async () => {
  const siret = newSiret();
  const { token } = await pending({ siret });
  expect((await confirm(token)).status).toBe(200);
  const others = Array.from({ length: 10 }, (_, key) => `${siret.slice(0, 9)}0002${key}`);
  const second = others.find((one) => siretFault(one) === null);
  const { reply, input } = await ask({ siret: second });
  expect(reply.body).toEqual({ message: signUpMessages.sent });
  expect((await outbox.lastTo(input.email)).text).toContain('Une agence est déjà inscrite avec ce SIREN');
  await sql('update agencies set siret = $2 where siret = $1', [siret, newSiret()]);
  const again = await ask({ siret });
  expect((await outbox.lastTo(again.input.email)).text).toContain('Une agence est déjà inscrite avec ce SIREN');
});

test('a call without a caller takes small bodies only', async () => {
  const long = await form({ agencyName: 'x'.repeat(70_000) });
  expect((await anonymous.answer(signUp, { input: long })).status).toBe(413);
});

test('an agency is not called as the platform, nor as a site', async () => {
  for (const agencyName of ['Vigie', 'Vigie support', 'Vigie https://evil.example'])
    expect((await ask({ agencyName })).reply).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'agencyName' }] },
    });
  expect((await ask({ agencyName: 'Vigie du Port' })).reply.status).toBe(200);
});

test('two people who sign up the same company: the second is told, and keeps nothing', async () => {
  const siret = newSiret();
  const [one, other] = [await pending({ siret }), await pending({ siret })];
  const [agencies, users] = [await count('agencies'), await count('users')];
  const replies = await Promise.all([confirm(one.token), confirm(other.token)]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body.message).toBe(signUpMessages.knownSiren);
  expect([await count('agencies'), await count('users')]).toEqual([agencies + 1, users + 1]);
});

test('an account that was opened in the meantime is told at the link', async () => {
  const { token, input } = await pending();
  await sql(`insert into users (id, email, firstname, lastname) values (gen_random_uuid(), $1, 'A', 'B')`, [
    input.email,
  ]);
  expect(await confirm(token)).toMatchObject({ status: 409, body: { message: signUpMessages.knownAccount } });
});

test('a fault at any statement of a confirmation leaves nothing, and the link works again', async () => {
  const { token } = await pending();
  const tables = ['agencies', 'users', 'agents', 'sessions', 'agency_first_steps', 'platform_audit', 'audit'];
  const counts = () => Promise.all(tables.map(count));
  const before = await counts();
  const steps = [
    'users',
    'agencies',
    'agency_first_steps',
    'agent_contract_templates',
    'agents',
    'platform_audit',
    'sessions',
  ];
  for (const table of steps) {
    await withBroken(table, async () => expect((await confirm(token)).status, table).toBeGreaterThanOrEqual(500));
    expect(await counts(), table).toEqual(before);
  }
  expect((await confirm(token)).status).toBe(200);
});

/** Inserts into the table fail, as if the process died there. */
async function withBroken(table: string, work: () => Promise<void>): Promise<void> {
  const { database } = here;
  const transaction = database.platformTransaction;
  database.platformTransaction = (act) =>
    transaction((db) =>
      act({
        query: (statement) => {
          if (new RegExp(`insert into ${table}\\b`).test(statement.text)) throw new Error('a fault of the test');
          return db.query(statement);
        },
      }),
    );
  try {
    await work();
  } finally {
    database.platformTransaction = transaction;
  }
}

test('sign-ups are limited by network and, silently, by address; a flood of one address leaves one row', async () => {
  const input = await form();
  await sql(`delete from sign_in_failures where source like 'sign-up:%'`);
  const replies = [];
  for (let round = 0; round < 12; round += 1) replies.push(await anonymous.answer(signUp, { input }));
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
  expect(replies[11]?.body.message).toMatch(/^Trop de tentatives\. Réessayez dans \d+ minutes\.$/);
  await here.jobsDone();
  expect(await sql('select from sign_ups where email = $1', [input.email])).toHaveLength(1);
  expect(await outbox.to(input.email)).toHaveLength(5);
});

test('the night forgets what nobody confirmed, and keeps the rest', async () => {
  const [old, fresh, done] = [await pending(), await pending(), await pending()];
  await confirm(done.token);
  await sql(`update sign_ups set expires_at = now() - interval '1 hour' where hash = any ($1)`, [
    [hashOf(old.token), hashOf(done.token)],
  ]);
  await forgetPending(here, new Date());
  const kept = await sql<{ email: string }>('select email from sign_ups where email = any ($1)', [
    [old, fresh, done].map(({ input }) => input.email),
  ]);
  expect(kept.map(({ email }) => email).sort()).toEqual([fresh.input.email, done.input.email].sort());
});

test('other terms than those shown are refused', async () => {
  expect((await ask({ terms: 'autre' })).reply).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'terms', message: signUpMessages.terms }] },
  });
});

test('a brand that is closed signs nobody up; what it sells nothing limits nothing', async () => {
  const input = await form();
  await brand({ modules: { signUp: true } });
  const { token } = await pending();
  await confirm(token);
  const [row] = await sql<{ accounts_limit: number | null }>(
    'select g.accounts_limit from agencies g join sign_ups s on s.opened_id = g.id where s.hash = $1',
    [hashOf(token)],
  );
  expect(row?.accounts_limit).toBeNull();
  await brand({ modules: { signUp: false } });
  expect(await anonymous.answer(readSignUp)).toMatchObject({ status: 404, body: { message: signUpMessages.closed } });
  expect((await anonymous.answer(signUp, { input })).status).toBe(404);
  await brand({ modules });
});
