import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeNow } from '#server/testing/totp.ts';
import { button, dialog, expectNotice, signIn } from './acts.ts';
import { expect, test } from './journey.ts';

const password = (at: Page | ReturnType<typeof dialog>) => at.getByLabel('Mot de passe', { exact: true });
const code = (at: Page | ReturnType<typeof dialog>) => at.getByLabel('Code de vérification', { exact: true });

test('a second factor is enabled, required at sign-in, and disabled', { tag: '@phone-only' }, async ({
  hire,
  open,
}) => {
  const person = await hire();
  const page = await open(person, '/user');
  await button(page, 'Activer').click();
  const enrolment = dialog(page, 'Activer la validation en deux étapes');
  await password(enrolment).fill(person.password);
  await button(enrolment, 'Continuer').click();
  await expect(enrolment.getByRole('img', { name: /Image à lire/ })).toBeVisible();
  const secret = ((await enrolment.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await code(enrolment).fill(codeNow(secret));
  await button(enrolment, 'Activer').click();
  const shown = enrolment.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  const [file] = await Promise.all([page.waitForEvent('download'), button(enrolment, 'Télécharger').click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await enrolment.getByRole('checkbox', { name: 'J’ai conservé ces codes' }).check();
  await button(enrolment, 'Terminer').click();
  await expect(page.getByText('10 codes de secours restants')).toBeVisible();

  const door = await open(null, '/');
  await signIn(door, person.email, person.password);
  await expect(door.getByRole('heading', { name: 'Validation en deux étapes' })).toBeVisible();
  await expect(code(door)).toBeFocused();
  const next = codeNow(secret, 1);
  await code(door).fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await button(door, 'Vérifier').click();
  await expect(door.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();

  await button(page, 'Désactiver').click();
  const opened = dialog(page, 'Désactiver la validation en deux étapes');
  await password(opened).fill(person.password);
  await button(opened, 'Utiliser un code de secours').click();
  await opened.getByLabel('Code de secours', { exact: true }).fill((codes[0] ?? '').toLowerCase());
  await button(opened, 'Désactiver').click();
  await expectNotice(page, 'La validation en deux étapes est désactivée');
  await expect(button(page, 'Activer')).toBeVisible();
});
