import { Specialty } from '#core/agencies/specialty.ts';
import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, pick, rowOf, save, suggested, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a site is created inactive with all its details, for a customer found by search, then activated', async ({
  hire,
  open,
  owner,
  customer,
  mark,
}) => {
  const [person, guard, { name: customerName }, { name: specialty }] = await Promise.all([
    hire(),
    hire({ plannable: true, rights: [] }),
    customer(),
    owner.save(Specialty, { name: `SSIAP ${mark}` }),
  ]);
  const page = await open(person, `/sites?q=${mark}`);
  await button(page, 'Ajouter').first().click();
  const created = dialog(page, 'Nouveau site');
  await textbox(created, 'Nom').fill(`Quai ${mark}`);
  await pick(created, 'Client', mark, customerName);
  await pick(created, 'Spécialités', mark, String(specialty));
  await suggested(created, 'Rue').fill('12 quai des Docks');
  await suggested(created, 'Code postal').fill('06300');
  await suggested(created, 'Ville').fill('Nice');
  await expect(textbox(created, 'Rayon (m)')).toHaveValue('100');
  await button(created, 'Ajouter : Clé').click();
  const key = created.getByRole('group', { name: 'Clé 1' });
  await textbox(key, 'Libellé').fill('Portail nord');
  await textbox(key, 'Numéro').fill('N-12');
  await button(created, 'Ajouter : Alarme').click();
  const alarm = created.getByRole('group', { name: 'Alarme 1' });
  await textbox(alarm, 'Libellé').fill('Centrale');
  await textbox(alarm, 'Code').fill('2580');
  await pick(created, 'Collaborateurs interdits', guard.fullname.split(' ')[1] ?? '', guard.fullname);
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
  await created.getByRole('switch', { name: "Utiliser les types d'événements de l'agence" }).click();
  await created.getByRole('switch', { name: 'Activer tout de suite' }).uncheck();
  await save(created);
  await expectNotice(page, 'Site enregistré');
  await expect(rowOf(page, `Quai ${mark}`)).toContainText('Inactif');
  await expect(rowOf(page, `Quai ${mark}`)).toContainText(customerName);
  await expect(rowOf(page, `Quai ${mark}`)).toContainText('Nice');

  const { rows } = await owner.list(Site, { query: mark });
  expect(rows).toHaveLength(1);
  expect(await owner.read(Site, rows[0]?.id ?? '')).toMatchObject({
    slug: `quai-${mark}`,
    status: 200,
    radius: 100,
    customer: { name: customerName },
    address: { street: '12 quai des Docks', zipcode: '06300', city: 'Nice' },
    specialties: [{ name: specialty }],
    siteKeys: [{ label: 'Portail nord', code: 'N-12' }],
    siteAlarms: [{ label: 'Centrale', code: '2580' }],
    siteUsers: [{ agent: { id: guard.id, name: guard.fullname } }],
    rightsAgent: { readDailyLogs: true, readAlarms: false, readKeys: true },
    rightsCustomer: { readKeys: true, readAlarms: false, readInstructions: true },
    notifySiteInstructionAgents: true,
    notifySiteInstructionAdmins: false,
    notifySiteInstructionCustomers: true,
    eventReportEnabled: true,
    interventionReportAfterServiceEnabled: true,
    interventionReportTemplate: 'PHOTOS',
    siteSettingsFeature: { useAgencyServiceEventTypes: false },
    serviceEventTypes: expect.arrayContaining([expect.objectContaining({ label: 'Intrusion', enabled: true })]),
  });
  await choose(page, `Quai ${mark}`, 'Réactivation');
  await expectNotice(page, 'Site réactivé');
  await expect(rowOf(page, `Quai ${mark}`)).toContainText('Actif');
});
