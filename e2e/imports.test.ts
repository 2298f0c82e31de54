import writeXlsxFile from 'write-excel-file/universal';
import { Agent } from '#core/agents/agent.ts';
import { button, dialog, rowLink } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

const xlsx = async (cells: unknown[][]): Promise<Buffer> =>
  Buffer.from(await (await writeXlsxFile(cells as never, {}).toBlob()).arrayBuffer());

test('agents are imported from an Excel file: a wrong cell is shown, corrected in place, all rows are saved and shown', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const page = await open(await hire(), `/agents?q=${mark}`);
  await button(page, 'Importer').click();
  const work = dialog(page, 'Importer : Collaborateurs');
  await expect(work).toBeVisible();
  await check(page, 'file to import', '[role=dialog]');
  await page.getByLabel('Fichier à importer').setInputFiles({
    name: 'liste.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await xlsx([
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
  });
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
  await expect(rowLink(page, `Zoé Durand-${mark}`)).toBeVisible();
  const { rows } = await owner.list(Agent, { query: `Durand-${mark}` });
  expect(await owner.read(Agent, rows[0]?.id ?? '')).toMatchObject({
    phone: ['0612345678'],
    agentInfos: {
      birthDate: '1988-02-29',
      contracts: [{ type: 'CDD', startDate: '2026-10-01', hoursLimit: 151.67, period: 'MONTH' }],
    },
  });
});
