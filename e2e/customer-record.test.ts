import { Specialty } from '#core/agencies/specialty.ts';
import { Customer } from '#core/customers/customer.ts';
import { png } from '#server/testing/files.ts';
import {
  button,
  choose,
  dialog,
  expectNotice,
  openRow,
  pick,
  rowLink,
  rowOf,
  save,
  suggested,
  take,
  textbox,
} from './acts.ts';
import { expect, test } from './journey.ts';

test('a prospect is created with contacts, terms and discounts after its errors are corrected, becomes a customer, and is edited', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const { name: specialty } = await owner.save(Specialty, { name: `Cynophile ${mark}` });
  const page = await open(await hire(), `/customers?q=${mark}`);
  await button(page, 'Ajouter').first().click();
  const created = dialog(page, 'Nouveau client');
  await textbox(created, 'E-mail').fill('sans arobase');
  await save(created);
  const name = textbox(created, 'Nom');
  await expect(name).toHaveAccessibleDescription('Obligatoire');
  await expect(name).toBeFocused();
  await expect(textbox(created, 'E-mail')).toHaveAccessibleDescription('Veuillez saisir une adresse mail valide');
  await name.fill(`Port ${mark}`);
  await textbox(created, 'E-mail').fill(`${mark}@port.example`);
  await created.getByRole('textbox', { name: 'Téléphone' }).first().fill('04 65 71 00 00');
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
  await textbox(person, 'E-mail').fill(`lea-${mark}@port.example`);
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
    name: `Port ${mark}`,
    email: `${mark}@port.example`,
    phone: ['04 65 71 00 00'],
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
  await expect(rowOf(page, `Port ${mark}`)).toContainText(`${mark}@port.example`);
  const edited = await openRow(page, `Port ${mark}`);
  await textbox(edited, 'Nom').first().fill(`Port ${mark} et fils`);
  await textbox(edited, 'Commentaires').fill('Portail bleu, sonner deux fois.');
  await save(edited);
  await expect(rowLink(page, `Port ${mark} et fils`)).toBeVisible();
  expect(await owner.read(Customer, id)).toMatchObject({
    name: `Port ${mark} et fils`,
    comments: 'Portail bleu, sonner deux fois.',
    customerInfos: { prospect: false },
  });
});
