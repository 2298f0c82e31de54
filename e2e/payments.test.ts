// The platform bills an agency, which is paid by transfer: without a payment provider payments are settled by hand.
import { Agency } from '#core/agencies/agency.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, expectNotice, suggested, take, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

test('a super-admin bills an agency in two payments; the agency reads its invoice; the payments are settled by hand', async ({
  agency,
  open,
  mark,
}) => {
  const boss = await agency();
  await boss.api.save(Agency, {
    id: boss.api.agencyId,
    address: { street: '1 quai du Port', zipcode: '06000', city: 'Nice' },
  });
  const admin = { tokens: await signInAs(productUrl(), 'admin@vigie.example', demoPassword) };
  const desk = await open(admin, '/agencyInvoices');
  await expect(desk.getByText('les paiements sont réglés à la main')).toBeVisible();
  await button(desk, 'Émettre une facture').click();
  const form = dialog(desk, 'Nouvelle facture d’agence');
  await suggested(form, 'Agence').fill(mark);
  await desk.getByRole('option', { name: `Agence ${mark}` }).click();
  await textbox(form, 'Échéance').fill('01/02/2030');
  await textbox(form, 'Désignation').fill(`Abonnement ${mark}`);
  await textbox(form, 'Prix unitaire HT').fill('100');
  await check(desk, 'a new agency invoice', '[role=dialog]');
  await button(form, 'Émettre').click();
  await button(dialog(desk, 'Émettre cette facture ?'), 'Émettre').click();
  await expectNotice(desk, 'Facture émise');

  await desk.goto(`/#/agencyInvoices?q=${mark}`);
  await desk
    .getByRole('row')
    .filter({ hasText: `Agence ${mark}` })
    .getByRole('link')
    .first()
    .click();
  const sheet = desk.getByRole('dialog').first();
  await expect(sheet).toContainText('120,00 €');
  await button(sheet, 'Modifier les paiements').click();
  const payments = desk.getByRole('dialog', { name: /^Paiements de F/ });
  const first = payments.getByRole('group', { name: 'Paiement 1' });
  await textbox(first, 'Montant').fill('50');
  await take(first, 'Statut', 'Validé manuellement');
  await button(payments, 'Ajouter un paiement').click();
  const second = payments.getByRole('group', { name: 'Paiement 2' });
  await expect(textbox(second, 'Montant')).toHaveValue('70');
  await button(payments, 'Enregistrer').click();
  // AB-018, AB-019: what is due today is announced first.
  await button(dialog(desk, 'Vous allez déclencher 1 paiement'), 'Déclencher').click();
  await button(
    desk.getByRole('dialog', { name: /facturer le moyen de paiement par défaut/ }),
    'Facturer par défaut',
  ).click();
  await expectNotice(desk, 'Paiements enregistrés');
  // By date: the one of today comes first.
  await expect(first.getByRole('combobox', { name: 'Statut' })).toHaveValue('En attente');
  await take(first, 'Statut', 'Validé manuellement');
  await button(payments, 'Enregistrer').click();
  await expect(textbox(first, 'Note')).toBeDisabled();

  const own = await open(boss, '/payments');
  await expect(own).toHaveURL(/#\/payments\/invoices/);
  await own.getByRole('row').filter({ hasText: 'Validé manuellement' }).getByRole('link').first().click();
  const invoice = own.getByRole('dialog');
  await expect(invoice).toContainText(`Abonnement ${mark}`);
  await expect(invoice.getByRole('list', { name: 'Paiements' })).toContainText('70,00 €');
  await check(own, 'an invoice of the platform', '[role=dialog]');
});
