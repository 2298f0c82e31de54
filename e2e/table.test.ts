import type { Locator, Page } from '@playwright/test';
import { Site } from '#core/sites/site.ts';
import { button, dialog, pick, rowLink, searchBox, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const shown = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
/** A day relative to today, in French format. */
const frenchDay = (away: number): string =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' }).format(Date.now() + away * 86_400_000);
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1);

test('page and order are in the URL, and rows per page are kept: a reload, a copied link and Back restore them', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const [person, colleague] = await Promise.all([hire(), hire()]);
  const names = Array.from({ length: 30 }, (_none, index) => `Site ${mark} ${String(index + 1).padStart(2, '0')}`);
  await site(names[0] as string);
  await Promise.all(names.slice(1).map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  await expect(shown(page)).toContainText('1–25 sur 30');
  await expect(firstRow(page)).toContainText(`${mark} 01`);
  await button(page, 'Page suivante').click();
  await expect(shown(page)).toContainText('26–30 sur 30');
  await expect(firstRow(page)).toContainText(`${mark} 26`);
  await button(page.getByRole('columnheader', { name: 'Nom' }), 'Nom').click();
  await expect(shown(page)).toContainText('1–25 sur 30');
  await expect(firstRow(page)).toContainText(`${mark} 30`);
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'descending');
  await button(page, 'Page suivante').click();
  await expect(firstRow(page)).toContainText(`${mark} 05`);

  await page.reload();
  await expect(shown(page)).toContainText('26–30 sur 30');
  await expect(firstRow(page)).toContainText(`${mark} 05`);
  const copied = await open(colleague, new URL(page.url()).hash.slice(1));
  await expect(firstRow(copied)).toContainText(`${mark} 05`);
  await expect(searchBox(copied)).toHaveValue(mark);

  await page.goBack();
  await expect(firstRow(page)).toContainText(`${mark} 30`);
  await page.goBack();
  await expect(firstRow(page)).toContainText(`${mark} 26`);

  await shown(page).getByRole('combobox', { name: 'Lignes par page' }).selectOption('50');
  await expect(shown(page)).toContainText('1–30 sur 30');
  await page.reload();
  await expect(shown(page)).toContainText('1–30 sur 30');
});

test('a record has its own URL, and Back closes it', { tag: '@phone-only' }, async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  await rowLink(page, name).click();
  await expect(button(dialog(page, name), 'Modifier')).toBeVisible();
  await page.reload();
  await expect(button(dialog(page, name), 'Modifier')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, name)).toBeHidden();
  await expect(rowLink(page, name)).toBeVisible();
  await page.goForward();
  await expect(dialog(page, name)).toBeVisible();
});

test('filters are set in a drawer, counted on its button and kept in the URL; a period is chosen by its name', {
  tag: '@phone',
}, async ({ hire, open, site, owner, mark }) => {
  const person = await hire();
  const [kept] = await Promise.all([site(`Fermé ${mark}`), site(`Ouvert ${mark}`)]);
  await owner.move(Site, kept.id, 'archive');
  const page = await open(person, `/sites?q=${mark}`);
  // The archived one is hidden.
  await expect(shown(page)).toContainText('1–1 sur 1');
  await page.getByRole('button', { name: 'Filtres', exact: true }).click();
  const drawer = dialog(page, 'Filtres');
  await take(drawer, 'Statut', 'Archivé');
  await page.keyboard.press('Escape');
  await pick(drawer, 'Client', mark, `Client ${mark}`);
  await page.keyboard.press('Escape');
  await button(drawer, 'Appliquer').click();
  await expect(drawer).toBeHidden();
  await expect(shown(page)).toContainText('1–1 sur 1');
  await expect(rowLink(page, `Fermé ${mark}`)).toBeVisible();
  await expect(page.getByLabel('2 filtres actifs')).toBeVisible();

  await page.reload();
  await expect(shown(page)).toContainText('1–1 sur 1');
  await expect(page.getByLabel('2 filtres actifs')).toBeVisible();
  await page.getByRole('button', { name: /^Filtres(?! enregistrés)/ }).click();
  await expect(drawer).toContainText(`Client ${mark}`);
  await button(drawer, 'Réinitialiser').click();
  await expect(rowLink(page, `Ouvert ${mark}`)).toBeVisible();
  await expect(page.getByLabel('2 filtres actifs')).toBeHidden();

  await page.getByRole('button', { name: 'Filtres', exact: true }).click();
  await take(drawer, 'Créé le', 'Hier');
  await expect(textbox(drawer, 'Du')).toHaveValue(frenchDay(-1));
  await button(drawer, 'Appliquer').click();
  await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible();
  await page.getByRole('button', { name: 'Filtres', exact: true }).click();
  await take(drawer, 'Créé le', 'Personnalisé');
  await textbox(drawer, 'Au').fill('31/02/2026');
  await expect(drawer.getByText("La date n'existe pas")).toBeVisible();
  await textbox(drawer, 'Au').fill(frenchDay(0));
  await button(drawer, 'Appliquer').click();
  await expect(shown(page)).toContainText('1–1 sur 1');
});

