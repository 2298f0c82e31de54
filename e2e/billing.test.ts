// From a draft to a paid invoice.
import { button, dialog, expectNotice, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('an invoice is typed, issued, printed, paid in two parts, and its customer reads it', async ({
  contact,
  customer,
  hire,
  open,
  mark,
}) => {
  const address = { street: '1 place de la Mairie', zipcode: '06000', city: 'Nice' };
  const buyer = await customer(`Mairie ${mark}`, { address });
  const page = await open(await hire(), '/factures?open=new');
  const form = dialog(page, 'Nouvelle facture');
  await form.getByRole('combobox', { name: 'Client' }).fill(mark);
  await page.getByRole('option', { name: `Mairie ${mark}` }).click();
  await button(form, 'Ajouter une ligne').click();
  await textbox(form, 'Désignation').fill(`Gardiennage ${mark}`);
  await textbox(form, 'Quantité').fill('10');
  await textbox(form, 'Prix HT').fill('21,5');
  await expect(form.getByLabel('Totaux')).toContainText('258,00');
  await check(page, 'form of an invoice', '[role=dialog]');
  await save(form);

  await page
    .getByRole('row')
    .filter({ hasText: `Mairie ${mark}` })
    .getByRole('link', { name: 'Brouillon' })
    .click();
  await button(page, 'Émettre').click();
  await button(dialog(page, 'Émettre ce document ?'), 'Émettre').click();
  const sheet = page.getByRole('dialog', { name: /Facture F\d{4}-\d{4}/ });
  await expect(sheet).toContainText(`Mairie ${mark}`);
  const saved = page.waitForEvent('download');
  await button(sheet, 'PDF').click();
  expect((await saved).suggestedFilename()).toMatch(/^F\d{4}-\d{4}\.pdf$/);
  for (const amount of ['100', null]) {
    await button(sheet, 'Noter un paiement').click();
    const payment = page.getByRole('dialog', { name: /^Paiement de F/ });
    if (amount !== null) await textbox(payment, 'Montant').fill(amount);
    await button(payment, 'Noter le paiement').click();
    await expectNotice(page, amount === null ? 'Facture soldée' : 'Paiement noté');
  }
  await expect(sheet.getByRole('region', { name: 'Paiements' })).toContainText('158,00');
  await check(page, 'sheet of an invoice', '[role=dialog]');

  const reader = await open(await contact(buyer), '/customerInvoices');
  await expect(reader.getByRole('row').filter({ hasText: /F\d{4}-\d{4}/ })).toHaveCount(1);
});
