import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { Site } from '#core/sites/site.ts';
import { button, expectNotice, rowLink, withArchived } from './acts.ts';
import { expect, test } from './journey.ts';

async function exported(page: Page, name = 'Exporter'): Promise<{ name: string; cells: unknown[][] }> {
  const downloading = page.waitForEvent('download');
  await button(page, name).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), cells: await readSheet(await download.path()) };
}

test('the exported file has the cells of the table; an export of several pages continues on another screen, and can be stopped', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const person = await hire();
  const [archived] = await Promise.all([
    site(`Dépôt ${mark}`, {
      address: { street: '2 quai du Port', zipcode: '13002', city: 'Marseille', country: 'FR' },
      radius: 250,
    }),
    site(`Usine ${mark}`),
    site(`Ailleurs ${mark}`),
  ]);
  await owner.move(Site, archived.id, 'archive');
  const page = await open(person, `/sites?q=${mark}&sort=-name&f=${withArchived}`);
  await expect(rowLink(page, `Dépôt ${mark}`)).toBeVisible();
  const { name, cells } = await exported(page);
  await expectNotice(page, 'Export terminé : 3 lignes');
  const [day, month, year] = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' })
    .format(new Date())
    .split('/');
  expect(name).toBe(`Sites ${day}-${month}-${year}.xlsx`);
  expect(cells.map((row) => row.slice(0, 4))).toEqual([
    ['Nom', 'Client', 'Statut', 'Adresse'],
    [`Usine ${mark}`, `Client ${mark}`, 'Actif', null],
    [`Dépôt ${mark}`, `Client ${mark}`, 'Archivé', '2 quai du Port, 13002 Marseille'],
    [`Ailleurs ${mark}`, `Client ${mark}`, 'Actif', null],
  ]);

  const waiting: (() => void)[] = [];
  await page.goto('/#/customers');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/fetch/customers', async (route) => {
    // Only the export's pages: the table reloads whenever a customer is saved.
    if (route.request().postDataJSON().limit === 180) await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  await button(page, 'Exporter').click();
  await expect(page.getByText('Export : Clients')).toBeVisible();
  await button(page, 'Arrêter').click();
  await expectNotice(page, 'Export arrêté');
  await expect(page.getByText('Export : Clients')).toBeHidden();

  await button(page, 'Exporter').click();
  await expect.poll(() => waiting.length).toBe(2);
  await page.getByRole('link', { name: 'Sites' }).first().click();
  await expect(page).toHaveURL(/\/sites/);
  const [download] = await Promise.all([page.waitForEvent('download'), Promise.resolve(waiting[1]?.())]);
  expect(download.suggestedFilename()).toMatch(/^Clients /);
  waiting[0]?.();
});
