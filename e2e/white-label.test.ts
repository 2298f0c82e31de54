import type { Page } from '@playwright/test';
import { button, signIn } from './acts.ts';
import { check } from './axe.ts';
import { otherBrand, otherUrl } from './brands.ts';
import { expect, test } from './journey.ts';

const hrefOf = async (page: Page, rel: string): Promise<string> =>
  (await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? '';
const fillOf = (page: Page): Promise<string> =>
  button(page, 'Se connecter').evaluate((element) => getComputedStyle(element).backgroundColor);

test('two host names of one server show two brands: name, logo, colour, icon, manifest, legal texts, modules', async ({
  hire,
  open,
}) => {
  const house = await open(null, '/login');
  const other = await open(null, '/login', { baseURL: otherUrl() });
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
  await expect(house.getByRole('navigation', { name: 'Textes légaux' })).toHaveCount(0);

  await other
    .getByRole('navigation', { name: 'Textes légaux' })
    .getByRole('link', { name: 'Mentions légales' })
    .click();
  await expect(other.getByRole('heading', { name: 'Mentions légales', level: 1 })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Éditeur' })).toBeVisible();
  await expect(other.getByText('12 quai des Brumes')).toBeVisible();
  await check(other, 'a legal text');
  await other.getByRole('link', { name: 'Confidentialité' }).click();
  await expect(other.getByText('Vos données restent chez votre agence.')).toBeVisible();
  await other.getByRole('link', { name: 'Retour à l’application' }).click();
  await expect(other.getByRole('heading', { name: 'Connexion' })).toBeVisible();

  const person = await hire();
  await signIn(other, person.email, person.password);
  await expect(other.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await other.goto('/#/about');
  await expect(other.getByRole('region', { name: 'Textes légaux' }).getByRole('link')).toHaveText([
    'Mentions légales',
    'Confidentialité',
  ]);
  // It turns the module off: the page before stays.
  await other.goto('/#/app-agent');
  await expect(other).toHaveURL(/#\/about$/);
  await expect(other.getByRole('heading', { name: 'Application mobile' })).toHaveCount(0);
});
