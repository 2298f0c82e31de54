import type { Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/universal';
import { Agent } from '#core/agents/agent.ts';
import { Site } from '#core/sites/site.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, rowLink } from './acts.ts';
import { apiOf, signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const csv = (text: string, name = 'liste.csv', encoding: BufferEncoding = 'utf8'): UploadedFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
});
const xlsx = async (cells: unknown[][]): Promise<UploadedFile> => ({
  name: 'liste.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await (await writeXlsxFile(cells as never, {}).toBlob()).arrayBuffer()),
});

async function chooseFile(page: Page, file: UploadedFile): Promise<void> {
  await page.getByLabel('Fichier à importer').setInputFiles(file);
}

test('agents are imported from an Excel file: a wrong cell is shown, corrected in place, and all rows are saved', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const page = await open(await hire(), '/agents');
  await button(page, 'Importer').click();
  const work = dialog(page, 'Importer : Collaborateurs');
  await expect(work).toBeVisible();
  await check(page, 'file to import', '[role=dialog]');
  await chooseFile(
    page,
    await xlsx([
      ['Nom', 'Prénom', 'Courriel', 'Né(e) le', 'Portable', 'Type de contrat', "Date d'embauche", 'Heures'],
      [
        `Durand-${mark}`,
        'Zoé',
        `zoe.${mark}@exemple.fr`,
        { value: new Date('1988-02-29T00:00:00Z'), format: 'dd/mm/yyyy' },
        612345678,
        'CDD',
        { value: new Date('2026-10-01T00:00:00Z'), format: 'dd/mm/yyyy' },
        151.67,
      ],
      [`Martin-${mark}`, 'Paul', 'pas une adresse', null, null, null, null, null],
    ]),
  );
  await expect(work.getByRole('combobox', { name: 'Reprise de Portable' })).toHaveValue('Téléphone');
  await expect(work.getByRole('combobox', { name: "Reprise de Date d'embauche" })).toHaveValue('Contrat : début');
  await check(page, 'columns of an import', '[role=dialog]');
  await button(work, 'Vérifier').click();
  const cell = work.getByRole('button', { name: 'E-mail, ligne 2 : pas une adresse' });
  await expect(cell).toHaveAccessibleDescription('Veuillez saisir une adresse mail valide');
  await expect(work.getByRole('button', { name: /^Nom, ligne 1/ })).toBeHidden();
  await check(page, 'problems of an import', '[role=dialog]');
  await cell.click();
  const input = work.getByRole('textbox', { name: 'E-mail, ligne 2' });
  await input.fill(`paul.${mark}@exemple.fr`);
  await input.press('Enter');
  await expect(work).toContainText('1 cellule corrigée : à vérifier');
  expect((await owner.list(Agent, { query: mark })).filtered).toBe(0);
  await button(work, 'Vérifier à nouveau').click();
  await button(work, 'Importer 2 lignes').click();
  await expect(work).toContainText('L’import est terminé');
  await expect(work).toContainText('2 lignes créées');
  await button(work, 'Fermer').last().click();
  await expect(work).toBeHidden();
  const { rows } = await owner.list(Agent, { query: `Durand-${mark}` });
  expect(await owner.read(Agent, rows[0]?.id ?? '')).toMatchObject({
    phone: ['0612345678'],
    agentInfos: {
      birthDate: '1988-02-29',
      contracts: [{ type: 'CDD', startDate: '2026-10-01', hoursLimit: 151.67, period: 'MONTH' }],
    },
  });
});

test('sites of a French CSV are linked to their customer; existing ones are skipped or updated; the columns are remembered', async ({
  hire,
  open,
  owner,
  site,
  customer,
  mark,
}) => {
  const client = await customer();
  const known = await site(`Jetée ${mark}`, { customer: client });
  const page = await open(await hire(), `/sites?q=${mark}`);
  await button(page, 'Importer').click();
  const work = dialog(page, 'Importer : Sites');
  const file = csv(
    `Lieu ${mark};Payeur ${mark};Ville\r\nJetée ${mark};${client.name};Nice\r\nMôle ${mark};${client.name};Évian\r\n`,
    'sites.csv',
    'latin1',
  );
  await chooseFile(page, file);
  for (const [head, field] of [
    [`Lieu ${mark}`, 'Nom *'],
    [`Payeur ${mark}`, 'Client *'],
  ]) {
    await work.getByRole('combobox', { name: `Reprise de ${head}` }).click();
    await page.getByRole('option', { name: field as string, exact: true }).click();
  }
  await work.getByRole('radio', { name: 'Mettre à jour' }).click();
  await button(work, 'Vérifier').click();
  await expect(work).toContainText('1 mise à jour');
  await button(work, 'Importer 2 lignes').click();
  await expect(work).toContainText('1 ligne mise à jour');
  await button(work, 'Fermer').last().click();
  await expect(rowLink(page, `Môle ${mark}`)).toBeVisible();
  expect(await owner.read(Site, known.id)).toMatchObject({ address: { city: 'Nice' } });
  expect((await owner.list(Site, { query: mark })).filtered).toBe(2);

  await button(page, 'Importer').click();
  await chooseFile(page, file);
  await expect(work.getByRole('combobox', { name: `Reprise de Lieu ${mark}` })).toHaveValue('Nom *');
  await button(work, 'Vérifier').click();
  await expect(work).toContainText('2 ignorées');
  await expect(work.getByRole('button', { name: /^Importer/ })).toBeDisabled();
});

test('five thousand rows are sent in pieces, checked and imported, and the end is shown', async ({ open, mark }) => {
  test.slow();
  const rows = Array.from({ length: 5_000 }, (_, index) => `${mark} ${index};Ana;${mark}.${index}@exemple.fr;Agent`);
  // In Boréal, so that notes and mails to all agents of Azur do not reach these.
  const tokens = await signInAs(productUrl(), 'direction@boreal.example', demoPassword);
  const page = await open({ tokens }, '/agents');
  await button(page, 'Importer').click();
  const work = dialog(page, 'Importer : Collaborateurs');
  await chooseFile(page, csv(`Nom;Prénom;E-mail;Fonction\n${rows.join('\n')}\n`));
  await button(work, 'Vérifier').click();
  await expect(button(work, 'Importer 5 000 lignes')).toBeVisible({ timeout: 60_000 });
  await button(work, 'Importer 5 000 lignes').click();
  await expect(work).toContainText('L’import est terminé', { timeout: 60_000 });
  const api = await apiOf(productUrl(), tokens);
  expect((await api.list(Agent, { query: mark, limit: 1 })).filtered).toBe(5_000);
});
