// The outbox, a real SMTP server, the layout, and injection attempts.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { type Brand, type Content, htmlOf, textOf } from './layout.ts';
import { type Letter, transportOf } from './transport.ts';

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
    DEMO: '0',
    ...more,
  });

const noReply = 'ne-pas-repondre@vigie.example';

const letter = (more: Partial<Letter> = {}): Letter => {
  const to = more.to ?? ['zoe@exemple.fr'];
  return {
    id: uuidv7(),
    createdAt: new Date('2026-11-15T08:30:00.000Z'),
    from: { name: 'Vigie', address: noReply },
    replyTo: null,
    to,
    cc: [],
    bcc: [],
    envelope: [...to, ...(more.cc ?? []), ...(more.bcc ?? [])],
    subject: 'Été : <b>vos accès</b>',
    text: 'Bonjour',
    html: '<p>Bonjour</p>',
    attachments: [],
    ...more,
  };
};

const written = async (): Promise<Buffer[]> => {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name))));
};

describe('the outbox', () => {
  test('stores each mail as a file that only the owner can read', async () => {
    const transport = transportOf(environment());
    await Promise.all(Array.from({ length: 20 }, () => transport.deliver(letter())));
    const folder = join(dataDir, 'outbox');
    const names = await readdir(folder);
    expect(names).toHaveLength(20);
    expect(names.every((name) => /^2026-11-15T.*\.eml$/.test(name))).toBe(true);
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o077).toBe(0);
  });

  test('stores a mail once, even if it is delivered several times', async () => {
    const [transport, one] = [transportOf(environment()), letter()];
    await transport.deliver(one);
    await transport.deliver(one);
    expect(await written()).toHaveLength(1);
  });

  test('a mail contains its sender, its copies and its files', async () => {
    const content = Buffer.from('%PDF-1.4 …');
    await transportOf(environment()).deliver(
      letter({
        from: { name: 'Azur "Sécurité"', address: noReply },
        replyTo: 'contact@azur.example',
        cc: ['c@exemple.fr'],
        bcc: ['b@exemple.fr'],
        attachments: [
          { filename: 'Devis n° 1.pdf', contentType: 'application/pdf', content: Readable.from([content]) },
        ],
      }),
    );
    const [mail] = await written();
    const read = await PostalMime.parse(mail as Buffer);
    expect(read).toMatchObject({
      subject: 'Été : <b>vos accès</b>',
      from: { name: 'Azur "Sécurité"', address: 'ne-pas-repondre@vigie.example' },
      replyTo: [{ address: 'contact@azur.example' }],
      cc: [{ address: 'c@exemple.fr' }],
      attachments: [{ filename: 'Devis n° 1.pdf', mimeType: 'application/pdf' }],
    });
    expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(content);
    expect(read.bcc).toBeUndefined();
  });

  test('an address cannot add a recipient, and a name or a subject cannot add a header', async () => {
    await transportOf(environment()).deliver(
      letter({
        to: ['a@exemple.fr, b@exemple.fr'],
        from: { name: 'Azur\r\nBcc: c@exemple.fr', address: noReply },
        replyTo: 'a@exemple.fr\r\nX-Evil: 1',
        subject: 'Bonjour\r\nBcc: c@exemple.fr',
      }),
    );
    const [mail] = await written();
    const headers = (mail as Buffer).toString().split('\n\n')[0]?.split('\n') ?? [];
    const names = headers.filter((line) => /^\S+:/.test(line)).map((line) => line.split(':')[0]);
    expect(headers.filter((line) => /^(To|Cc|Bcc|Subject|X-Evil):/.test(line))).toEqual([
      'To: <"a@exemple.fr, b"@exemple.fr>',
      'Subject: Bonjour Bcc: c@exemple.fr',
    ]);
    expect(new Set(names).size).toBe(names.length);
  });
});

interface Answering {
  received: Buffer[];
  to: string[];
  url: string;
  close(): Promise<void>;
}

/** Answers each address with the code at its start: 550x@… */
async function smtpServer(): Promise<Answering> {
  const [received, to]: [Buffer[], string[]] = [[], []];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = Number(/^\d{3}/.exec(address)?.[0] ?? 0);
      if (code) return done(Object.assign(new Error('Non'), { responseCode: code }));
      to.push(address);
      done();
    },
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
  const { port } = server.server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(resolve));
  return { received, to, url: `smtp://127.0.0.1:${port}`, close };
}

