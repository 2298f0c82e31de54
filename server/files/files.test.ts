import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { downloadByUrl, downloadFile, fileMessages, saveOwnPicture, zipFiles } from '#core/files/files.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { readUser } from '#core/session/session.ts';
import type { Answer, CallOptions } from '#server/testing/client.ts';
import { pdf, png, smallPng, uploader, zip } from '#server/testing/files.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';
import { holders } from './holders.ts';

const here = await world();
const { as, sql, agency, customer, people } = here;
const uploaded = uploader(here);

const saveCustomer = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'save') as Endpoint;
type Saved = { id: string; logo: StoredFile | null; documents: StoredFile[] };
const save = async (input: object): Promise<Saved> =>
  ((await as('owner').call(saveCustomer, { mount: 'agency', input })) as { customer: Saved }).customer;
const sees = async (who: PersonName | Person, file: StoredFile, more: CallOptions = {}): Promise<boolean> =>
  (await as(who).answer(downloadFile, { params: { id: file.id }, ...more })).status === 200;

describe('a file is visible', () => {
  test('to its sender until a record holds it, then to readers of the record', async () => {
    const neighbour = await save({ name: 'Voisin', type: 100 });
    const file = await uploaded('owner', 'logo.png', png(3, 3, [1, 2, 3]));
    const staff = await here.hire('lecteur', { of: 'azur', rights: ['listCustomers'] });
    expect([await sees('owner', file), await sees(staff, file), await sees('customer', file)]).toEqual([
      true,
      false,
      false,
    ]);
    await save({ id: neighbour.id, logo: { id: file.id } });
    expect([await sees(staff, file), await sees('customer', file)]).toEqual([true, false]);
    await save({ id: customer.id, logo: { id: file.id } });
    expect(await sees('customer', file)).toBe(true);
    // After the right is withdrawn, an old address does not work.
    expect([
      await sees('powerless', file),
      await sees('agent', file, { mount: 'agency' }),
      await sees('agent', file, { mount: 'agent' }),
    ]).toEqual([false, false, false]);
    await save({ id: customer.id, logo: null });
    expect([await sees('customer', file), await sees(staff, file)]).toEqual([false, true]);
  });

  test('never from another agency', async () => {
    const file = await uploaded('owner', 'logo.png', png(3, 3, [3, 2, 1]));
    await save({ id: customer.id, documents: [{ id: file.id }] });
    for (const who of ['foreignOwner', 'foreignCustomer', 'foreignAgent'] as const)
      expect(await sees(who, file), who).toBe(false);
    expect(await sees('customer', file)).toBe(true);
    const stolen = await as('foreignOwner').answer(saveCustomer, {
      mount: 'agency',
      input: { id: here.otherCustomer.id, logo: { id: file.id } },
    });
    expect(stolen).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'logo', message: 'Fichier introuvable' }] },
    });
  });

  test('every foreign key to files is in the declarations', async () => {
    const keys = await sql<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2] where k.contype = 'f' and k.confrelid = 'files'::regclass`,
    );
    expect(keys.length).toBeGreaterThan(3);
    // The agency is read through a view whose agency id is its own id.
    const tableOf = (table: string): string => (table === 'agency_records' ? 'agencies' : table);
    expect(holders.map(({ table, column }) => `${tableOf(table)}.${column}`).sort()).toEqual(
      keys.map(({ name }) => name).sort(),
    );
    const [held] = await sql<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'app_file_held'`,
    );
    for (const { table, column } of holders)
      expect(held?.source).toContain(
        `from ${tableOf(table)} h where h.${table === 'agency_records' ? 'id' : 'agency_id'} = app_agency() and h.${column} `,
      );
  });
});

