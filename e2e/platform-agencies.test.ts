// The platform creates an agency with its administrator, enters it as support, leaves it, and keeps data for other periods.
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, expectNotice, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

test('an administrator of the platform creates an agency with its administrator, enters it and leaves it; he changes how long data are kept', async ({
  open,
  mark,
}) => {
  const admin = { tokens: await signInAs(productUrl(), 'admin@vigie.example', demoPassword) };
  const page = await open(admin, '/adminAgencies');
  const [name, email] = [`Sûreté ${mark}`, `${mark}@nouvelle.example`];
  await button(page, 'Nouvelle agence').click();
  const created = dialog(page, 'Nouvelle agence');
  await textbox(created, 'Nom de l’agence').fill(name);
  await textbox(created, 'Prénom').fill('Louise');
  await textbox(created, 'Nom de famille').fill('Martin');
  await textbox(created, 'Adresse e-mail').fill(email);
  await check(page, 'the creation of an agency');
  await button(created, 'Créer l’agence').click();
  await expectNotice(page, `Agence créée : ${email} est invité à l’administrer`);
  expect((await outbox().lastTo(email)).subject).toContain(name);

  await page.goto(`/#/adminAgencies?q=${mark}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Louise Martin (invitation envoyée)');
  await check(page, 'the list of agencies');
  await button(row, `Actions : ${name}`).click();
  await page.getByRole('menuitem', { name: 'Entrer comme support' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'en tant que support' });
  await expect(banner).toContainText(`Vous êtes dans l’agence ${name}`);
  await page.goto('/#/agents');
  await expect(page.getByText('Louise Martin').first()).toBeVisible();
  await expect(banner).toBeVisible();

  await button(banner, 'Quitter l’agence').click();
  await expect(banner).toBeHidden();
  await expect(page.getByText('Choisissez une agence pour voir ses écrans')).toBeVisible();

  await page.goto('/#/platform/admin/retention');
  const period = textbox(page, 'Durée : Sessions closes ou expirées');
  await expect(period).toHaveValue('30');
  await check(page, 'retention periods', 'main');
  await period.fill('60');
  await button(page, 'Enregistrer').click();
  await expectNotice(page, 'Durée enregistrée');
  await expect(page.getByText('60 jours après leur fin')).toBeVisible();
});
