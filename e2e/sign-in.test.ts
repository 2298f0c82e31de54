import { button, rowLink, searchBox, signIn } from './acts.ts';
import { expect, productUrl, test } from './journey.ts';

test('a wrong password is reported in French, the right one leads to the requested page; signing out everywhere ends every session', async ({
  hire,
  open,
}) => {
  const person = await hire();
  const here = await open(null, '/sites?q=miramarine');
  await expect(here.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await signIn(here, person.email, 'Demo1235');
  await expect(here.getByRole('alert')).toHaveText('Combinaison utilisateur / mot de passe incorrecte');
  await signIn(here, person.email, person.password);
  await expect(here.getByRole('heading', { name: 'Sites' })).toBeVisible();
  await expect(searchBox(here)).toHaveValue('miramarine');
  await expect(rowLink(here, 'Hôtel Miramarine Croisette')).toBeVisible();

  const elsewhere = await open(person, '/user');
  await expect(elsewhere.getByRole('heading', { name: 'Mon compte' })).toBeVisible();
  // A closed tab: an open one would ask to sign in again at once, over its page.
  await elsewhere.goto('about:blank');
  await here.goto('/#/user');
  await button(here, 'Se déconnecter partout').click();
  const question = here.getByRole('dialog', { name: 'Se déconnecter partout' });
  await expect(question).toContainText('Vous serez déconnecté de tous vos appareils, celui-ci compris.');
  await question.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(question, 'Se déconnecter partout').click();
  await expect(here.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  // The server's cache of sessions is emptied by a notification of the database: milliseconds later.
  const session = () =>
    fetch(`${productUrl()}/api/user`, { headers: { authorization: `Bearer ${person.tokens.token}` } });
  await expect.poll(async () => (await session()).status).toBe(401);
  await elsewhere.goto('/#/user');
  // A message that goes away by itself: looked for first.
  await expect(elsewhere.getByText('Vous devez vous reconnecter')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Connexion' })).toBeVisible();
});
