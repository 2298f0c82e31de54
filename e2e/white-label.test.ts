import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, signIn } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { otherBrand, otherUrl } from './brands.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

const elsewhere = () => ({ baseURL: otherUrl() });
const hrefOf = async (page: Page, rel: string): Promise<string> =>
  (await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? '';
const fillOf = (page: Page): Promise<string> =>
  button(page, 'Se connecter').evaluate((element) => getComputedStyle(element).backgroundColor);

test('two host names of one server show two brands: name, logo, colour, icon, manifest', async ({ open }) => {
  const house = await open(null, '/login');
  const other = await open(null, '/login', elsewhere());
  await expect(house).toHaveTitle('Connexion — Vigie');
  await expect(other).toHaveTitle(`Connexion — ${otherBrand}`);
  await expect(house.getByRole('main').getByText('Vigie', { exact: true })).toBeVisible();
  await expect(other.getByRole('main').getByText(otherBrand, { exact: true })).toBeVisible();
  await expect(other.getByText('Vigie')).toHaveCount(0);
  await expect(other.getByRole('link', { name: '03 20 00 00 00' })).toHaveAttribute('href', 'tel:0320000000');

  const logo = other.locator('main img[src^="/brand/"]').first();
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await fillOf(house)).not.toBe(await fillOf(other));

  for (const [page, name, colour] of [
    [house, 'Vigie', '#1c5d99'],
    [other, otherBrand, '#f2c200'],
  ] as const) {
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', colour);
    const manifest = await (await page.request.get(await hrefOf(page, 'manifest'))).json();
    expect(manifest).toMatchObject({ name, theme_color: colour, display: 'standalone' });
    for (const { src } of manifest.icons)
      expect((await page.request.get(src)).headers()['content-type']).toBe('image/svg+xml');
    expect(manifest.icons[0].src).toBe(await hrefOf(page, 'icon'));
  }
  expect(await hrefOf(house, 'icon')).not.toBe(await hrefOf(other, 'icon'));
  await check(other, 'the sign-in page of a pale brand');
});

test('the legal texts of a brand open from its sign-in page, and from « À propos »', async ({ hire, open }) => {
  const page = await open(null, '/login', elsewhere());
  await page.getByRole('navigation', { name: 'Textes légaux' }).getByRole('link', { name: 'Mentions légales' }).click();
  await expect(page.getByRole('heading', { name: 'Mentions légales', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Éditeur' })).toBeVisible();
  await expect(page.getByText('12 quai des Brumes')).toBeVisible();
  await check(page, 'a legal text');
  await page.getByRole('link', { name: 'Confidentialité' }).click();
  await expect(page.getByText('Vos données restent chez votre agence.')).toBeVisible();
  await page.getByRole('link', { name: 'Retour à l’application' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();

  const person = await hire();
  await signIn(page, person.email, person.password);
  await expect(page.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await page.goto('/#/about');
  await expect(page.getByRole('region', { name: 'Textes légaux' }).getByRole('link')).toHaveText([
    'Mentions légales',
    'Confidentialité',
  ]);
  // This brand turns the module off.
  await page.goto('/#/app-agent');
  await expect(page.getByRole('heading', { name: 'Application mobile' })).toHaveCount(0);
  const house = await open(person, '/app-agent');
  await expect(house.getByRole('heading', { name: 'Application mobile' })).toBeVisible();

  const nothing = await open(null, '/login');
  await expect(nothing.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await expect(nothing.getByRole('navigation', { name: 'Textes légaux' })).toHaveCount(0);
});

test('the mail of a forgotten password has the brand of the requested host, and links back to it', async ({
  hire,
  open,
}) => {
  // Who plans also gets mails of what happens in other journeys.
  const person = await hire({ rights: [] });
  const page = await open(null, '/mot-de-passe', elsewhere());
  await page.getByRole('textbox', { name: 'Adresse e-mail' }).fill(person.email);
  await button(page, 'Recevoir l’e-mail').click();
  await expect(page.getByRole('status')).toBeVisible();
  const mail = await outbox().lastTo(person.email);
  expect(mail.subject).toBe(`${otherBrand} : choisissez un nouveau mot de passe`);
  expect(mail.from).toEqual({ name: otherBrand, address: 'ne-pas-repondre@boreal.example' });
  expect(mail.html).toContain('#f2c200');
  const link = new RegExp(`${otherUrl()}/#/mot-de-passe/[\\w-]+`).exec(mail.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  await expect(page.getByRole('main').getByText(otherBrand, { exact: true })).toBeVisible();
});

test('super-admins see the settings of each host and their origin; support does not', async ({ open }) => {
  const as = async (email: string) => ({ tokens: await signInAs(productUrl(), email, demoPassword) });
  const page = await open(await as('admin@vigie.example'), '/platform/admin/tenants');
  const other = page.getByRole('region', { name: 'localhost' });
  await expect(other.getByRole('row', { name: `Nom ${otherBrand} Cet hôte` })).toBeVisible();
  await expect(other.getByRole('row', { name: 'Plan de formation Aucun Produit' })).toBeVisible();
  await expect(other.getByRole('row', { name: 'Liens des magasins d’applications Désactivé Cet hôte' })).toBeVisible();
  for (const ground of ['clair', 'sombre']) {
    const picture = other.getByRole('img', { name: `Logo de ${otherBrand} sur fond ${ground}` });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(page.getByRole('region', { name: 'Tous les autres hôtes' })).toContainText('Marque du produit');
  await check(page, 'the brands');

  const support = await open(await as('support@vigie.example'), '/platform/admin/tenants');
  await expect(support.getByRole('heading', { name: /^Bonjour / })).toBeVisible();
  await expect(support.getByRole('heading', { name: 'Marques' })).toHaveCount(0);
});
