import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { Storage } from './Storage.tsx';

beforeEach(startAfresh);

const go = 1024 ** 3;
const storage = (used: number) => ({
  storage: {
    used,
    limit: 10 * go,
    own: true,
    kinds: [{ kind: 'PDF', label: 'Documents PDF', files: 12, size: used }],
  },
});

test('the owner sees what is used of what is allowed and by which kinds, and a warning near the limit', async () => {
  serve((): Reply => [200, storage(9.5 * go)]);
  showPage(<Storage />, owner());
  expect(await screen.findByText('9,5 Go occupés sur 10 Go (95 %)')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Espace occupé' })).toBeTruthy();
  expect(screen.getByRole('row').textContent).toBe('Documents PDF12 fichiers9,5 Go');
  expect(screen.getByText(/presque plein/)).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

test.each([10, 14.1])('at %s of 10 Go the space is not « nearly » full', async (used) => {
  serve((): Reply => [200, storage(used * go)]);
  showPage(<Storage />, owner());
  expect(await screen.findByText(/L’espace est dépassé/)).toBeTruthy();
  expect(screen.queryByText(/presque plein/)).toBeNull();
});

test('platform staff set the limit; a refusal is shown at the field', async () => {
  const refused = { violations: [{ path: 'limit', message: '1 000 000 Go au plus' }] };
  const calls = serve(({ method, body }): Reply => {
    if (method === 'GET') return [200, storage(go)];
    return (body as { limit: number }).limit === 20 ? [204] : refusal(400, 'Des paramètres sont incorrects.', refused);
  });
  const admin = sessionOf(someUser({ admin: true }), { profileId: null, agency: { id: agencyId, name: 'Azur' } });
  const user = showPage(<Storage />, admin);
  const field = await screen.findByLabelText('Espace de cette agence, en Go');
  await user.clear(field);
  await user.type(field, '2000000{Enter}');
  expect(await screen.findByText('1 000 000 Go au plus')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '20{Enter}');
  expect(await screen.findByText('Espace de stockage enregistré')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
    [`/admin/agency/${agencyId}/storage`, { limit: 2_000_000 }],
    [`/admin/agency/${agencyId}/storage`, { limit: 20 }],
  ]);
});
