import { expect, test } from 'vitest';
import { uploadFiles } from '#core/files/files.ts';
import { readStorage, saveStorageLimit, storedKindOf } from '#core/files/storage.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { multipart } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql, jobsDone } = here;

const send = (who: 'owner' | 'agent', name: string, size: number) =>
  as(who).answer(uploadFiles, multipart({ name, content: name.charAt(0).repeat(size) }));
const read = async () => (await as('owner').call(readStorage, { mount: 'agency' })).storage;
const limit = (bytes: number) => sql('update agencies set storage_limit = $2 where id = $1', [agency.id, bytes]);
const told = async () =>
  (await as('owner').call(listNotifications, { input: {} })).notifications.filter(
    ({ kind }) => kind === 'storageNearlyFull',
  ).length;

test.each([
  ['image/png', 'PICTURES'],
  ['application/pdf', 'PDF'],
  ['text/csv', 'OFFICE'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'OFFICE'],
  ['video/mp4', 'MEDIA'],
  ['application/zip', 'OTHER'],
])('%s is one of the files called %s', (type, kind) => expect(storedKindOf(type)).toBe(kind));

test('the agency reads what its files occupy; the owner is told once when 90 % are used, also by an agent’s file', async () => {
  const { used } = await read();
  await limit(used + 1_000);
  expect((await send('owner', 'a.txt', 800)).status).toBe(200);
  await jobsDone();
  const nine = (used + 1_000) * 0.9;
  expect(await told()).toBe(used + 800 >= nine ? 1 : 0);
  expect((await send('agent', 'b.txt', 150)).status).toBe(200);
  expect((await send('agent', 'c.txt', 20)).status).toBe(200);
  await jobsDone();
  expect(await told()).toBe(1);
  expect(await read()).toMatchObject({ used: used + 970, limit: used + 1_000, own: true });
  expect((await read()).kinds.find(({ kind }) => kind === 'OFFICE')).toMatchObject({ label: 'Textes et tableurs' });
  const full = await send('agent', 'd.txt', 100);
  expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('est plein')]);
});

test('only platform administrators set the limit, with a line in the history', async () => {
  const save = (who: 'owner' | 'support' | 'admin', value: unknown) =>
    as(who).answer(saveStorageLimit, { params: { id: agency.id }, input: { limit: value } });
  for (const who of ['owner', 'support'] as const) expect((await save(who, 5)).status).toBe(403);
  expect(await save('admin', -1)).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'limit', message: 'Un espace ne peut pas être négatif' }] },
  });
  expect((await save('admin', 5)).status).toBe(204);
  expect((await read()).limit).toBe(5 * 1024 ** 3);
  expect((await save('admin', null)).status).toBe(204);
  expect((await read()).own).toBe(false);
  const lines = await sql(
    `select changes from platform_audit where entity = 'agency' and entity_id = $1 and action = 'edit' order by at`,
    [agency.id],
  );
  expect(lines.map(({ changes }) => (changes as Record<string, unknown>).storageLimit)).toEqual([
    { before: expect.any(Number), after: 5 },
    { before: 5, after: null },
  ]);
});
