// An agency chooses its plan and orders it.
import { Agency } from '#core/agencies/agency.ts';
import { button, dialog, expectNotice } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

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
