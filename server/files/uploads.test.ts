import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileMessages, uploadFiles } from '#core/files/files.ts';
import { prefixes } from '#core/kernel/endpoint.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import type { Answer } from '#server/testing/client.ts';
import { multipart, pdf, type Sent, smallPng, uploader, zip } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer, people } = here;
const uploaded = uploader(here);
const store = join(here.environment.dataDir, 'files');

const arrivals = (): Promise<string[]> => readdir(join(store, 'arrivals')).catch(() => []);
const contents = async (): Promise<string[]> =>
  (await readdir(store, { recursive: true })).flatMap((path) => (/[0-9a-f]{64}$/.test(path) ? [path.slice(-64)] : []));
const rows = async (): Promise<number> =>
  (await sql<{ n: number }>('select count(*)::integer as n from files'))[0]?.n ?? 0;
const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

const send = (files: Sent[]): Promise<Answer> => as('owner').answer(uploadFiles, multipart(...files));

/** Expects a refusal that stores nothing. */
async function refused(files: Sent[]): Promise<Answer> {
  const before = [await rows(), (await contents()).length];
  const answer = await send(files);
  expect([await rows(), (await contents()).length]).toEqual(before);
  expect(await arrivals()).toEqual([]);
  return answer;
}

describe('an upload', () => {
  test('returns the file, stored under the hash of its content', async () => {
    const content = pdf('Facture 12');
    const { status, body } = await send([{ name: 'Facture n° 12.pdf', content }]);
    expect(status).toBe(200);
    const { file, files } = body as { file: StoredFile; files: StoredFile[] };
    expect(files).toEqual([file]);
    expect(file).toEqual({
      id: expect.any(String),
      name: 'Facture n° 12.pdf',
      mimeType: 'application/pdf',
      size: content.length,
      url: `/agency/${agency.id}/file/${file.id}`,
    });
    expect(await contents()).toContain(hashOf(content));
    expect(await arrivals()).toEqual([]);
    expect(await sql('select action, author from audit where entity_id = $1', [file.id])).toEqual([
      { action: 'create', author: people.owner.fullname },
    ]);
  });

  test('of many files returns them in order', async () => {
    const sent = ['un.txt', 'deux.csv', 'trois.png'].map((name) => ({
      name,
      content: name.endsWith('png') ? smallPng : `${name};1`,
    }));
    const { files } = await as('owner').call(uploadFiles, multipart(...sent));
    expect(files.map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ['un.txt', 'text/plain'],
      ['deux.csv', 'text/csv'],
      ['trois.png', 'image/png'],
    ]);
  });

  test('has an address with the prefix of the request', async () => {
    const [agent, contact] = [people.agent.profile?.id as string, people.customer];
    const of = (prefix: string, id: string): string =>
      `${prefix.replace('{agencyId}', agency.id).replace('{agentId}', agent).replace('{customerId}', customer.id)}/file/${id}`;
    const byAgent = await uploaded('agent', 'a.png', smallPng, { mount: 'agent' });
    const byContact = await uploaded(contact, 'a.png', smallPng);
    const byStaff = await uploaded('staff', 'a.png', smallPng);
    expect(byAgent.url).toBe(of(prefixes.agent, byAgent.id));
    expect(byContact.url).toBe(of(prefixes.customer, byContact.id));
    expect(byStaff.url).toBe(of(prefixes.agency, byStaff.id));
  });

  test('sent again is the same file; by another person a new file, with one stored content', async () => {
    const content = pdf('La même page');
    const first = await uploaded('owner', 'page.pdf', content);
    expect(await uploaded('owner', 'page.pdf', content)).toEqual(first);
    const other = await uploaded('staff', 'page.pdf', content);
    expect(other.id).not.toBe(first.id);
    expect((await contents()).filter((hash) => hash === hashOf(content))).toHaveLength(1);
  });

  test('of 25 Mo in total passes, of 25,1 Mo is refused with the exact message', async () => {
    const half = (megabytes: number): Buffer => Buffer.alloc(Math.round(megabytes * 1024 * 1024), 'a');
    expect(
      (
        await send([
          { name: 'a.txt', content: half(12.5) },
          { name: 'b.txt', content: half(12.5) },
        ])
      ).status,
    ).toBe(200);
    const answer = await refused([
      { name: 'a.txt', content: half(12.5) },
      { name: 'b.txt', content: half(12.6) },
    ]);
    expect(answer).toMatchObject({
      status: 413,
      body: {
        code: 413,
        message:
          'La taille de vos fichiers excèdent la taille maximale autorisée (25 Mo), essayez de les importer individuellement ou de réduire leur taille.',
      },
    });
    expect((await refused([{ name: 'a.txt', content: half(25.1) }])).status).toBe(413);
  });

  const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(4_000)]);
  const program = Buffer.concat([
    Buffer.from('MZ\u0090\u0000\u0003', 'latin1'),
    Buffer.alloc(4_000),
    Buffer.from('PE\0\0'),
  ]);
  const html = '<!doctype html><html><body><script>alert(1)</script></body></html>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024);
  const bomb = zip([{ name: 'zeros.txt', content: zeros(20) }]);
  const nested = zip(
    [1, 2, 3, 4].map((n) => ({ name: `${n}.zip`, content: zip([{ name: 'z.txt', content: zeros(3) }]) })),
  );
  const deep = [1, 2, 3, 4].reduce(
    (inner) => zip([{ name: 'plus.zip', content: inner }]),
    zip([{ name: 'fin.txt', content: Buffer.from('fin') }]),
  );
  const honest = zip([{ name: 'b.txt', content: Buffer.from('bonjour') }]);
  // The bit of encryption, in the entry and in the directory.
  const encrypted = Buffer.from(honest);
  for (const [mark, at] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const)
    encrypted.writeUInt16LE(0x0801, encrypted.indexOf(mark) + at);
  const bad: [string, string, Buffer | string][] = [
    ['an ELF program named .pdf', 'contrat.pdf', elf],
    ['an ELF program named .txt', 'notes.txt', elf],
    ['a Windows program named .jpg', 'photo.jpg', program],
    ['a Windows program named .txt', 'lisezmoi.txt', program],
    ['a Windows program under its own name', 'setup.exe', program],
    ['a page named .png', 'logo.png', html],
    ['a drawing with a script named .png', 'logo.png', svg],
    ['a drawing under its own name', 'logo.svg', svg],
    ['a page under its own name', 'page.html', html],
    ['a picture named .pdf', 'photo.pdf', smallPng],
    ['a PDF named .png', 'photo.png', pdf('x')],
    ['a file without extension', 'LISEZMOI', 'bonjour'],
    ['an empty file', 'vide.txt', ''],
    ['an empty PDF', 'vide.pdf', ''],
    ['a name that the eye reads backwards', 'annexe\u202Efdp.exe', pdf('x')],
    ['an archive of zeros', 'sauvegarde.zip', bomb],
    ['archives of zeros inside an archive', 'sauvegarde.zip', nested],
    [
      'an archive that declares 4 Go',
      'sauvegarde.zip',
      zip([{ name: 'z.txt', content: Buffer.from('z'), declares: 0xfffffffe }]),
    ],
    [
      'an archive that hides what it unfolds to',
      'sauvegarde.zip',
      zip([{ name: 'z.txt', content: zeros(20), declares: 10 }]),
    ],
    ['archives in archives in archives in archives', 'poupees.zip', deep],
    ['an archive with a program', 'outils.zip', zip([{ name: 'setup.exe', content: program }])],
    ['an archive with a program named .pdf', 'contrats.zip', zip([{ name: 'contrat.pdf', content: program }])],
    ['an archive with a script named .txt', 'notes.zip', zip([{ name: 'a.txt', content: Buffer.from('#!/bin/sh') }])],
    ['an archive with a page', 'site.zip', zip([{ name: 'index.html', content: Buffer.from(html) }])],
    ['an archive in an archive', 'deux.zip', zip([{ name: 'b.zip', content: honest }])],
    ['an archive in an archive named .pdf', 'deux.zip', zip([{ name: 'b.pdf', content: honest }])],
    ['an archive with a password', 'secret.zip', encrypted],
    ['an archive cut short', 'coupe.zip', zip([{ name: 'a.txt', content: Buffer.from('a') }]).subarray(0, 40)],
  ];
  test.each(bad)('of %s is refused, and the file is named', async (_, name, content) => {
    const answer = await refused([
      { name: 'bon.pdf', content: pdf('Bon') },
      { name, content },
    ]);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: 'Format de fichier non autorisé',
        violations: [
          {
            path: name.replaceAll('\u202e', ''),
            message: name.endsWith('.zip') ? fileMessages.archive : fileMessages.invalid,
          },
        ],
      },
    });
  });

  test('of several bad files names each', async () => {
    const answer = await refused([
      { name: 'a.exe', content: program },
      { name: 'b.pdf', content: elf },
    ]);
    expect(answer.body.violations.map(({ path }: { path: string }) => path)).toEqual(['a.exe', 'b.pdf']);
  });

  test('of an honest archive or office document passes', async () => {
    const text = Buffer.from('Bonjour à tous. '.repeat(5_000));
    // As file-type recognises it: the list of parts comes first.
    const parts =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
    const letter = zip([
      { name: '[Content_Types].xml', content: Buffer.from(parts) },
      { name: 'word/document.xml', content: text },
      { name: 'word/embeddings/annexe.xlsx', content: zip([{ name: 'xl/workbook.xml', content: text }]) },
    ]);
    expect((await uploaded('owner', 'lettre.docx', letter)).mimeType).toContain('wordprocessingml');
    const file = await uploaded(
      'owner',
      'dossier.zip',
      zip([
        { name: 'a.txt', content: text },
        { name: 'lettres/lettre.docx', content: letter },
        { name: 'vide/', content: Buffer.alloc(0) },
        { name: '__MACOSX/._a.txt', content: Buffer.from('x') },
      ]),
    );
    expect(file.mimeType).toBe('application/zip');
  });

  test.each([
    ['../../x.pdf', 'x.pdf'],
    ['..\\..\\windows\\x.pdf', 'x.pdf'],
    ['/etc/x.pdf', 'x.pdf'],
    ['photo\u202Egpj.pdf', 'photogpj.pdf'],
    ['  été œ.pdf ', 'été œ.pdf'],
    [`${'long'.repeat(100)}.pdf`, `${'long'.repeat(49)}.pdf`],
  ])('named %j is renamed to %j', async (sent, kept) => {
    expect((await uploaded('owner', sent, pdf(sent.slice(0, 3)))).name).toBe(kept);
    expect(await arrivals()).toEqual([]);
  });
});

