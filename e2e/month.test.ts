// The month's invoices: from the services done to the money received.
import { randomUUID } from 'node:crypto';
import { button, dialog, expectNotice, textbox } from './acts.ts';
import { check } from './axe.ts';
import { guard } from './guards.ts';
import { expect, outbox, test } from './journey.ts';

const lastMonth = ((): string => {
  const day = new Date();
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 10)).toISOString().slice(0, 10);
})();

test('the month is prepared with its proofs, issued, sent, paid in two parts, reminded and credited', async ({
  customer,
  hire,
  mark,
  open,
  owner,
  registry,
  site,
}) => {
  const name = `Mairie ${mark}`;
  const mail = `${mark}@mairie.example`;
  const buyer = await customer(name, {
    address: { street: '1 place de la Mairie', zipcode: '06000', city: 'Nice' },
    userCompanies: [{ firstname: 'Jeanne', lastname: 'Roux', email: mail, invoiceRecipient: true }],
    // Whatever day the tenth of last month was.
    prices: ['day', 'saturday', 'sunday', 'holiday', 'saturdayHoliday', 'sundayHoliday'].map((priceKey) => ({
      ...{ priceKey, amount: 25 },
    })),
  });
  const place = await site(`Hall ${mark}`, { customer: { id: buyer.id, name } });
  const agent = await hire(guard);
  for (const [from, to] of [
    ['08:00', '12:00'],
    ['14:00', '18:00'],
  ] as const) {
    const id = randomUUID();
    const at = (time: string): string => `('${lastMonth} ${time}'::timestamp at time zone 'Europe/Paris')`;
    await registry.sql(
      `insert into services (agency_id, id, site_id, start_at, end_at) values ($1, $2, $3, ${at(from)}, ${at(to)})`,
      [owner.agencyId, id, place.id],
    );
    const held = 'insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)';
    await registry.sql(held, [owner.agencyId, id, agent.id]);
    await registry.sql('update services set status = 300 where id = $1', [id]);
  }

  const page = await open(await hire(), '/preparation-factures');
  const chosen = page.getByRole('checkbox', { name: `Facturer ${name}` });
  await expect(chosen).toBeChecked();
  await check(page, 'preparation of invoices');
  const all = page.getByRole('checkbox', { name: 'Tout sélectionner' });
  await all.check();
  await all.uncheck();
  await chosen.check();
  await button(page, `Détail de ${name}`).click();
  await button(page, '2 services').last().click();
  const proof = page.getByRole('dialog', { name: new RegExp(name) });
  await expect(proof.getByText(`${agent.fullname}, heures planifiées`)).toHaveCount(2);
  await button(proof, 'Fermer').click();
  await button(page, 'Créer les brouillons (1)').click();
  await expectNotice(page, '1 facture en brouillon, à contrôler');

  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'Brouillon' }).click();
  await button(page, 'Émettre et envoyer').click();
  const letter = page.getByRole('dialog', { name: /^Envoyer/ });
  await button(letter, 'Émettre et envoyer').click();
  await expect.poll(async () => (await outbox().to(mail)).length).toBe(1);

  const sheet = page.getByRole('dialog', { name: /Facture F\d{4}-\d{4}/ });
  await expect(sheet.getByLabel('Totaux')).toContainText('240,00');
  const pay = async (amount: string | null, notice: string): Promise<void> => {
    await button(sheet, 'Noter un paiement').click();
    const payment = page.getByRole('dialog', { name: /^Paiement de F/ });
    if (amount !== null) await textbox(payment, 'Montant').fill(amount);
    await button(payment, 'Noter le paiement').click();
    await expectNotice(page, notice);
  };
  await pay('100', 'Paiement noté');
  await registry.sql(`update invoices set due_date = current_date - 3 where customer_id = $1`, [buyer.id]);
  await page.reload();
  await button(sheet, 'Relancer').click();
  await button(page.getByRole('dialog', { name: /^Relancer/ }), 'Envoyer la relance').click();
  await expect.poll(async () => (await outbox().to(mail)).length).toBe(2);
  await pay(null, 'Facture soldée');

  await button(sheet, 'Faire un avoir').click();
  const credit = page.getByRole('dialog', { name: /^Avoir \(brouillon\)/ });
  await button(credit, 'Émettre').click();
  await button(dialog(page, 'Émettre ce document ?'), 'Émettre').click();
  await expect(page.getByRole('dialog', { name: /^Avoir A\d{4}-\d{4}/ })).toBeVisible();
  // The whole was credited: its services can be billed again.
  await page.goto('/#/preparation-factures');
  await expect(page.getByRole('checkbox', { name: `Facturer ${name}` })).toBeEnabled();
});
