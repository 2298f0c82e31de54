import { demoPassword } from '#demo/accounts.ts';
import { button, searchBox, signIn } from './acts.ts';
import { expect, productUrl, test } from './journey.ts';

test('a wrong password is reported in French, the right one leads to the requested page', {
  tag: '@phone',
}, async ({ open }) => {
  const page = await open(null, '/sites?q=miramarine');
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await button(page, 'Se connecter').click();
  await expect(page.getByText('Obligatoire')).toHaveCount(2);
  await signIn(page, 'planning@azur.example', 'Demo1235');
  await expect(page.getByRole('alert')).toHaveText('Combinaison utilisateur / mot de passe incorrecte');
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await button(page, 'Se connecter').click();
  await expect(page.getByRole('heading', { name: 'Sites' })).toBeVisible();
  await expect(searchBox(page)).toHaveValue('miramarine');
  await expect(page.getByRole('link', { name: 'Hôtel Miramarine Croisette' })).toBeVisible();
});

test('signing out ends only this session', async ({ hire, open }) => {
  const person = await hire();
  const here = await open(null, '/');
  await signIn(here, person.email, person.password);
  await expect(here.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  const elsewhere = await open(person, '/user');
  await expect(elsewhere.getByRole('heading', { name: 'Mon compte' })).toBeVisible();

  await button(here, `${person.fullname}, menu du compte`).click();
  await here.getByRole('menuitem', { name: 'Se déconnecter', exact: true }).click();
  await expect(here.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await here.goto('/#/sites');
  await expect(here.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Mon compte' })).toBeVisible();
});

test('signing out everywhere asks for the password and ends every session', async ({ hire, open }) => {
  const person = await hire();
  const here = await open(null, '/user');
  await signIn(here, person.email, person.password);
  const elsewhere = await open(person, '/user');
  await expect(elsewhere.getByRole('heading', { name: 'Mon compte' })).toBeVisible();
  // A closed tab: an open one would ask to sign in again at once, over its page.
  await elsewhere.goto('about:blank');

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
