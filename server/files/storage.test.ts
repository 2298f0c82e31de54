import { expect, test } from 'vitest';
import { uploadFiles } from '#core/files/files.ts';
import { gigabyte, readStorage, saveStorageLimit, storageEvent, storedKindOf } from '#core/files/storage.ts';
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
  await sql('update files set size = 0 where agency_id = $1', [agency.id]);
  const { used } = await read();
  expect(used).toBe(0);
  await limit(1_000);
  expect((await send('owner', 'a.txt', 800)).status).toBe(200);
  await jobsDone();
  expect(await told()).toBe(0);
  expect((await send('agent', 'b.txt', 150)).status).toBe(200);
  expect((await send('agent', 'c.txt', 20)).status).toBe(200);
  await jobsDone();
  expect(await told()).toBe(1);
  expect(await read()).toMatchObject({ used: 970, limit: 1_000, own: true });
  expect((await read()).kinds.find(({ kind }) => kind === 'OFFICE')).toMatchObject({ label: 'Textes et tableurs' });
  const full = await send('agent', 'd.txt', 100);
  expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('est plein')]);
});

test('the owner is also told when two files cross the mark together, and when the limit is lowered below what is used', async () => {
  const size = (bytes: number) =>
    sql(`update files set size = case when name = 'a.txt' then $2 else 0 end where agency_id = $1`, [agency.id, bytes]);
  const before = await told();
  await size(800);
  await limit(1_001);
  const both = await Promise.all([send('owner', 'e.txt', 60), send('agent', 'f.txt', 60)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  // None of the two saw the other: the next file tells, if they did not.
  expect((await send('agent', 'g.txt', 1)).status).toBe(200);
  await jobsDone();
  expect(await told()).toBe(before + 1);
  await size(1.5 * gigabyte);
  await as('admin').answer(saveStorageLimit, { params: { id: agency.id }, input: { limit: 1 } });
  await jobsDone();
  expect(await told()).toBe(before + 2);
  await size(0);
});

test.each([
  ['the same month', 1_000, '2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z', true],
  ['space freed and filled again later', 1_000, '2026-11-30T12:00:00Z', '2026-12-01T00:00:00Z', false],
])('the warning is one event: %s', (_, most, one, other, isSame) => {
  expect(storageEvent(most, new Date(one)) === storageEvent(most, new Date(other))).toBe(isSame);
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
  expect((await read()).limit).toBe(5 * gigabyte);
  expect((await save('admin', null)).status).toBe(204);
  expect((await read()).own).toBe(false);
  const lines = await sql(
    `select changes from platform_audit where entity = 'agency' and entity_id = $1 and action = 'edit' order by at`,
    [agency.id],
  );
  expect(lines.slice(-2).map(({ changes }) => (changes as Record<string, unknown>).storageLimit)).toEqual([
    { before: expect.any(Number), after: 5 },
    { before: 5, after: null },
  ]);
});
