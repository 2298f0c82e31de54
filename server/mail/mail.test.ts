import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { createMailer, type Mail } from './mailer.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigie-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const environment = (more: NodeJS.ProcessEnv = {}): Environment =>
  readEnvironment({
    DATA_DIR: dataDir,
    SECRET: 'a secret that only tests know',
    PUBLIC_URL: 'https://vigie.example',
    ...more,
  });

const mail: Mail = {
  to: 'zoé@exemple.fr',
  subject: 'Été : <b>vos accès</b>',
  paragraphs: ['Bonjour Zoé,', 'Attention à <script>alert("x")</script> & aux « accents ».'],
  action: { label: 'Ouvrir & lire', url: 'https://vigie.example/#/x/1?a=1&b="2"' },
};

test('without SMTP each mail is a file of the outbox that only its owner reads', async () => {
  const mailer = createMailer(environment());
  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder);
  expect(names).toHaveLength(20);
  expect(names.every((name) => /^\d{4}-.*\.eml$/.test(name))).toBe(true);
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('a mail says the same in text and in HTML, with everything escaped', async () => {
  await createMailer(environment()).send(mail);
  const folder = join(dataDir, 'outbox');
  const [name = ''] = await readdir(folder);
  const read = await PostalMime.parse(await readFile(join(folder, name)));
  expect(read).toMatchObject({
    subject: mail.subject,
    from: { name: 'Vigie', address: 'ne-pas-repondre@vigie.example' },
  });
  expect(read.to).toHaveLength(1);
  for (const paragraph of mail.paragraphs) expect(read.text).toContain(paragraph);
  expect(read.text).toContain(`Ouvrir & lire :\n${mail.action?.url}`);
  expect(read.html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; aux « accents ».');
  expect(read.html).toContain('href="https://vigie.example/#/x/1?a=1&amp;b=&quot;2&quot;"');
  expect(read.html).not.toContain('<script>');
});

test('an address cannot name a second recipient, nor a subject a header', async () => {
  await createMailer(environment()).send({
    ...mail,
    to: 'a@exemple.fr, b@exemple.fr',
    subject: 'Bonjour\r\nBcc: c@exemple.fr',
  });
  const folder = join(dataDir, 'outbox');
  const [name = ''] = await readdir(folder);
  const headers = (await readFile(join(folder, name), 'utf8')).split('\n\n')[0]?.split('\n') ?? [];
  expect(headers.filter((line) => /^(To|Cc|Bcc|Subject):/.test(line))).toEqual([
    'To: <"a@exemple.fr, b"@exemple.fr>',
    'Subject: Bonjour Bcc: c@exemple.fr',
  ]);
});

async function smtpServer(received: Buffer[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('with SMTP_URL the mail goes to that server, from MAIL_FROM', async () => {
  const received: Buffer[] = [];
  const server = await smtpServer(received);
  const { port } = server.server.address() as AddressInfo;
  const smtp = environment({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Azur <contact@azur.example>' });
  await createMailer(smtp).send({ ...mail, to: 'zoe@exemple.fr' });
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await PostalMime.parse(received[0] as Buffer)).toMatchObject({
    subject: mail.subject,
    from: { name: 'Azur', address: 'contact@azur.example' },
    to: [{ address: 'zoe@exemple.fr' }],
  });
  expect(await readdir(dataDir)).not.toContain('outbox');
});

test('a mail server that does not answer is an error', async () => {
  const server = await smtpServer([]);
  const { port } = server.server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(resolve));
  await expect(createMailer(environment({ SMTP_URL: `smtp://127.0.0.1:${port}` })).send(mail)).rejects.toThrow();
});
