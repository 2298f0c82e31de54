import { Site } from '#core/sites/site.ts';
import { button, dialog } from './acts.ts';
import { expect, test } from './journey.ts';
import { agencyMenu, teamLinks } from './menu.ts';

test('the home page counts records, links to them, and lists the user’s latest changes; its menu closes after a choice', {
  tag: '@phone-only',
}, async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(person, '/home');
  await expect(page.getByText('Les fiches que vous créez ou modifiez apparaîtront ici')).toBeVisible();
  const numbers = page.getByRole('list', { name: 'En nombres' });
  await numbers
    .getByRole('link', { name: /^Archivé : \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/sites\?f=/);
  await expect(page.getByRole('group', { name: 'Filtres actifs' })).toContainText(/Statut :\s*Archivé/);

  await person.api.save(Site, { id, name: `${name} bis` });
  await page.goto('/#/home');
  const last = page.getByRole('region', { name: 'Vos dernières fiches' }).getByRole('link').first();
  await expect(last).toContainText(`${name} bis`);
  await expect(last).toContainText('Modification');
  await last.click();
  await expect(dialog(page, `${name} bis`)).toBeVisible();
  await page.keyboard.press('Escape');

  const entries = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
  await button(page, 'Ouvrir le menu').click();
  await expect(entries).toHaveText(['Accueil', ...agencyMenu, ...teamLinks]);
  await entries.filter({ hasText: 'Clients' }).click();
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await expect(entries.first()).toBeHidden();
});
