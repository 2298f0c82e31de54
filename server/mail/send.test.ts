// From the cause to the mail server: recorded in the transaction, sent after it, never twice, never lost, never readable.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { listJobs, retryJob } from '#core/jobs/jobs.ts';
import type { Db } from '#server/db/database.ts';
import { createMailer, type Mail, type Within } from '#server/mail/mailer.ts';
import { sendMail } from '#server/mail/send.ts';
import { world } from '#server/testing/world.ts';

/** The next answers to RCPT TO, by address; default: accept. */
const answers = new Map<string, number[]>();
const accepted: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    const code = answers.get(address)?.shift();
    if (code)
      return done(Object.assign(new Error(`Non à ${address}, voyez https://aide.example/x`), { responseCode: code }));
    accepted.push(address);
    done();
  },
  onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const { port } = server.server.address() as AddressInfo;
const here = await world({ smtpUrl: `smtp://127.0.0.1:${port}` });
const { agency, database, environment, sql, jobsDone } = here;
const queue = here.jobs;
const mailer = createMailer({ environment, jobs: queue });

const mail = (to: string, more: Partial<Mail> = {}): Mail => ({ to, subject: 'Bonjour', paragraphs: ['Mot'], ...more });
const within = (db: Db, of: string | null = agency.id): Within => ({
  db,
  agency: of,
  caller: null,
  host: null,
  reason: 'test',
  now: new Date(),
});
const send = (one: Mail, of: string | null = agency.id): Promise<void> =>
  database.platformTransaction((db) => mailer.send(one, within(db, of)));

interface EmailRow {
  state: string;
  pending: string[];
  attempts: number;
  last_error: string | null;
  content: unknown;
  sealed: Buffer | null;
}
const rowTo = async (address: string, table = 'emails'): Promise<EmailRow> =>
  (await sql<EmailRow>(`select * from ${table} where recipients = array[$1]`, [address]))[0] as EmailRow;
const eventsTo = async (address: string): Promise<string[]> =>
  (
    await sql<{ event: string }>('select event from email_events where email = $1 order by created_at, id', [address])
  ).map(({ event }) => event);
/** Runs waiting retries now. */
const hurry = async (): Promise<void> => {
  await sql(`update jobs.job set start_after = now() where state = 'retry'`);
  queue.wake();
  await jobsDone();
};

