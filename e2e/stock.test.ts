// Stock: handed out, brought back, short; its customer sees what is on his sites.
import { StockReference } from '#core/stock/reference.ts';
import { button, dialog, expectNotice, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('pieces are assigned to an agent and a site, run short, come back with one lost, and the customer sees his', async ({
  contact,
  customer,
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const client = await customer();
  await site(`Poste ${mark}`, { customer: { id: client.id } });
  const guard = await hire({ plannable: true });
  const page = await open(await hire(), '/stocksReferences?open=new');
  const form = dialog(page, 'Nouvelle référence');
  await textbox(form, 'Désignation').fill(`Radio ${mark}`);
  await textbox(form, 'Disponible').fill('5');
  await textbox(form, 'Seuil de stock bas').fill('2');
  await save(form);
  await expectNotice(page, 'Référence enregistrée');

  await page.goto(`/#/stocksAssignments`);
  await button(page, 'Ajouter').click();
  const assigning = dialog(page, 'Affecter du matériel');
  await assigning.getByRole('combobox', { name: 'Référence' }).fill(mark);
  await page.getByRole('option', { name: `Radio ${mark}` }).click();
  const first = assigning.getByRole('group', { name: 'Collaborateur 1' });
  await first.getByRole('combobox', { name: 'Collaborateur' }).fill(guard.fullname);
  await page.getByRole('option', { name: guard.fullname }).click();
  await textbox(first, 'Quantité').fill('3');
  await button(assigning, 'Ajouter : Site').click();
  const second = assigning.getByRole('group', { name: 'Site 1' });
  await second.getByRole('combobox', { name: 'Site' }).fill(mark);
  await page.getByRole('option', { name: `Poste ${mark}` }).click();
  await textbox(second, 'Quantité').fill('3');
  await expect(assigning.getByText('Il en reste 5, vous en affectez 6.')).toBeVisible();
  await button(assigning, 'Affecter').click();
  await expect(assigning.getByText(`Il ne reste que 5 « Radio ${mark} ».`)).toBeVisible();
  await check(page, 'handing out stock', '[role=dialog]');
  await textbox(second, 'Quantité').fill('2');
  await button(assigning, 'Affecter').click();
  await expectNotice(page, '5 pièces affectées');

  await page.goto(`/#/stocksReferences?q=${mark}`);
  await expect(page.getByRole('row').filter({ hasText: `Radio ${mark}` })).toContainText('Rupture');
  await page.getByRole('link', { name: `Radio ${mark}`, exact: true }).click();
  const sheet = dialog(page, `Radio ${mark}`);
  await expect(sheet.getByText('Rupture de stock')).toBeVisible();
  await sheet
    .getByRole('listitem')
    .filter({ hasText: guard.fullname })
    .getByRole('button', { name: 'Restituer' })
    .click();
  const returning = dialog(page, `Restitution : Radio ${mark}`);
  await textbox(returning, 'Restitué').fill('2');
  await textbox(returning, 'Perdu ou détruit').fill('1');
  await button(returning, 'Noter la restitution').click();
  await expectNotice(page, 'Matériel restitué');
  await expect(sheet.getByText('Stock bas', { exact: true }).first()).toBeVisible();
  await check(page, 'sheet of a reference', '[role=dialog]');
  const [row] = (await owner.list(StockReference, { query: mark })).rows;
  expect(row).toMatchObject({ quantity: 2, quantityAssigned: 2, level: 'LOW' });

  const rights = ['listStockReferences', 'listStockReferenceAssignments', 'listSites'] as const;
  const reader = await open(await contact(client, rights), '/customerStocks');
  await expect(reader.getByRole('row').filter({ hasText: `Poste ${mark}` })).toContainText(`Radio ${mark}`);
  await expect(reader.getByRole('row')).toHaveCount(2);
  await expect(reader.getByText(guard.fullname)).toBeHidden();
});
