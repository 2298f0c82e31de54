import { button, dialog, expectNotice, rowLink, signIn } from './acts.ts';
import { expect, linkTo, test } from './journey.ts';

test('a user changes his address through the mail sent to the new one', { tag: '@phone-only' }, async ({
  hire,
  open,
  mark,
}) => {
  const person = await hire();
  const wanted = `${mark}@essai.example`;
  const page = await open(person, '/user');
  await button(page, 'Changer d’adresse').click();
  const form = page.getByRole('form', { name: 'Changer d’adresse e-mail' });
  await form.getByLabel('Nouvelle adresse e-mail').fill(wanted);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(form, 'Envoyer le lien de confirmation').click();
  await expectNotice(page, `Un e-mail de confirmation vient d’être envoyé à ${wanted}.`);
  await expect(page.getByText(`En attente : ouvrez le lien envoyé à ${wanted}.`)).toBeVisible();

  const link = await linkTo(wanted, 'adresse-mail');
  const elsewhere = await open(null, link.slice(link.indexOf('#') + 1));
  await button(elsewhere, 'Confirmer mon adresse').click();
  await expect(elsewhere.getByRole('status')).toContainText(`Votre adresse est maintenant ${wanted}.`);
  await elsewhere.getByRole('link', { name: 'Continuer' }).click();
  await signIn(elsewhere, wanted, person.password);
  await expect(elsewhere.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(wanted)).toBeVisible();
});

test('display settings are kept after a reload; a new password signs out other devices, and a removed device is signed out', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire();
  const { name } = await site(`Réglé ${mark}`);
  const [lost, page] = [await open(null, '/user'), await open(null, `/sites?q=${mark}`)];
  await signIn(lost, person.email, person.password);
  await expect(lost.getByText('Cet appareil', { exact: true })).toBeVisible();
  await signIn(page, person.email, person.password);
  const height = async (): Promise<number> =>
    (
      await page
        .getByRole('row')
        .filter({ has: rowLink(page, name) })
        .boundingBox()
    )?.height ?? 0;
  await expect(rowLink(page, name)).toBeVisible();
  const usual = await height();
  await page.goto('/#/user');
  for (const choice of ['Sombre', 'Compacte', 'Réduit']) await page.getByText(choice, { exact: true }).click();
  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // The account menu offers the same choice.
  await button(page, `${person.fullname}, menu du compte`).click();
  for (const [choice, chosen] of [
    ['Clair', 'light'],
    ['Sombre', 'dark'],
  ] as const) {
    await page.getByRole('menuitemradio', { name: choice }).click();
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', chosen);
  }
  await page.keyboard.press('Escape');
  await page.goto(`/#/sites?q=${mark}`);
  await page.reload();
  await expect(rowLink(page, name)).toBeVisible();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(button(page, 'Déplier le menu')).toBeVisible();
  expect(await height()).toBeLessThan(usual);

  await page.goto('/#/user');
  await button(page, 'Changer de mot de passe').click();
  const form = page.getByRole('form', { name: 'Changer de mot de passe' });
  await form.getByLabel('Nouveau mot de passe').fill('Nouveau2027');
  await form.getByLabel('Mot de passe actuel').fill(person.password);
  await button(form, 'Changer le mot de passe').click();
  await expectNotice(page, 'Votre mot de passe est modifié');
  await lost.reload();
  await expect(lost.getByText('Vous devez vous reconnecter')).toBeVisible();
  await signIn(lost, person.email, 'Nouveau2027');
  await expect(lost.getByText('Cet appareil', { exact: true })).toBeVisible();

  await page.reload();
  const devices = page.getByRole('region', { name: 'Appareils' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  const here = devices.filter({ hasText: 'Cet appareil' });
  await expect(here).toHaveCount(1);
  await expect(here).toContainText('Connecté · Vu le');
  await devices
    .filter({ hasNotText: 'Cet appareil' })
    .getByRole('button', { name: /^Retirer / })
    .click();
  const question = dialog(page, 'Retirer cet appareil ?');
  await question.getByLabel('Mot de passe', { exact: true }).fill('Nouveau2027');
  await button(question, 'Retirer').click();
  await expectNotice(page, 'Appareil retiré');
  await expect(devices).toHaveCount(1);
  await lost.reload();
  await expect(lost.getByRole('heading', { name: 'Connexion' })).toBeVisible();
});
