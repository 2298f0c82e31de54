import { Agent } from '#core/agents/agent.ts';
import { png } from '#server/testing/files.ts';
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
  await form.getByLabel('Mot de passe', { exact: true }).fill('Faux1234');
  await button(form, 'Envoyer le lien de confirmation').click();
  await expect(form.getByLabel('Mot de passe', { exact: true })).toHaveAccessibleDescription('Mot de passe incorrect');
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(form, 'Envoyer le lien de confirmation').click();
  await expectNotice(page, `Un e-mail de confirmation vient d’être envoyé à ${wanted}.`);
  await expect(page.getByText(`En attente : ouvrez le lien envoyé à ${wanted}.`)).toBeVisible();

  const link = await linkTo(wanted, 'adresse-mail');
  const elsewhere = await open(null, link.slice(link.indexOf('#') + 1));
  await button(elsewhere, 'Confirmer mon adresse').click();
  await expect(elsewhere.getByRole('status')).toContainText(`Votre adresse est maintenant ${wanted}.`);
  await elsewhere.getByRole('link', { name: 'Continuer' }).click();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere.getByRole('alert')).toHaveText('Combinaison utilisateur / mot de passe incorrecte');
  await signIn(elsewhere, wanted, person.password);
  await expect(elsewhere.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(wanted)).toBeVisible();

  const again = await open(null, link.slice(link.indexOf('#') + 1));
  await button(again, 'Confirmer mon adresse').click();
  await expect(again.getByRole('alert')).toHaveText("Ce lien n'est plus valable.");
});

test('a user changes his password with the current one, and other devices are signed out', async ({ hire, open }) => {
  const person = await hire();
  const [page, elsewhere] = [await open(null, '/user'), await open(person, '/user')];
  await signIn(page, person.email, person.password);
  await button(page, 'Changer de mot de passe').click();
  const form = page.getByRole('form', { name: 'Changer de mot de passe' });
  const [current, chosen] = [form.getByLabel('Mot de passe actuel'), form.getByLabel('Nouveau mot de passe')];
  await chosen.fill('abc1');
  await expect(form.locator('[data-met="true"]')).toHaveText(['1 chiffre min.', '1 minuscule min.']);
  await chosen.fill('Nouveau2027');
  await current.fill('Faux1234');
  await button(form, 'Changer le mot de passe').click();
  await expect(current).toHaveAccessibleDescription('Mot de passe incorrect');
  await expect(chosen).toHaveValue('Nouveau2027');
  await current.fill(person.password);
  await button(form, 'Changer le mot de passe').click();
  await expectNotice(page, 'Votre mot de passe est modifié');
  await elsewhere.reload();
  await expect(elsewhere.getByText('Vous devez vous reconnecter')).toBeVisible();
  await signIn(elsewhere, person.email, 'Nouveau2027');
  await expect(elsewhere.getByRole('heading', { name: 'Mon compte' })).toBeVisible();
});

test('a removed device is signed out; the current one is marked', async ({ hire, open }) => {
  const person = await hire();
  const lost = await open(null, '/user');
  await signIn(lost, person.email, person.password);
  await expect(lost.getByText('Cet appareil', { exact: true })).toBeVisible();
  const page = await open(null, '/user');
  await signIn(page, person.email, person.password);
  const all = page.getByRole('region', { name: 'Appareils' }).getByRole('listitem');
  // The session in which the journey hired him is listed too.
  await expect(all).toHaveCount(3);
  const devices = all.filter({ hasNotText: 'Connexion sans appareil enregistré' });
  await expect(devices).toHaveCount(2);
  const here = devices.filter({ hasText: 'Cet appareil' });
  await expect(here).toHaveCount(1);
  await expect(here).toContainText('Connecté · Vu le');
  await devices
    .filter({ hasNotText: 'Cet appareil' })
    .getByRole('button', { name: /^Retirer / })
    .click();
  const question = dialog(page, 'Retirer cet appareil ?');
  await question.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(question, 'Retirer').click();
  await expectNotice(page, 'Appareil retiré');
  await expect(devices).toHaveCount(1);
  await lost.reload();
  await expect(lost.getByRole('heading', { name: 'Connexion' })).toBeVisible();

  await here.getByRole('button', { name: /^Retirer / }).click();
  await button(dialog(page, 'Retirer cet appareil, celui-ci ?'), 'Retirer').click();
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
});

test('a user adds his own picture, colleagues see it, and he removes it', { tag: '@phone-only' }, async ({
  hire,
  open,
  owner,
}) => {
  const person = await hire();
  const page = await open(person, '/user');
  const identity = page.getByRole('region', { name: 'Identité' });
  const picture = async (): Promise<unknown> => (await owner.read(Agent, person.id)).profilePicture;
  const choosing = page.waitForEvent('filechooser');
  await button(identity, 'Choisir une image').click();
  await (await choosing).setFiles([{ name: 'moi.png', mimeType: 'image/png', buffer: png(60, 60) }]);
  await expectNotice(page, 'Votre photo est enregistrée');
  expect(await picture()).toMatchObject({ name: 'moi.png' });
  await page.reload();
  await expect(button(identity, 'Aperçu : Photo').locator('img')).toBeVisible();
  await button(identity, "Retirer l'image").click();
  await expectNotice(page, 'Votre photo est retirée');
  expect(await picture()).toBeNull();
});

test('display settings are kept after a reload', async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Réglé ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
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
});
