// An agency signs itself up: a pending sign-up, a mail, then everything in one transaction.
import { createHash } from 'node:crypto';
import { nameFault } from '#core/agencies/naming.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { confirmSignUp, readSignUp, readSignUpLink, signUp, signUpMessages } from '#core/signup/signup.ts';
import { usualTerms } from '#core/signup/terms.ts';
import { brandNames } from '#server/agencies/identity.ts';
import { openAgency } from '#server/agencies/opening.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keyedDigest } from '#server/secret.ts';
import { networkSource, tooMany } from '#server/session/attempts.ts';
import { permitPassword } from '#server/session/chosen-password.ts';
import { linkExpired } from '#server/session/forgotten-password.ts';
import { brandOf, ofAccount } from '#server/session/mails.ts';
import { hashPassword } from '#server/session/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { asAuthor } from '#server/session/sign-in.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { startFreeTrial } from '#server/subscriptions/subscription.ts';
import type { Branded } from '#server/tenant/read.ts';
import { perAddress, perNetwork, tooOften } from './limits.ts';
import { confirmationMail, knownAccountMail, knownSirenMail } from './mails.ts';

const linkLife = 24 * 60 * 60 * 1_000;

/** The published text; its digest says which one was accepted. */
function termsOf({ legal, tenant }: Branded): { version: string; html: string } {
  const html = legal.terms ?? usualTerms(tenant.modules.subscriptions);
  return { version: createHash('sha256').update(html).digest('base64url').slice(0, 22), html };
}

function openBrand(call: Call): Branded {
  const brand = brandOf(call);
  if (!brand.tenant.modules.signUp) throw new Problem('missing', signUpMessages.closed);
  return brand;
}

interface Known extends Record<string, unknown> {
  account: boolean;
  siret: boolean;
}

/** A company signs up once: under one of its SIRETs, and with one trial, even if its agency has another now. */
const knownOf = async (db: Db, email: string, siret: string): Promise<Known> => {
  const [row] = await db.query<Known>({
    name: 'known-sign-up',
    text: `select exists (select from users where email = $1) as account,
      exists (select from agencies where siret is not null and siren_of(siret) = siren_of($2) and id <> $3)
        or exists (select from sign_ups where confirmed_at is not null and siren_of(siret) = siren_of($2) and with_trial is not false) as siret`,
    values: [email, siret, platformAgencyId],
  });
  return row as Known;
};

/** After the answer: neither its words nor its time tell what is known. */
async function begin(call: Call<typeof signUp>, brand: Branded): Promise<void> {
  const { input, now } = call;
  const { database, environment, mailer, tenants } = call.services;
  const { name } = brand.tenant;
  const url = tenants.urlOf(brand);
  await database.platformTransaction(async (db) => {
    const within = ofAccount(call, db, 'signUp');
    if ((await tooOften(db, keyedDigest(environment.secret, 'sign-up', input.email), perAddress, now)) !== null) return;
    const known = await knownOf(db, input.email, input.siret);
    if (known.account) return mailer.send(knownAccountMail(name, input.email, `${url}/#/login`), within);
    if (known.siret) return mailer.send(knownSirenMail(name, input.email), within);
    const token = oneTimeToken();
    // A second try replaces the first: only the last link works.
    await db.query({
      name: 'put-sign-up',
      text: `insert into sign_ups (id, hash, email, agency_name, siret, firstname, lastname, terms_version, terms_accepted_at, created_at, expires_at, with_trial)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)
        on conflict (email) where confirmed_at is null do update set hash = excluded.hash, agency_name = excluded.agency_name,
          siret = excluded.siret, firstname = excluded.firstname, lastname = excluded.lastname, terms_version = excluded.terms_version,
          terms_accepted_at = excluded.terms_accepted_at, created_at = excluded.created_at, expires_at = excluded.expires_at, with_trial = excluded.with_trial`,
      values: [
        ...[uuidv7(now.getTime()), hashOf(token), input.email, input.agencyName, input.siret],
        ...[input.firstname, input.lastname, input.terms, now, new Date(now.getTime() + linkLife)],
        brand.tenant.modules.subscriptions,
      ],
    });
    await mailer.send(confirmationMail(name, input.email, `${url}/#/inscription/${token}`), within);
  });
}

interface Pending extends Record<string, unknown> {
  id: string;
  email: string;
  agency_name: string;
  siret: string;
  firstname: string;
  lastname: string;
  confirmed_at: Date | null;
  with_trial: boolean | null;
}

