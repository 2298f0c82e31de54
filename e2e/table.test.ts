import type { Locator, Page } from '@playwright/test';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, pick, rowLink, rowOf, searchBox, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const shown = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1);

test('page and order are in the URL: a reload and Back restore them; rows of two pages are archived together and restored', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const person = await hire();
  const names = Array.from({ length: 27 }, (_none, index) => `Site ${mark} ${String(index + 1).padStart(2, '0')}`);
  await site(names[0] as string);
  await Promise.all(names.slice(1).map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  await expect(shown(page)).toContainText('1–25 sur 27');
  await expect(firstRow(page)).toContainText(`${mark} 01`);
  await button(page.getByRole('columnheader', { name: 'Nom' }), 'Nom').click();
  await expect(firstRow(page)).toContainText(`${mark} 27`);
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'descending');
  await button(page, 'Page suivante').click();
  await expect(shown(page)).toContainText('26–27 sur 27');
  await expect(firstRow(page)).toContainText(`${mark} 02`);
  await page.reload();
  await expect(shown(page)).toContainText('26–27 sur 27');
  await expect(firstRow(page)).toContainText(`${mark} 02`);
  await page.goBack();
  await expect(firstRow(page)).toContainText(`${mark} 27`);
  await page.goBack();
  await expect(firstRow(page)).toContainText(`${mark} 01`);

  const archived = async () => {
    const { rows } = await owner.list(Site, { query: mark, limit: 100, filters: { status: [300] } });
    return rows.map(({ name }) => name).toSorted();
  };
  await rowOf(page, names[2] as string)
    .getByRole('checkbox')
    .check();
  await button(page, 'Page suivante').click();
  await rowOf(page, names[26] as string)
    .getByRole('checkbox')
    .check();
  await expect(page.getByText('2 sélectionnés')).toBeVisible();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: /^Archivage/ }).click();
  await expectNotice(page, 'Archivage : 2 éléments');
  expect(await archived()).toEqual([names[2], names[26]]);
  await button(page, 'Annuler').click();
  await expectNotice(page, '2 modifications annulées');
  expect(await archived()).toEqual([]);
});

test('on a phone, filters and arrangement of a list are set in dialogs that fill it and outlive a reload; Back closes a record', {
  tag: '@phone-only',
}, async ({ hire, open, site, owner, mark }) => {
  const person = await hire();
  const names = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `${letter} ${mark}`);
  const [kept] = await Promise.all([site(`Fermé ${mark}`), ...names.map((name) => site(name))]);
  await owner.move(Site, kept.id, 'archive');
  const page = await open(person, `/sites?q=${mark}`);
  const links = page.getByRole('link', { name: new RegExp(`^[A-F] ${mark}$`) });
  // The archived one is hidden.
  await expect(links).toHaveText(names);
  await expect(page.getByText(`Client ${mark}`).first()).toBeVisible();
  await button(page, 'Colonnes').click();
  const columns = dialog(page, 'Colonnes');
  await expect.poll(async () => (await columns.boundingBox())?.height).toBe(844);
  await take(columns, 'Trier par', 'Nom');
  await columns.getByText('Décroissant', { exact: true }).click();
  await columns.getByRole('combobox', { name: 'Lignes par page' }).click();
  await page.getByRole('listbox', { name: 'Lignes par page' }).getByText('5', { exact: true }).click();
  await columns.getByText('Compacte', { exact: true }).click();
  await columns.getByRole('checkbox', { name: 'Client' }).uncheck();
  await button(columns, 'Enregistrer').click();
  const expectArranged = async (): Promise<void> => {
    await expect(shown(page)).toContainText('1–5 sur 6');
    await expect(links).toHaveText(names.toReversed().slice(0, 5));
    await expect(page.getByText(`Client ${mark}`)).toHaveCount(0);
    await expect(page.locator('[data-density]')).toHaveAttribute('data-density', 'compact');
  };
  await expectArranged();
  await page.reload();
  await expectArranged();

  await page.getByRole('button', { name: 'Filtres', exact: true }).click();
  const drawer = dialog(page, 'Filtres');
  await take(drawer, 'Statut', 'Archivé');
  await page.keyboard.press('Escape');
  await pick(drawer, 'Client', mark, `Client ${mark}`);
  await page.keyboard.press('Escape');
  await button(drawer, 'Appliquer').click();
  await expect(drawer).toBeHidden();
  await expect(shown(page)).toContainText('1–1 sur 1');
  await expect(page.getByLabel('2 filtres actifs')).toBeVisible();
  await rowLink(page, `Fermé ${mark}`).click();
  const record = dialog(page, `Fermé ${mark}`);
  await expect(record).toBeVisible();
  await page.reload();
  await expect(record).toBeVisible();
  await page.goBack();
  await expect(record).toBeHidden();
  await expect(rowLink(page, `Fermé ${mark}`)).toBeVisible();
  await expect(page.getByLabel('2 filtres actifs')).toBeVisible();
  await page.goForward();
  await expect(record).toBeVisible();
});

test('a list is worked through by the keyboard, and the focus stays on the page after an export, an archived row and its undo', async ({
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
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-selected', 'false');
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

  const inFocus = page.locator(':focus');
  await page.goto(`/#/sites?q=${mark}&f=${encodeURIComponent('{"status":[100]}')}`);
  await expect(shown(page)).toContainText('1–3 sur 3');
  const saved = page.waitForEvent('download');
  await button(page, 'Exporter').press('Enter');
  await saved;
  await expect(inFocus).toHaveAttribute('aria-label', 'Exporter');

  await button(page, `Actions : A ${mark}`).press('Enter');
  await page.getByRole('menuitem', { name: 'Archivage' }).press('Enter');
  await expect(shown(page)).toContainText('1–2 sur 2');
  await expect(inFocus).toContainText(`B ${mark}`);
  await button(page, 'Annuler').press('Enter');
  await expect(shown(page)).toContainText('1–3 sur 3');
  await expect(page.locator('tr:focus, tr :focus')).toHaveCount(1);
});
