// An agency chooses its plan and orders it; the platform follows the articles that agencies ordered.
import { Agency } from '#core/agencies/agency.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, expectNotice, rowLink } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

test('an agency chooses a plan with two more licences, orders it, and reads how to pay; it refuses, and may order again', async ({
  agency,
  open,
}) => {
  const boss = await agency();
  await boss.api.save(Agency, {
    id: boss.api.agencyId,
    address: { street: '1 quai du Port', zipcode: '06000', city: 'Nice' },
  });
  const page = await open(boss, '/choosePlan');
  await button(page, 'Choisir').click();
  await page.getByLabel('Licences en plus').fill('2');
  const cart = page.getByRole('region', { name: 'Panier' });
  await expect(cart).toContainText('83,96 €');
  await check(page, 'the choice of a plan');
  await button(cart, 'Commander').click();
  await expectNotice(page, 'Commande enregistrée : la facture F');
  // No provider: by transfer.
  await expect(page.getByRole('heading', { name: /^Facture F/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'À régler par virement' })).toContainText('FR76');
  await check(page, 'an invoice to be paid by transfer');
  await button(page, 'Refuser').click();
  await button(dialog(page, 'Refuser cette commande ?'), 'Refuser la commande').click();
  await expectNotice(page, 'Commande refusée : sa facture est annulée');
  await page.goto('/#/choosePlan');
  await expect(button(page, 'Choisir')).toBeVisible();
});

test('the platform marks an order as received, after a question with its number', async ({ open }) => {
  const admin = { tokens: await signInAs(productUrl(), 'admin@vigie.example', demoPassword) };
  const page = await open(admin, '/adminAgencyArticleOrders');
  await expect(rowLink(page, 'Pack de démarrage')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Pack de démarrage' });
  await button(row, 'Actions : Pack de démarrage').click();
  await page.getByRole('menuitem', { name: 'Marquer « Reçue »' }).click();
  await button(dialog(page, 'Marquer « Reçue » : 1 commande ?'), 'Marquer').click();
  await expectNotice(page, 'Statut « Reçue » : 1 commande');
  await expect(row).toContainText('Reçue');
});