describe('a record', () => {
  test('returns its files in the order they were sent', async () => {
    const files = [];
    for (const name of ['c.txt', 'a.txt', 'b.txt']) files.push(await uploaded('owner', name, name));
    const ids = files.map(({ id }) => ({ id }));
    expect((await save({ id: customer.id, documents: ids })).documents).toEqual(files);
    expect((await save({ id: customer.id, documents: ids.toReversed() })).documents).toEqual(files.toReversed());
    expect((await save({ id: customer.id, documents: ids.slice(1) })).documents).toEqual(files.slice(1));
    expect((await save({ id: customer.id, documents: null })).documents).toEqual([]);
  });

  test('accepts only images in a picture field', async () => {
    const file = await uploaded('owner', 'contrat.pdf', pdf('Contrat'));
    const answer = await as('owner').answer(saveCustomer, {
      mount: 'agency',
      input: {
        id: customer.id,
        logo: { id: file.id },
        userCompanies: [{ firstname: 'A', lastname: 'B', profilePicture: { id: file.id } }],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.violations).toEqual([
      { path: 'logo', message: 'Image attendue' },
      { path: 'userCompanies.0.profilePicture', message: 'Image attendue' },
    ]);
  });
});

describe('a download', () => {
  const head = async (name: string, content: Buffer | string, inline?: '1'): Promise<Answer> => {
    const { id } = await uploaded('owner', name, content);
    return as('owner').answer(downloadFile, { params: { id }, ...(inline ? { query: { inline } } : {}) });
  };

  test('has its name, its type, and blocks scripts', async () => {
    const { status, headers } = await head("L'été (n° 1).pdf", pdf('Été'));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''L%27%C3%A9t%C3%A9%20%28n%C2%B0%201%29.pdf",
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(Number(headers['content-length'])).toBe(pdf('Été').length);
  });

  test('is shown inline only if its type is harmless', async () => {
    const disposition = async (name: string, content: Buffer | string): Promise<string> =>
      String((await head(name, content, '1')).headers['content-disposition']).split(';')[0] ?? '';
    expect(await disposition('a.pdf', pdf('a'))).toBe('inline');
    expect(await disposition('a.png', smallPng)).toBe('inline');
    expect(await disposition('a.txt', 'a')).toBe('inline');
    expect(await disposition('a.zip', zip([{ name: 'a.txt', content: Buffer.from('a') }]))).toBe('attachment');
  });

  test('by address is the same, and refuses foreign addresses', async () => {
    const file = await uploaded('owner', 'a.txt', 'Par son adresse');
    const by = (url: string): Promise<Answer> => as('owner').answer(downloadByUrl, { query: { url } });
    expect((await by(file.url)).body).toBe('Par son adresse');
    for (const url of [
      'https://example.org/logo.png',
      `/agency/${agency.id}/file/${crypto.randomUUID()}`,
      'file:///etc/passwd',
      '',
    ])
      expect(await by(url), url).toMatchObject({ status: 404, body: { message: fileMessages.cannotOpen } });
  });

  test('of a missing content is reported', async () => {
    const file = await uploaded('owner', 'a.txt', 'Perdu');
    await sql('update files set hash = $2 where id = $1', [
      file.id,
      createHash('sha256').update('ailleurs').digest('hex'),
    ]);
    expect(await as('owner').answer(downloadFile, { params: { id: file.id } })).toMatchObject({
      status: 404,
      body: { message: fileMessages.cannotOpen },
    });
  });
});

describe('an archive of several', () => {
  const open = async (content: Buffer): Promise<Record<string, string>> =>
    Object.fromEntries(Object.entries(await unzipped(content)).map(([name, one]) => [name, one.toString('base64')]));

  test('contains each file under its name, numbered if two are equal', async () => {
    const [one, two] = [pdf('Une page'), 'Une note'.repeat(100)];
    const files = [
      await uploaded('owner', 'a.pdf', one),
      await uploaded('owner', 'note: 1?.txt', two),
      await uploaded('owner', 'a.pdf', pdf('Une autre')),
    ];
    const { token } = await here.sessionOf('owner');
    const response = await here.app.inject({
      method: 'POST',
      url: `/api/agency/${agency.id}/zip`,
      headers: { authorization: `Bearer ${token}` },
      payload: { urls: files.map(({ url }) => url) },
    });
    expect(response.headers['content-type']).toBe('application/zip');
    expect(await open(response.rawPayload)).toEqual({
      'a.pdf': one.toString('base64'),
      'note_ 1_.txt': Buffer.from(two).toString('base64'),
      'a (2).pdf': pdf('Une autre').toString('base64'),
    });
  });

  test('is refused as a whole if one file is not visible', async () => {
    const [mine, theirs] = [await uploaded('owner', 'a.txt', 'à moi'), await uploaded('staff', 'b.txt', 'à lui')];
    const answer = await as('owner').answer(zipFiles, { input: { urls: [mine.url, theirs.url] } });
    expect(answer).toMatchObject({ status: 404, body: { message: fileMessages.cannotOpen } });
  });
});

describe("one's own picture", () => {
  test.each(['agent', 'customer', 'staff'] as const)(
    'of the %s is the picture of his profile, visible to himself',
    async (who) => {
      const file = await uploaded(who, 'moi.png', png(4, 4, [9, 9, who.length]));
      const { profilePicture } = await as(who).call(saveOwnPicture, { input: { file: { id: file.id } } });
      expect(profilePicture).toEqual(file);
      const [profile] = (await as(who).call(readUser)).user.userCompanies;
      expect(profile?.profilePicture?.id).toBe(file.id);
      const shown = await as(who).inject({ method: 'GET', url: `/api${profile?.profilePicture?.url}` });
      expect(shown.status).toBe(200);
      await as(who).call(saveOwnPicture, { input: { file: null } });
      expect((await as(who).call(readUser)).user.userCompanies[0]?.profilePicture).toBeNull();
      const lines = await sql<{ changes: object }>('select changes from audit where entity_id = $1 order by at', [
        people[who].profile?.id,
      ]);
      expect(lines.map(({ changes }) => changes)).toEqual([
        { profilePicture: { before: null, after: { id: file.id, name: 'moi.png' } } },
        { profilePicture: { before: { id: file.id, name: 'moi.png' }, after: null } },
      ]);
    },
  );

  test('must be an image that he can see', async () => {
    const text = await uploaded('agent', 'a.txt', 'texte');
    const theirs = await uploaded('owner', 'a.png', png(2, 5));
    for (const [file, message] of [
      [text, 'Image attendue'],
      [theirs, 'Fichier introuvable'],
    ] as const)
      expect(
        await as('agent').answer(saveOwnPicture, { mount: 'agent', input: { file: { id: file.id } } }),
      ).toMatchObject({ status: 400, body: { message } });
  });

  test('cannot open a file that he may not read', async () => {
    const hidden = await uploaded('owner', 'contrat.png', png(3, 9));
    const answer = await as('powerless').answer(saveOwnPicture, {
      mount: 'agency',
      input: { file: { id: hidden.id } },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Fichier introuvable' } });
    expect(await sees('powerless', hidden)).toBe(false);
  });

  test('is visible to colleagues who may see him', async () => {
    const file = await uploaded('agent', 'moi.png', png(6, 6));
    await as('agent').call(saveOwnPicture, { mount: 'agent', input: { file: { id: file.id } } });
    const reader = await here.hire('collègue', { of: 'azur', rights: ['listAgents'] });
    expect([await sees(reader, file), await sees('powerless', file), await sees('customer', file)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