/** A link that was used says so; a forged, replaced or expired one does not work. */
async function pendingOf(db: Db, token: string, now: Date, lock: boolean): Promise<Pending> {
  const [row] = await db.query<Pending>({
    name: lock ? 'lock-sign-up' : 'read-sign-up',
    text: `select id, email, agency_name, siret, firstname, lastname, confirmed_at, with_trial from sign_ups
      where hash = $1 and (confirmed_at is not null or expires_at > $2)${lock ? ' for update' : ''}`,
    values: [hashOf(token), now],
  });
  if (!row) throw linkExpired();
  if (row.confirmed_at) throw new Problem('conflict', signUpMessages.done);
  return row;
}

/** The account of the owner. */
async function addOwner(db: Db, call: Call, pending: Pending, password: string): Promise<string> {
  const user = uuidv7(call.now.getTime());
  await db.query({
    name: 'sign-up-user',
    text: 'insert into users (id, email, password_hash, firstname, lastname, created_at) values ($1, $2, $3, $4, $5, $6)',
    values: [user, pending.email, await hashPassword(password), pending.firstname, pending.lastname, call.now],
  });
  return user;
}

async function confirm(call: Call<typeof confirmSignUp>): Promise<Tokens> {
  const { db, now, services } = call;
  const { tenant } = brandOf(call);
  const pending = await pendingOf(db, call.params.token, now, true);
  const fullname = `${pending.firstname} ${pending.lastname}`;
  permitPassword(call.input.password, { length: services.environment.passwordLength, names: [pending.agency_name] }, [
    ...[tenant.name, fullname, pending.email],
  ]);
  // Two sign-ups of one company, by two addresses: the second waits here, and is refused.
  await db.query({
    name: 'hold-siret',
    text: `select pg_advisory_xact_lock(hashtextextended('siren ' || siren_of($1), 0))`,
    values: [pending.siret],
  });
  const known = await knownOf(db, pending.email, pending.siret);
  if (known.account) throw new Problem('conflict', signUpMessages.knownAccount);
  if (known.siret) throw new Problem('conflict', signUpMessages.knownSiren);

  const [agency, profile] = [uuidv7(now.getTime()), uuidv7(now.getTime())];
  const user = await addOwner(db, call, pending, call.input.password);
  const { agency_name: name, siret, email } = pending;
  await openAgency(db, { id: agency, name, siret, email }, now);
  await db.query({
    name: 'sign-up-owner',
    text: `insert into agents (agency_id, id, user_id, firstname, lastname, email, plannable, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, false, $7, $7)`,
    values: [agency, profile, user, pending.firstname, pending.lastname, email, now],
  });
  await db.query({
    name: 'sign-up-manager',
    text: 'update agencies set manager_id = $2 where id = $1',
    values: [agency, user],
  });
  await db.query({
    name: 'confirm-sign-up',
    text: 'update sign_ups set confirmed_at = $2, opened_id = $3, user_id = $4 where id = $1',
    values: [pending.id, now, agency, user],
  });
  const author = asAuthor(call, { id: user, name: fullname });
  await writePlatformAudit(db, author, { entity: 'user', id: user, action: 'create' });
  await writePlatformAudit(db, author, {
    ...{ entity: 'agency', id: agency, action: 'signUp' },
    changes: { name: { before: null, after: name }, siret: { before: null, after: siret } },
  });
  const inAgency = { ...author, context: { ...nobody, agency } };
  await writeAudit(db, inAgency, { entity: 'agent', id: profile, action: 'create' });
  // An installation that sells nothing limits nothing (decision 095). Who confirms under another name than he signed up
  // under changes nothing (decision 107); links sent before that was kept ask the brand, for a day.
  if (pending.with_trial ?? tenant.modules.subscriptions) await startFreeTrial(db, agency);
  return (await openSession(db, services.environment.secret, user, now)).tokens;
}

export const signUpHandlers: Handler[] = [
  handle(readSignUp, async (call) => ({ terms: termsOf(openBrand(call)) })),

  handle(signUp, async (call) => {
    const brand = openBrand(call);
    const fault = nameFault(call.input.agencyName, brandNames(call.services.tenants));
    if (fault) throw new Problem('invalid', fault, { violations: [{ path: 'agencyName', message: fault }] });
    if (call.input.terms !== termsOf(brand).version)
      throw new Problem('invalid', signUpMessages.terms, {
        violations: [{ path: 'terms', message: signUpMessages.terms }],
      });
    const wait = await tooOften(call.db, networkSource(call.source.ip), perNetwork, call.now);
    if (wait !== null) throw tooMany(wait);
    call.afterCommit(() => begin(call, brand));
    return { message: signUpMessages.sent };
  }),

  handle(readSignUpLink, async ({ db, params, now, services }) => {
    const { agency_name, siret, firstname, lastname, email } = await pendingOf(db, params.token, now, false);
    const { passwordLength } = services.environment;
    return { signUp: { agencyName: agency_name, siret, fullname: `${firstname} ${lastname}`, email, passwordLength } };
  }),

  handle(confirmSignUp, confirm),
];
