// No screen or dialog may have a serious or critical finding, light or dark.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { button, choose, dialog, openRow, rowLink, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

/** `within`: what stands over a page that was checked already. */
async function check(page: Page, what: string, within = 'body'): Promise<void> {
  const axe = new AxeBuilder({ page }).include(within).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`);
  expect.soft(grave, what).toEqual([]);
}

const overlay = '[role=dialog]';
const menu = '[role=menu]';

test.slow();

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, colorScheme === 'light' ? { tag: '@phone' } : {}, () => {
    test('pages without a session', async ({ open }) => {
      const page = await open(null, '/login', { colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await button(page, 'Se connecter').click();
      await expect(page.getByText('Obligatoire').first()).toBeVisible();
      await check(page, 'sign-in');
      await page.goto('/#/mot-de-passe');
      await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
      await check(page, 'forgotten password');
      await page.goto('/#/mot-de-passe/inconnu');
      await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('court');
      await button(page, 'Enregistrer').click();
      await check(page, 'new password');
      await page.goto('/#/invitation/inconnue');
      await expect(page.getByRole('alert')).toBeVisible();
      await check(page, 'invitation');
    });

    test('home, account and menus', async ({ hire, open }) => {
      const person = await hire();
      const page = await open(person, '/home', { colorScheme });
      await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
      await check(page, 'home');
      await button(page, `${person.fullname}, menu du compte`).click();
      await expect(page.getByRole('menuitem', { name: 'Mon compte' })).toBeVisible();
      await check(page, 'user menu', menu);
      await page.keyboard.press('Escape');
      await page.goto('/#/user');
      await expect(page.getByRole('heading', { name: 'Appareils' })).toBeVisible();
      await check(page, 'account');
      await page.goto('/#/nulle-part');
      await expect(page.getByRole('heading', { name: 'Route inexistante' })).toBeVisible();
      await check(page, 'unknown route');
    });

    test('table, filters, columns, presets', async ({ hire, open }) => {
      const page = await open(await hire(), '/sites', { colorScheme });
      await expect(rowLink(page, 'Campus Néréaline')).toBeVisible();
      await check(page, 'table');
      await button(page, 'Actions : Campus Néréaline').click();
      await expect(page.getByRole('menuitem', { name: 'Archivage' })).toBeVisible();
      await check(page, 'row menu', menu);
      await page.keyboard.press('Escape');
      await button(page, 'Filtres').click();
      await expect(button(dialog(page, 'Filtres'), 'Appliquer')).toBeVisible();
      await check(page, 'filters', overlay);
      await page.keyboard.press('Escape');
      await button(page, 'Colonnes').click();
      await expect(dialog(page, 'Colonnes').getByRole('checkbox', { name: 'Adresse' })).toBeVisible();
      await check(page, 'columns', overlay);
      await page.keyboard.press('Escape');
      await button(page, 'Filtres enregistrés').click();
      await expect(page.getByText('Aucun filtre enregistré')).toBeVisible();
      await check(page, 'presets', menu);
      await page.goto('/#/sites?q=introuvable-partout');
      await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible();
      await check(page, 'nothing found');
    });

    test('record, faults, history, question', async ({ hire, open, site, mark }) => {
      const { name } = await site(`Site ${mark}`, { siteKeys: [{ label: 'Grille' }] });
      const page = await open(await hire(), `/sites?q=${mark}`, { colorScheme });
      const opened = await openRow(page, name);
      await textbox(opened, 'Nom').fill('');
      await save(opened);
      await expect(opened.getByText('Obligatoire')).toBeVisible();
      await check(page, 'record', overlay);
      await opened.getByText('Historique', { exact: true }).click();
      await expect(opened.getByText('Création')).toBeVisible();
      await check(page, 'history', overlay);
      await opened.getByRole('button', { name: 'Fermer', exact: true }).click();
      await expect(dialog(page, 'Quitter sans enregistrer ?')).toBeVisible();
      await check(page, 'question', overlay);
    });

    test('instructions of a site and the rich-text editor', async ({ hire, open, owner, site, mark }) => {
      const { id } = await site(`Site ${mark}`);
      const content =
        '<h2>Ronde</h2><p>Voir <a href="https://vigie.example">la page</a></p><blockquote><p>Dit</p></blockquote>';
      await owner.save(SiteInstruction, { title: `Ronde ${mark}`, site: { id }, content });
      const page = await open(await hire(), `/sites?instructions=${id}`, { colorScheme });
      const listed = page.getByRole('button', { name: new RegExp(`Ronde ${mark}`) });
      await expect(listed).toBeVisible();
      await check(page, 'list of instructions', overlay);
      await listed.click();
      await expect(page.getByRole('heading', { name: `Ronde ${mark}` })).toBeVisible();
      await check(page, 'instruction', overlay);
      await button(page, 'Modifier').click();
      const edited = dialog(page, `Ronde ${mark}`);
      await expect(textbox(edited, 'Consigne')).toContainText('la page');
      await button(edited, 'Lien').click();
      await expect(textbox(page, 'Adresse')).toBeFocused();
      await check(page, 'editor', overlay);
    });

    test('collaborators and the rights editor', async ({ hire, open, owner }) => {
      const person = await hire();
      const page = await open(owner, `/agents?q=${person.email}`, { colorScheme });
      await choose(page, person.fullname, 'Droits');
      await expect(page.getByRole('checkbox', { name: 'Modifier un site', exact: true })).toBeVisible();
      await check(page, 'rights editor', overlay);
    });
  });
}