describe('a transaction', () => {
  test('that commits sends its mail, with events', async () => {
    await send(mail('ici@exemple.fr'));
    await jobsDone();
    expect(accepted).toContain('ici@exemple.fr');
    expect(await rowTo('ici@exemple.fr')).toMatchObject({ state: 'sent', pending: [], attempts: 1, last_error: null });
    expect(await eventsTo('ici@exemple.fr')).toEqual(['request', 'sent']);
  });

  test('that rolls back leaves neither mail nor job', async () => {
    const undone = database.platformTransaction(async (db) => {
      await mailer.send(mail('jamais@exemple.fr'), within(db));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await jobsDone();
    expect(await rowTo('jamais@exemple.fr')).toBeUndefined();
    expect(accepted).not.toContain('jamais@exemple.fr');
  });

  test('in an agency enqueues only for that agency', async () => {
    const context = { agency: here.otherAgency.id, agent: null, customer: null, user: here.people.foreignOwner.id };
    await database.transaction(context, (db) => mailer.send(mail('nord@exemple.fr'), within(db, here.otherAgency.id)));
    await jobsDone();
    expect(accepted).toContain('nord@exemple.fr');
    const foreign = database.transaction(context, (db) =>
      queue.enqueue(sendMail, [{ key: 'x', data: { id: crypto.randomUUID() } }], { db, agency: agency.id }),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
  });
});

describe('a mail server', () => {
  test('that answers « later » is retried until it accepts, with one event', async () => {
    answers.set('patience@exemple.fr', [451, 421]);
    await send(mail('patience@exemple.fr'));
    await jobsDone();
    const waiting = await rowTo('patience@exemple.fr');
    expect(waiting).toMatchObject({ state: 'deferred', pending: ['patience@exemple.fr'] });
    expect(waiting.last_error).toMatch(
      /^Recipient command failed: 451 Non à \[e-mail masqué\], voyez \[adresse masquée\]$/,
    );
    await hurry();
    await hurry();
    expect(await rowTo('patience@exemple.fr')).toMatchObject({ state: 'sent', attempts: 3, pending: [] });
    expect(accepted.filter((address) => address === 'patience@exemple.fr')).toHaveLength(1);
    expect(await eventsTo('patience@exemple.fr')).toEqual(['request', 'deferred', 'sent']);
  });

  test('that answers « never » is not retried', async () => {
    answers.set('parti@exemple.fr', [550]);
    await send(mail('parti@exemple.fr'));
    await jobsDone();
    await hurry();
    expect(await rowTo('parti@exemple.fr')).toMatchObject({ state: 'failed', attempts: 1, pending: [] });
    expect(await eventsTo('parti@exemple.fr')).toEqual(['request', 'hard_bounce']);
  });

  test('that accepts some addresses is retried only for the others', async () => {
    answers.set('c@exemple.fr', [450]);
    const from = { name: 'Azur', address: 'a@azur.example' };
    const one = { from, to: ['b@exemple.fr'], cc: ['c@exemple.fr'], bcc: [], subject: 'À deux', html: '<p>Mot</p>' };
    await database.platformTransaction((db) => mailer.post([{ ...one, attachments: [] }], within(db)));
    await jobsDone();
    expect(await rowTo('b@exemple.fr')).toMatchObject({ state: 'deferred', pending: ['c@exemple.fr'] });
    await hurry();
    expect(await rowTo('b@exemple.fr')).toMatchObject({ state: 'sent', pending: [] });
    expect(accepted.filter((address) => address === 'b@exemple.fr')).toHaveLength(1);
    expect(await eventsTo('c@exemple.fr')).toEqual(['request', 'deferred', 'sent']);
  });
});

test('a lost file delays the mail, with an error', async () => {
  const [file] = await sql<{ id: string }>(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by)
      values ($1, gen_random_uuid(), 'perdu.pdf', 'application/pdf', 1, 'nulle-part', $2) returning id`,
    [agency.id, here.people.owner.id],
  );
  const one = {
    from: { name: 'Azur', address: 'a@azur.example' },
    cc: [],
    bcc: [],
    subject: 'Joint',
    html: '<p>Mot</p>',
  };
  const letter = { ...one, to: ['joint@exemple.fr'], attachments: [file?.id as string] };
  await database.platformTransaction((db) => mailer.post([letter], within(db)));
  await jobsDone();
  const row = await rowTo('joint@exemple.fr');
  expect(row).toMatchObject({ state: 'deferred', attempts: 1, pending: ['joint@exemple.fr'] });
  expect(row.last_error).toContain('ENOENT');
  expect(accepted).not.toContain('joint@exemple.fr');
  await sql(`delete from jobs.job where state = 'retry'`);
});

describe('a link that opens an account', () => {
  const url = 'https://vigie.example/#/invitation/un-jeton-que-personne-ne-lit';
  const secret = (to: string): Mail => mail(to, { action: { label: 'Activer', url }, secret: true });

  test('is not readable while the mail waits, and deleted once it is sent', async () => {
    answers.set('secret@exemple.fr', [451]);
    await send(secret('secret@exemple.fr'));
    await jobsDone();
    const waiting = await rowTo('secret@exemple.fr');
    expect(waiting.content).toBeNull();
    expect(waiting.sealed?.length).toBeGreaterThan(50);
    for (const table of ['emails', 'email_events', 'jobs.job'])
      expect(JSON.stringify(await sql(`select t::text from ${table} t`))).not.toContain('jeton-que-personne');
    await hurry();
    expect(await rowTo('secret@exemple.fr')).toMatchObject({ state: 'sent', sealed: null, content: null });
  });

  test('is also deleted when the mail is refused', async () => {
    answers.set('perdu@exemple.fr', [550]);
    await send(secret('perdu@exemple.fr'));
    await jobsDone();
    expect(await rowTo('perdu@exemple.fr')).toMatchObject({ state: 'failed', sealed: null });
  });

  test('of an account is stored in the platform’s table, which no agency reads', async () => {
    await send(secret('compte@exemple.fr'), null);
    await jobsDone();
    expect(await rowTo('compte@exemple.fr', 'platform_emails')).toMatchObject({ state: 'sent', sealed: null });
    const context = { agency: agency.id, agent: null, customer: null, user: here.people.owner.id };
    await expect(database.read(context, { text: 'select 1 from platform_emails' })).rejects.toThrow(
      /permission denied/,
    );
  });
});

test('a failed mail is listed under the name of its job, and sent when it is retried by hand', async () => {
  answers.set('relance@exemple.fr', [451]);
  await send(mail('relance@exemple.fr', { action: { label: 'x', url: 'https://vigie.example' }, secret: true }));
  await jobsDone();
  const [failed] = await sql<{ id: string }>(
    `update jobs.job set state = 'failed', retry_count = retry_limit, completed_on = now() where state = 'retry' returning id`,
  );
  await sql(`update emails set state = 'failed' where recipients = array['relance@exemple.fr']`);
  const listed = async () =>
    (await here.as('admin').call(listJobs, { input: {} })).jobs.map(({ id, label, state }) => [id, label, state]);
  expect(await listed()).toEqual([[failed?.id, 'Envoi d’un e-mail', 'failed']]);
  await here.as('admin').call(retryJob, { params: { id: failed?.id as string } });
  await jobsDone();
  expect(await listed()).toEqual([]);
  expect(accepted).toContain('relance@exemple.fr');
  expect(await rowTo('relance@exemple.fr')).toMatchObject({ state: 'sent', sealed: null });
});

test('a repeated job does not send a mail twice', async () => {
  await send(mail('unefois@exemple.fr'));
  await jobsDone();
  await sql(`update jobs.job set state = 'created', completed_on = null where name = 'sendMail'`);
  await hurry();
  expect(accepted.filter((address) => address === 'unefois@exemple.fr')).toHaveLength(1);
});
