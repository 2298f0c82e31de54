// Links that open a file for some minutes.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { fileMessages, linkFile } from '#core/files/files.ts';
import type { Endpoint, Mount } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { saveRights, signOut } from '#core/session/session.ts';
import type { Answer, Client } from '#server/testing/client.ts';
import { pdf, smallPng, uploader } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, anonymous, customer } = here;
const uploaded = uploader(here);
const save = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'save') as Endpoint;

const open = (url: string): Promise<Answer> => anonymous.inject({ method: 'GET', url: `/api${url}` });
const linkTo = async (client: Client, id: string, mount?: Mount): Promise<string> =>
  (await client.call(linkFile, { params: { id }, ...(mount ? { mount } : {}) })).url;
const changed = (url: string, name: string, value: string): string => {
  const [path = '', query = ''] = url.split('?');
  const parts = new URLSearchParams(query);
  parts.set(name, value);
  return `${path}?${parts}`;
};
const refusal = { status: 401, body: { code: 401, message: fileMessages.oldLink } };

afterEach(() => void vi.useRealTimers());

describe('a link to a file', () => {
  test('opens it without a token, inline and without scripts', async () => {
    const file = await uploaded('owner', 'contrat.pdf', pdf('Bonjour'));
    const answer = await open(await linkTo(as('owner'), file.id));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`inline; filename*=UTF-8''contrat.pdf`);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('works on each path, for people who may see the file there', async () => {
    const file = await uploaded('owner', 'logo.png', smallPng);
    await as('owner').call(save, { mount: 'agency', input: { id: customer.id, logo: { id: file.id } } });
    expect((await open(await linkTo(as('customer'), file.id, 'customer'))).status).toBe(200);
    expect(await as('foreignOwner').answer(linkFile, { params: { id: file.id } })).toMatchObject({ status: 404 });
    const own = await uploaded('agent', 'photo.png', smallPng, { mount: 'agent' });
    expect((await open(await linkTo(as('agent'), own.id, 'agent'))).status).toBe(200);
  });

  test('is invalid after any change', async () => {
    const [file, other] = [await uploaded('owner', 'a.txt', 'a'), await uploaded('owner', 'b.txt', 'b')];
    const url = await linkTo(as('owner'), file.id);
    const session = (await here.sessionOf('superAdmin')).id;
    const until = String(Number(new URLSearchParams(url.split('?')[1]).get('until')) + 1);
    for (const trick of [
      url.replace(file.id, other.id),
      url.replace(here.agency.id, here.otherAgency.id),
      changed(url, 'until', until),
      changed(url, 'until', '9999999999999'),
      changed(url, 'until', 'x'),
      changed(url, 'session', session),
      changed(url, 'session', "' or 1=1"),
      changed(url, 'key', ''),
      changed(url, 'key', 'x'.repeat(43)),
      `${url}&key=x`,
      `${url}&until=${until}`,
    ])
      expect(await open(trick), trick).toMatchObject(refusal);
    expect((await open(url)).status).toBe(200);
    // It is valid for one call only.
    const elsewhere = url.replace(/\/file\/[^?]+/, '/home');
    expect((await open(elsewhere)).body.message).toBe('JWT Token not found');
  });

  test('expires after five minutes', async () => {
    const file = await uploaded('owner', 'a.txt', 'a');
    const url = await linkTo(as('owner'), file.id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 290_000 });
    expect((await open(url)).status).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await open(url)).toMatchObject(refusal);
  });

  test('ends with the session that created it', async () => {
    const file = await uploaded('owner', 'a.txt', 'a');
    const { token } = await here.sessionOf('owner');
    const owner = as('owner').with(token);
    const url = await linkTo(owner, file.id);
    expect((await open(url)).status).toBe(200);
    await owner.call(signOut, { input: {} });
    expect(await open(url)).toMatchObject(refusal);
  });

  test('ends with the right to see the file', async () => {
    const file = await uploaded('owner', 'logo.png', smallPng);
    await as('owner').call(save, { mount: 'agency', input: { id: customer.id, logo: { id: file.id } } });
    const reader = await here.hire('lectrice', { of: 'azur', rights: ['listCustomers'] });
    const { token } = await here.sessionOf(reader);
    const url = await linkTo(as(reader).with(token), file.id, 'agency');
    expect((await open(url)).status).toBe(200);
    const params = { id: reader.profile?.id as string };
    await as('owner').call(saveRights, { params, input: { rights: { listCustomers: false } } });
    expect(await open(url)).toMatchObject({ status: 404, body: { message: fileMessages.cannotOpen } });
  });
});