test(
  'order, direction, rows per page, density and columns are set in one dialog, and kept',
  {
    tag: '@phone',
  },
  async ({ hire, open, site, mark }, { project }) => {
    const person = await hire();
    const names = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `${letter} ${mark}`);
    await site(names[0] as string);
    await Promise.all(names.slice(1).map((name) => site(name)));
    const page = await open(person, `/sites?q=${mark}`);
    const links = page.getByRole('link', { name: new RegExp(`^[A-F] ${mark}$`) });
    await expect(links).toHaveText(names);
    await expect(page.getByText(`Client ${mark}`).first()).toBeVisible();
    await button(page, 'Colonnes').click();
    const columns = dialog(page, 'Colonnes');
    if (project.name === 'phone') await expect.poll(async () => (await columns.boundingBox())?.height).toBe(844);
    await take(columns, 'Trier par', 'Nom');
    await columns.getByText('Décroissant', { exact: true }).click();
    await columns.getByRole('combobox', { name: 'Lignes par page' }).click();
    await page.getByRole('listbox', { name: 'Lignes par page' }).getByText('5', { exact: true }).click();
    await columns.getByText('Compacte', { exact: true }).click();
    await columns.getByRole('checkbox', { name: 'Client' }).uncheck();
    await button(columns, 'Enregistrer').click();
    const expectApplied = async (): Promise<void> => {
      await expect(shown(page)).toContainText('1–5 sur 6');
      await expect(links).toHaveText(names.toReversed().slice(0, 5));
      await expect(page.getByText(`Client ${mark}`)).toHaveCount(0);
      await expect(page.locator('[data-density]')).toHaveAttribute('data-density', 'compact');
    };
    await expectApplied();
    await page.reload();
    await expectApplied();
  },
);

test('keyboard shortcuts: / searches, arrows and Enter open, n creates, Escape closes', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire();
  await Promise.all(['A', 'B', 'C'].map((letter) => site(`${letter} ${mark}`)));
  const page = await open(person, '/sites');
  await expect(firstRow(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(mark);
  await expect(shown(page)).toContainText('1–3 sur 3');

  const focused = page.locator('tr:focus');
  for (let steps = 0; steps < 20 && (await focused.count()) === 0; steps += 1) await page.keyboard.press('Tab');
  await expect(focused).toContainText(`A ${mark}`);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toContainText(`B ${mark}`);
  await page.keyboard.press('End');
  await expect(focused).toContainText(`C ${mark}`);
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const opened = dialog(page, `B ${mark}`);
  await expect(button(opened, 'Modifier')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();

  await page.keyboard.press('n');
  const created = dialog(page, 'Nouveau site');
  await expect(textbox(created, 'Nom')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(created).toBeHidden();
});

test('after an export, an archived row and its undo, the focus stays on the page', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire();
  await Promise.all(['A', 'B'].map((letter) => site(`${letter} ${mark}`)));
  const inService = encodeURIComponent('{"status":[100]}');
  const page = await open(person, `/sites?q=${mark}&f=${inService}`);
  const focused = page.locator(':focus');
  await expect(shown(page)).toContainText('1–2 sur 2');
  const saved = page.waitForEvent('download');
  await button(page, 'Exporter').press('Enter');
  await saved;
  await expect(focused).toHaveAttribute('aria-label', 'Exporter');

  await button(page, `Actions : A ${mark}`).press('Enter');
  await page.getByRole('menuitem', { name: 'Archivage' }).press('Enter');
  await expect(shown(page)).toContainText('1–1 sur 1');
  await expect(focused).toContainText(`B ${mark}`);
  await button(page, 'Annuler').press('Enter');
  await expect(shown(page)).toContainText('1–2 sur 2');
  await expect(page.locator('tr:focus, tr :focus')).toHaveCount(1);
});
