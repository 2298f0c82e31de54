import { beforeEach, expect, test, vi } from 'vitest';
import { maintenance } from './connection.ts';
import { checkVersion, ignoreUpdate, isNewer, update } from './version.ts';

const served = (body: object): void => {
  const answer = {
    version: '4.39.0',
    maintenance: false,
    message: null,
    planned: null,
    ptiModalPermissions: true,
    ...body,
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status: 200 }));
};

beforeEach(() => {
  vi.unstubAllGlobals();
  update.set(null);
  maintenance.set(null);
});

test.each([
  ['4.39.1', '4.39.0', true],
  ['4.40.0', '4.39.9', true],
  ['5.0.0', '4.99.99', true],
  ['4.39.0', '4.39.0', false],
  ['4.38.8', '4.39.0', false],
  ['4.39.10', '4.39.9', true],
])('%s newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

test('a newer server offers the update; an ignored version is not offered again', async () => {
  served({ version: '4.40.0' });
  await checkVersion('4.39.0');
  expect(update.get()).toBe('4.40.0');
  ignoreUpdate();
  await checkVersion('4.39.0');
  expect(update.get()).toBeNull();
  served({ version: '4.41.0' });
  await checkVersion('4.39.0');
  expect(update.get()).toBe('4.41.0');
});

test('the same version offers nothing; a version below the minimum is outdated even if the server has no newer one', async () => {
  served({});
  await checkVersion('4.39.0');
  expect(update.get()).toBeNull();
  served({ version: '4.30.0' });
  await checkVersion('4.30.0');
  expect(update.get()).toBe('4.30.0');
});

test('maintenance begins with its message and ends', async () => {
  served({ maintenance: true, message: 'Retour à 14 h' });
  await checkVersion('4.39.0');
  expect(maintenance.get()).toBe('Retour à 14 h');
  served({});
  await checkVersion('4.39.0');
  expect(maintenance.get()).toBeNull();
});
