import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, choose, dialog, expectNotice, openRow, rowLink, save, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { expect, productUrl, test } from './journey.ts';
import { agencyMenu, simplifiedMenu, teamLinks } from './menu.ts';

/** The platform's staff have « Factures agences » instead of « Mes factures », and no tutorials, which are for profiles. */
const staffMenu = (menu: readonly string[]): string[] => [
  'Accueil',
  'Factures agences',
  'Liste des offres',
  "Commandes d'articles",
  ...menu.filter((label) => label !== 'Mes factures'),
  ...teamLinks.filter((label) => label !== 'Tutoriels'),
];

const entries = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');

async function goToAgency(page: Page, from: string, name: string): Promise<void> {
  await button(page, from).click();
  await page.getByRole('textbox', { name: 'Rechercher une agence' }).fill(name);
  await page.getByRole('option', { name }).click();
}

test('support switches agency, acts for a profile with exactly its menus, and the history shows both names', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire({ rights: ['listSites', 'editSite'] });
  const { name } = await site(`Site ${mark}`);
  const support = { tokens: await signInAs(productUrl(), 'support@vigie.example', demoPassword) };
  const page = await open(support, '/');
  await expect(page.getByText('Choisissez une agence pour voir ses écrans')).toBeVisible();
  await goToAgency(page, 'Choisir une agence', 'Boréal Protection');
  await expect(entries(page)).toHaveText(staffMenu(simplifiedMenu));
  await page.goto(`/#/sites?q=${mark}`);
  await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible();
  await goToAgency(page, 'Agence : Boréal Protection. Changer d’agence', 'Azur Sécurité');
  await expect(page).toHaveURL(/#\/home$/);
  await page.goto(`/#/sites?q=${mark}`);
  await expect(rowLink(page, name)).toBeVisible();

  await button(page, 'Agir au nom de…').click();
  await page.getByRole('textbox', { name: 'Rechercher une personne' }).fill(person.fullname);
  await page.getByRole('option', { name: person.fullname }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Vous agissez au nom de' });
  await expect(banner).toContainText(`Vous agissez au nom de ${person.fullname} (Azur Sécurité)`);
  await expect(entries(page)).toHaveText(['Accueil', 'Sites', ...teamLinks]);
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(entries(page)).toHaveText(['Accueil', 'Sites', ...teamLinks]);
  await page.goto(`/#/sites?q=${mark}`);
  await expect(button(page, 'Ajouter')).toBeHidden();
  const opened = await openRow(page, name);
  await textbox(opened, 'Commentaires').fill('Corrigé par le support.');
  await save(opened);
  await expectNotice(page, 'Site enregistré');

  await button(banner, 'Revenir à mon compte').click();
  await expect(banner).toBeHidden();
  await expect(entries(page)).toHaveText(staffMenu(agencyMenu));
  await page.goto(`/#/sites?q=${mark}`);
  await choose(page, name, 'Historique');
  await expect(dialog(page, name).getByRole('listitem').first()).toContainText(`Julien Morel pour ${person.fullname}`);
});
