import { Specialty } from '#core/agencies/specialty.ts';
import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, pick, rowOf, save, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a site is created inactive with all its details, then activated', async ({
  hire,
  open,
  owner,
  customer,
  mark,
}) => {
  const { name: customerName } = await customer();
  const { name: specialty } = await owner.save(Specialty, { name: `SSIAP ${mark}` });
  const page = await open(await hire(), `/sites?q=${mark}`);
  await button(page, 'Ajouter').first().click();
  const created = dialog(page, 'Nouveau site');
  await textbox(created, 'Nom').fill(`Quai ${mark}`);
  await pick(created, 'Client', mark, customerName);
  await pick(created, 'Spécialités', mark, specialty);
  await expect(textbox(created, 'Rayon (m)')).toHaveValue('100');
  await button(created, 'Ajouter : Alarme').click();
  const alarm = created.getByRole('group', { name: 'Alarme 1' });
  await textbox(alarm, 'Libellé').fill('Centrale');
  await textbox(alarm, 'Code').fill('2580');
  const agents = created.getByRole('group', { name: 'Ouvert aux collaborateurs' });
  await agents.getByRole('checkbox', { name: 'Consulter les mains courantes' }).check();
  await agents.getByRole('checkbox', { name: 'Consulter les alarmes' }).uncheck();
  const customers = created.getByRole('group', { name: 'Ouvert au client' });
  await customers.getByRole('checkbox', { name: 'Consulter les clés' }).check();
  for (const flag of [
    'Prévenir les collaborateurs des nouvelles consignes',
    'Prévenir le client des nouvelles consignes',
    'Envoyer la main courante au client',
    'Envoyer le rapport au client dès la fin du service',
  ])
    await created.getByRole('switch', { name: flag }).check();
  await take(created, "Modèle du rapport d'intervention", 'Avec photos');
  await created.getByRole('switch', { name: 'Activer tout de suite' }).uncheck();
  await save(created);
  await expectNotice(page, 'Site enregistré');
  await expect(rowOf(page, `Quai ${mark}`)).toContainText('Inactif');

  const { rows } = await owner.list(Site, { query: mark });
  const id = rows[0]?.id ?? '';
  expect(await owner.read(Site, id)).toMatchObject({
    status: 200,
    radius: 100,
    specialties: [{ name: specialty }],
    siteAlarms: [{ label: 'Centrale', code: '2580' }],
    rightsAgent: { readDailyLogs: true, readAlarms: false, readKeys: true },
    rightsCustomer: { readKeys: true, readAlarms: false, readInstructions: true },
    notifySiteInstructionAgents: true,
    notifySiteInstructionAdmins: false,
    notifySiteInstructionCustomers: true,
    eventReportEnabled: true,
    interventionReportAfterServiceEnabled: true,
    interventionReportTemplate: 'PHOTOS',
  });
  await choose(page, `Quai ${mark}`, 'Réactivation');
  await expectNotice(page, 'Site réactivé');
  await expect(rowOf(page, `Quai ${mark}`)).toContainText('Actif');
});
