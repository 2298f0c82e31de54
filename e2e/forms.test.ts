import type { Locator, Page } from '@playwright/test';
import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, openRow, rowOf, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

/** The size of a dialog, in percent of the screen. */
async function shareOf(page: Page, opened: Locator): Promise<{ width: number; height: number }> {
  const box = await opened.boundingBox();
  const screen = page.viewportSize();
  if (!box || !screen) throw new Error('nothing is shown');
  return {
    width: Math.round((100 * box.width) / screen.width),
    height: Math.round((100 * box.height) / screen.height),
  };
}

test('invalid dates and times are reported at their input, and valid ones are saved', async ({
  hire,
  open,
  customer,
  site,
  mark,
}) => {
  const person = await hire();
  const client = await customer();
  const place = await site(`Quai ${mark}`, { customer: client });
  const page = await open(person, `/customers?q=${mark}`);
  const opened = await openRow(page, client.name);
  await button(opened, 'Ajouter : Remise').click();
  const discount = opened.getByRole('group', { name: 'Remise 1' });
  await textbox(discount, 'Libellé').fill('Fidélité');
  await textbox(discount, 'Taux (%)').fill('-2,5');
  const from = textbox(discount, 'Du');
  for (const [typed, message] of [
    ['2026-1-1', 'Format français invalide'],
    ['31/02/2026', "La date n'existe pas"],
  ] as const) {
    await from.fill(typed);
    await from.blur();
    await expect(from).toHaveAccessibleDescription(message);
  }
  await expect(textbox(discount, 'Taux (%)')).toHaveAccessibleDescription('Doit être supérieur ou égal à 0');
  await save(opened);
  await expect(opened).toBeVisible();
  await textbox(discount, 'Taux (%)').fill('2.5');
  await from.fill('01012026');
  await save(opened);
  await expectNotice(page, 'Client enregistré');
  await expect(opened).toBeHidden();

  await page.goto(`/#/sites?q=${mark}`);
  await choose(page, place.name, 'Consignes');
  await button(page, 'Ajouter une consigne').click();
  const written = dialog(page, 'Nouvelle consigne');
  const date = textbox(written, 'Date');
  for (const [typed, message] of [
    ['15/11/2026 25:00', 'Format français invalide'],
    ['31/04/2026 08:00', "La date n'existe pas"],
  ] as const) {
    await date.fill(typed);
    await date.blur();
    await expect(date).toHaveAccessibleDescription(message);
  }
});

test(
  'dialogs of a record, of several records and of a file are all 75 % by 80 %, and full-screen on a phone',
  {
    tag: '@phone',
  },
  async ({ hire, open, customer, owner, mark }, { project }) => {
    const person = await hire();
    const client = await customer();
    await owner.save(Site, { name: `Quai ${mark}`, customer: { id: client.id } });
    const wanted = project.name === 'phone' ? { width: 100, height: 100 } : { width: 75, height: 80 };
    const page = await open(person, `/customers?q=${mark}`);
    const opened = await openRow(page, client.name);
    await expect.poll(() => shareOf(page, opened)).toEqual(wanted);
    const choosing = page.waitForEvent('filechooser');
    await button(opened, 'Choisir des fichiers').click();
    await (await choosing).setFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Bonjour') }]);
    await button(opened, 'Aperçu : note.txt').click();
    const preview = dialog(page, 'note.txt');
    await expect(preview).toContainText('Bonjour');
    await expect.poll(() => shareOf(page, preview)).toEqual(wanted);

    await page.goto(`/#/sites?q=${mark}`);
    const leaving = dialog(page, 'Quitter sans enregistrer ?');
    await button(leaving, 'Quitter').click();
    await rowOf(page, `Quai ${mark}`).getByRole('checkbox').check();
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
    const editor = page.getByRole('dialog', { name: /^Modifier :/ });
    await expect(textbox(editor, 'Nom')).toBeVisible();
    await expect.poll(() => shareOf(page, editor)).toEqual(wanted);
  },
);
