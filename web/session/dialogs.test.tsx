import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '#ui/client/testing/server.ts';
import { showBrand } from '#ui/client/testing/tenant.ts';
import { update } from '#ui/client/version.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { UpdateDialog } from './dialogs.tsx';

beforeEach(startAfresh);

/** An ignored version is not shown again, so each test uses a newer one. */
let newest = 99;

function show(width: 'phone' | 'desk'): ReturnType<typeof showPage> {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width === 'phone' && query.includes('48em'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  newest += 1;
  serve(() => [
    200,
    { version: `${newest}.0.0`, maintenance: false, message: null, planned: null, ptiModalPermissions: true },
  ]);
  return showPage(<UpdateDialog />);
}

test('on a phone the app stores of the brand are shown instead of the refresh', async () => {
  showBrand({ stores: { apple: 'https://apple.example/app', google: 'https://play.example/app', apk: null } });
  const user = show('phone');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'App Store' });
  expect(link.href).toBe('https://apple.example/app');
  expect(screen.getByRole('link', { name: 'Google Play' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Fichier APK' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rafraîchir' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ignorer' }));
  expect(update.get()).toBeNull();
});

test.each([
  ['a phone of a brand without app stores', 'phone', null],
  ['a desktop', 'desk', 'https://apple.example/app'],
] as const)('%s refreshes', async (_what, width, apple) => {
  showBrand({ stores: { apple, google: null, apk: null } });
  show(width);
  expect(await screen.findByRole('button', { name: 'Rafraîchir' })).toBeTruthy();
  expect(screen.getByText('Une mise à jour est disponible. Veuillez recharger la page.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
