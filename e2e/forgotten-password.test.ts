import { button, signIn } from './acts.ts';
import { expect, linkTo, test } from './journey.ts';

test('a forgotten password is replaced through the mail, once', { tag: '@phone-only' }, async ({ hire, open }) => {
  const person = await hire();
  const page = await open(null, '/');
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Adresse e-mail' }).fill(person.email);
  await button(page, 'Recevoir l’e-mail').click();
  await expect(page.getByRole('status')).toHaveText(
    'Si un compte existe pour cette adresse, un e-mail vient de lui être envoyé.',
  );

  const link = await linkTo(person.email, 'mot-de-passe');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  const input = page.getByLabel('Nouveau mot de passe', { exact: true });
  await input.fill('court');
  await button(page, 'Enregistrer').click();
  await expect(input).toHaveAccessibleDescription('6 caractères min. 1 chiffre min. 1 majuscule min.');
  await input.fill('Nouveau2026');
  await button(page, 'Enregistrer').click();
  await expect(page.getByRole('status')).toHaveText('Votre mot de passe a été modifié.');

  await page.getByRole('link', { name: 'Se connecter' }).click();
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText("Ce lien n'est plus valable.");
  await expect(page.getByLabel('Nouveau mot de passe', { exact: true })).toHaveCount(0);
  await page.goto('/#/login');
  await signIn(page, person.email, 'Nouveau2026');
  await expect(page.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
});
