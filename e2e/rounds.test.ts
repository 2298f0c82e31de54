import { readFile } from 'node:fs/promises';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { button, choose, dialog, expectNotice, openRow, pick, rowOf, save, search, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('checkpoints are created, added to a round, reordered, and printed as QR codes', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  test.slow();
  const place = await site(`Site ${mark}`, {
    address: { location: { latitude: 43.695, longitude: 7.265 } },
  });
  await owner.save(Checkpoint, {
    title: `Toiture ${mark}`,
    site: { id: place.id },
    location: { latitude: 43.6952, longitude: 7.2652 },
  });
  const planner = await hire();

  const page = await open(planner, '/checkpoints');
  await button(page, 'Ajouter').first().click();
  const made = dialog(page, 'Nouveau point de contrôle');
  await textbox(made, 'Titre').fill(`Portail ${mark}`);
  await expect(made.getByText('Choisissez d’abord le site : la carte s’ouvrira sur lui.')).toBeVisible();
  await pick(made, 'Site', mark, `Site ${mark}`);
  await take(made, 'Type', 'Virtuel (géolocalisé)');
  await save(made);
  await expect(made.getByText('Obligatoire').first()).toBeVisible();
  await textbox(made, 'Latitude').fill('43,6951');
  await textbox(made, 'Longitude').fill('7,2651');
  await expect(made.getByRole('region', { name: 'Carte du point de contrôle' })).toBeVisible();
  await check(page, 'a checkpoint', '[role=dialog]');
  await save(made);
  await expectNotice(page, 'Point de contrôle enregistré');

  await page.goto('/#/rounds');
  await button(page, 'Ajouter').first().click();
  const round = dialog(page, 'Nouvelle ronde');
  await textbox(round, 'Nom').fill(`Nuit ${mark}`);
  await textbox(round, 'Durée prévue').fill('1h05');
  await button(round, 'Ajouter : Point').click();
  const line = round.getByRole('group', { name: 'Point 1' });
  await line.getByRole('combobox', { name: 'Point de contrôle' }).click();
  await expect(page.getByText('Choisissez d’abord : Site')).toBeVisible();
  await page.keyboard.press('Escape');
  await pick(round, 'Site', mark, `Site ${mark}`);
  await button(round, 'Ajouter tous les points du site (2)').click();
  const inputs = round.getByRole('combobox', { name: 'Point de contrôle' });
  await expect(inputs).toHaveCount(2);
  await expect(inputs.first()).toHaveValue(`Portail ${mark}`);
  await button(round, 'Descendre Point 1').click();
  await expect(inputs.first()).toHaveValue(`Toiture ${mark}`);
  await expect(round.getByRole('region', { name: 'Carte de la ronde' })).toBeVisible();
  await check(page, 'a round', '[role=dialog]');
  await save(round);
  await expectNotice(page, 'Ronde enregistrée');
  await search(page, mark);
  await expect(rowOf(page, `Nuit ${mark}`)).toContainText('1h05');
  const { rows } = await owner.list(Round, { query: mark });
  const kept = await owner.read(Round, rows[0]?.id ?? '');
  expect((kept.checkpoints as { checkpoint: { name: string } }[]).map(({ checkpoint }) => checkpoint.name)).toEqual([
    `Toiture ${mark}`,
    `Portail ${mark}`,
  ]);

  await page.goto(`/#/sites?q=${mark}`);
  await choose(page, `Site ${mark}`, 'Points de contrôle');
  await expect(page.getByRole('heading', { name: 'Points de contrôle' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–2 sur 2');
  const used = await openRow(page, `Toiture ${mark}`);
  await expect(used.getByRole('img', { name: 'QR code du point de contrôle' })).toBeVisible();
  // A round uses it: it can be archived, not deleted.
  await button(used, 'Actions').click();
  await expect(page.getByRole('menuitem', { name: 'Archivage' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Suppression' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await choose(page, `Toiture ${mark}`, 'Imprimer les QR codes');
  const layout = dialog(page, 'Imprimer les QR codes');
  await textbox(layout, 'QR codes de chacun').fill('0');
  await button(layout, 'Télécharger le PDF').click();
  await expect(layout.getByText('Un nombre de 1 à 100')).toBeVisible();
  await check(page, 'layout of codes', '[role=dialog]');
  await textbox(layout, 'QR codes de chacun').fill('3');
  const downloading = page.waitForEvent('download');
  await button(layout, 'Télécharger le PDF').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('QR codes des points de contrôle.pdf');
  const { text } = await openPdf(await readFile(await download.path()));
  expect(text.split(`Toiture ${mark}`).length - 1).toBe(3);
  expect(text).toContain(`Site ${mark}`);
  await expect(layout).toBeHidden();
});