describe('SMTP_URL', () => {
  test('the mail goes to that server, from its sender, with hidden blind copies', async () => {
    const { received, to, url, close } = await smtpServer();
    const transport = transportOf(environment({ SMTP_URL: url }));
    const verdicts = await transport.deliver(
      letter({ bcc: ['b@exemple.fr'], from: { name: 'Azur', address: 'contact@azur.example' } }),
    );
    await close();
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
    expect(to).toEqual(['zoe@exemple.fr', 'b@exemple.fr']);
    expect(await PostalMime.parse(received[0] as Buffer)).toMatchObject({
      from: { name: 'Azur', address: 'contact@azur.example' },
      to: [{ address: 'zoe@exemple.fr' }],
    });
    expect(String(received[0])).not.toContain('b@exemple.fr');
    expect(await readdir(dataDir)).not.toContain('outbox');
  });

  test('the server gets only the remaining recipients', async () => {
    const { received, to, url, close } = await smtpServer();
    await transportOf(environment({ SMTP_URL: url })).deliver(
      letter({ to: ['a@exemple.fr', 'b@exemple.fr'], envelope: ['b@exemple.fr'] }),
    );
    await close();
    expect(to).toEqual(['b@exemple.fr']);
    expect((await PostalMime.parse(received[0] as Buffer)).to).toHaveLength(2);
  });

  test('each address has its own verdict', async () => {
    const { url, close } = await smtpServer();
    const transport = transportOf(environment({ SMTP_URL: url }));
    const verdicts = async (...to: string[]): Promise<string[]> =>
      (await transport.deliver(letter({ to }))).map(({ verdict }) => verdict);
    expect(await verdicts('550@exemple.fr', 'ici@exemple.fr', '451@élan.example')).toEqual([
      'refused',
      'accepted',
      'later',
    ]);
    expect(await verdicts('550@exemple.fr')).toEqual(['refused']);
    expect(await verdicts('450@exemple.fr', '550@exemple.fr')).toEqual(['later', 'refused']);
    await close();
  });

  test('a server that does not answer, or refuses our password, is retried later', async () => {
    const { url, close } = await smtpServer();
    const withPassword = url.replace('://', '://moi:faux@');
    const verdicts = async (SMTP_URL: string) =>
      (await transportOf(environment({ SMTP_URL })).deliver(letter())).map(({ verdict }) => verdict);
    expect(await verdicts(withPassword)).toEqual(['later']);
    await close();
    expect(await verdicts(url)).toEqual(['later']);
  });
});

describe('the layout', () => {
  const brand: Brand = { name: 'Azur <Sécurité>', tenant: 'Vigie', accent: '#1c5d99', logoUrl: null };
  const content: Content = {
    words: { paragraphs: ['Bonjour Zoé,', 'Attention à <script>alert("x")</script> & aux « accents ».'] },
    action: { label: 'Ouvrir & lire', url: 'https://vigie.example/#/x/1?a=1&b="2"' },
    personal: false,
  };

  test('has the same content in text and in HTML, with everything escaped', () => {
    const [text, html] = [textOf(brand, content), htmlOf(brand, 'Été : <b>vos accès</b>', content)];
    expect(text).toContain('Attention à <script>alert("x")</script> & aux « accents ».');
    expect(text).toContain('Ouvrir & lire :\nhttps://vigie.example/#/x/1?a=1&b="2"');
    expect(text).toContain('automatiquement par Azur <Sécurité> avec Vigie');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; aux « accents ».');
    expect(html).toContain('href="https://vigie.example/#/x/1?a=1&amp;b=&quot;2&quot;"');
    expect(html).toContain('Azur &lt;Sécurité&gt;');
    expect(html).not.toMatch(/<script|<b>/);
  });

  test('a person’s text keeps its formatting; its pictures are attached', () => {
    const id = '0199d1f0-0000-7000-8000-000000000000';
    const words = { html: `<p>Bonjour <strong>Zoé</strong></p><img data-file="${id}" alt="Plan">` };
    const letterOf: Content = { words, action: null, personal: true };
    expect(htmlOf(brand, 'x', letterOf)).toMatch(new RegExp(`<img [^>]*src="cid:${id}" alt="Plan">`));
    expect(textOf(brand, letterOf)).toMatch(/^Bonjour Zoé\n/);
    expect(textOf(brand, letterOf)).not.toContain('automatiquement');
  });

  test('is readable in dark mode, and on any accent colour', () => {
    expect(htmlOf(brand, 'x', content)).toContain('prefers-color-scheme:dark');
    expect(htmlOf(brand, 'x', content)).toContain('background:#1c5d99;color:#ffffff');
    expect(htmlOf({ ...brand, accent: '#ffe066' }, 'x', content)).toContain('background:#ffe066;color:#000000');
  });

  test('an invalid colour or address of a brand injects nothing', () => {
    const html = htmlOf({ ...brand, accent: 'red;}</style><script>', logoUrl: 'javascript:alert(1)' }, 'x', content);
    expect(html).not.toMatch(/<script|javascript:|<img/);
    const withLogo = htmlOf({ ...brand, logoUrl: 'https://azur.example/l.png?a="1"' }, 'x', content);
    expect(withLogo).toContain('src="https://azur.example/l.png?a=&quot;1&quot;"');
  });
});