describe('over a real connection', () => {
  test('an interrupted upload stores nothing', async () => {
    await here.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = here.app.server.address() as { port: number };
    const { token } = await here.sessionOf('owner');
    const { input, headers } = multipart({ name: 'long.txt', content: Buffer.alloc(8_000_000, 'a') });
    const before = await rows();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/agency/${agency.id}/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${headers?.['content-type']}\r\ncontent-length: ${(input as Buffer).length}\r\n\r\n`,
    );
    socket.write((input as Buffer).subarray(0, 4_000_000));
    await expect.poll(arrivals).toHaveLength(1);
    socket.destroy();
    await expect.poll(arrivals, { timeout: 5_000 }).toEqual([]);
    expect(await rows()).toBe(before);
  });

  test('an upload that is too large gets a message', async () => {
    const { port } = here.app.server.address() as { port: number };
    const { token } = await here.sessionOf('owner');
    const { input, headers } = multipart({ name: 'long.txt', content: Buffer.alloc(30_000_000, 'a') });
    const answer = await fetch(`http://127.0.0.1:${port}/api/agency/${agency.id}/upload`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(input as Buffer),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ message: fileMessages.tooLarge });
  });
});

test('an agency whose storage is full stores no more, and is told so; its own limit wins over the installation', async () => {
  const limit = (bytes: number | null) =>
    here.sql('update agencies set storage_limit = $2 where id = $1', [agency.id, bytes]);
  const [{ used } = { used: 0 }] = await here.sql<{ used: number }>(
    'select coalesce(sum(size), 0)::integer as used from files where agency_id = $1',
    [agency.id],
  );
  await limit(used + 30);
  try {
    const answer = await refused([{ name: 'gros.txt', content: 'x'.repeat(31) }]);
    expect(answer).toMatchObject({ status: 409, body: { message: fileMessages.full(used + 30) } });
    expect((await uploaded('owner', 'petit.txt', 'y'.repeat(30))).name).toBe('petit.txt');
  } finally {
    await limit(null);
  }
});
