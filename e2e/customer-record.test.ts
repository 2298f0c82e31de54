import { Specialty } from '#core/agencies/specialty.ts';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import { saveRights } from '#core/session/session.ts';
import { png } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, pick, save, suggested, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a prospect is created with contacts, terms and discounts, and becomes a customer', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const { name: specialty } = await owner.save(Specialty, { name: `Cynophile ${mark}` });
  const page = await open(await hire(), `/customers?q=${mark}`);
  await button(page, 'Ajouter').first().click();
  const created = dialog(page, 'Nouveau client');
  await textbox(created, 'Nom').fill(`Port ${mark}`);
  await take(created, 'Type', 'Organisme public');
  await created.getByRole('switch', { name: 'Prospect' }).check();
  await pick(created, 'Spécialités', mark, specialty);
  await suggested(created, 'Ville').fill('Nice');
  await take(created, 'Règlement', 'Fin de mois');
  await textbox(created, 'Délai de règlement (jours)').fill('60');
  await save(created);
  // At most forty-five days end of month (code de commerce, L441-10).
  await expect(textbox(created, 'Délai de règlement (jours)')).toHaveAccessibleDescription(/45/);
  await textbox(created, 'Délai de règlement (jours)').fill('45');

  await button(created, 'Ajouter : Interlocuteur').click();
  const person = created.getByRole('group', { name: 'Interlocuteur 1' });
  await textbox(person, 'Prénom').fill('Léa');
  await textbox(person, 'Nom').fill('Garnier');
  await textbox(person, 'Fonction').fill('Capitaine');
  await textbox(person, 'E-mail').fill(`${mark}@port.example`);
  const choosing = page.waitForEvent('filechooser');
  await button(person, 'Choisir une image').click();
  await (await choosing).setFiles([{ name: 'lea.png', mimeType: 'image/png', buffer: png(40, 40) }]);
  await expect(button(person, 'Aperçu : Photo')).toBeVisible();
  for (const flag of ['Reçoit les factures', 'Reçoit les plannings'])
    await person.getByRole('switch', { name: flag }).check();
  await button(created, 'Ajouter : Remise').click();
  const discount = created.getByRole('group', { name: 'Remise 1' });
  await textbox(discount, 'Libellé').fill('Fidélité');
  await textbox(discount, 'Taux (%)').fill('2,5');
  await save(created);
  await expectNotice(page, 'Client enregistré');

  const { rows } = await owner.list(Customer, { query: mark });
  const id = rows[0]?.id ?? '';
  expect(await owner.read(Customer, id)).toMatchObject({
    type: 400,
    status: 100,
    customerInfos: {
      prospect: true,
      customerNumberId: expect.stringMatching(/^411-\d{4}$/),
      settlementPeriod: 2,
      settlementPeriodDays: 45,
      specialties: [{ name: specialty }],
    },
    address: { city: 'Nice', country: 'FR' },
    userCompanies: [
      {
        firstname: 'Léa',
        lastname: 'Garnier',
        position: 'Capitaine',
        profilePicture: { name: 'lea.png' },
        invoiceRecipient: true,
        planningRecipient: true,
        estimateRecipient: false,
        sendCustomerInterventionReport: false,
      },
    ],
    companyDiscounts: [{ label: 'Fidélité', rate: 2.5 }],
  });
  await choose(page, `Port ${mark}`, 'Convertir en client');
  const question = page.getByRole('dialog').filter({ hasText: 'Ce prospect sera converti en client, confirmer ?' });
  await button(question, 'Convertir').click();
  await expectNotice(page, 'Prospect converti en client');
  expect(await owner.read(Customer, id)).toMatchObject({ customerInfos: { prospect: false } });
});

test('a customer reads his own record without the agency’s comments, and edits it once he has the right', async ({
  open,
  owner,
  customer,
  contact,
  mark,
}) => {
  const made = await customer(`Hôtel ${mark}`, { comments: 'Paie en retard.', email: `accueil@${mark}.example` });
  const person = await contact(made);
  const page = await open(person, '/home');
  await page.getByRole('link', { name: /^Ma fiche/ }).click();
  const sheet = dialog(page, `Hôtel ${mark}`);
  await expect(sheet.getByText('Lecture seule')).toBeVisible();
  await expect(sheet.getByText(`accueil@${mark}.example`)).toBeVisible();
  await expect(sheet.getByText('Paie en retard.')).toBeHidden();
  await expect(sheet.getByText('Historique')).toBeHidden();
  await button(sheet, 'Fermer').last().click();
  await expect(sheet).toBeHidden();

  const rights = Object.fromEntries([...rightSet('customer'), 'editCustomer'].map((right) => [right, true]));
  await owner.call(saveRights, { params: { id: person.id }, input: { rights } });
  await page.reload();
  await button(page, `${person.fullname}, menu du compte`).click();
  await page.getByRole('menuitem', { name: 'Ma fiche' }).click();
  await button(sheet, 'Modifier').click();
  await textbox(sheet, 'E-mail').first().fill(`reception@${mark}.example`);
  await expect(textbox(sheet, 'Commentaires')).toBeHidden();
  await save(sheet);
  await expectNotice(page, 'Client enregistré');
  await expect(sheet.getByRole('link', { name: `reception@${mark}.example` })).toBeVisible();
  expect(await owner.read(Customer, made.id)).toMatchObject({
    email: `reception@${mark}.example`,
    comments: 'Paie en retard.',
  });
});

test('an agent finds the contact of his agency and the application', async ({ hire, open }) => {
  const worker = await hire({ plannable: true, rights: rightSet('collaborator') });
  const page = await open(worker, '/home');
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: "Contacter l'agence" })
    .click();
  await expect(page.getByRole('heading', { name: 'Azur Sécurité' })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(page.locator('a[href^="mailto:"]')).toBeVisible();
  await page.goto('/#/app-agent');
  await expect(page.getByRole('heading', { name: 'Sur l’écran d’accueil du téléphone' })).toBeVisible();
  await page.goto('/#/about');
  await expect(page.getByText('Version', { exact: true })).toBeVisible();
  await page.goto('/#/loading');
  await expect(page).toHaveURL(/#\/home$/);
});
