import { Agency } from '#core/agencies/agency.ts';
import { Customer } from '#core/customers/customer.ts';
import { publishServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, openRow, pick, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { dayAhead, french, planned, serviceOn, show, weekDay } from './weeks.ts';

test('a planner creates a week of services, breaks a rule, corrects it, then publishes', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const place = await site(`Dépôt ${mark}`);
  const page = await open(planner, '/adminPlanning');
  await show(page, agent.fullname);

  await test.step('a series from Monday to Friday is created in one dialog', async () => {
    await button(page, 'Nouveau service').click();
    const made = dialog(page, 'Nouveau service');
    await pick(made, 'Site', place.name);
    await textbox(made, 'Poste').fill('Accueil');
    await textbox(made, 'Début').fill(`${french(weekDay(0))} 08:00`);
    await textbox(made, 'Fin').fill(`${french(weekDay(0))} 15:00`);
    await take(made, 'Répétition', 'Récurrence quotidienne');
    await textbox(made, 'Jusqu’au').fill(french(weekDay(4)));
    await expect(made.getByText('5 services à créer.')).toBeVisible();
    await pick(made, 'Collaborateurs', agent.fullname);
    await page.keyboard.press('Escape');
    await check(page, 'a new service', '[role=dialog]');
    await save(made);
    await button(dialog(page, 'Créer 5 service(s) ?'), 'Créer').click();
    await expectNotice(page, 'Service enregistré');
    await expect(page.getByRole('rowheader').filter({ hasText: agent.fullname })).toContainText('planifié 35h00');
  });

  await test.step('a service that starts too soon is reported with its rule, and not saved', async () => {
    await button(page, 'Nouveau service').click();
    const made = dialog(page, 'Nouveau service');
    await pick(made, 'Site', place.name);
    await textbox(made, 'Début').fill(`${french(weekDay(0))} 20:00`);
    await textbox(made, 'Fin').fill(`${french(weekDay(0))} 23:00`);
    await pick(made, 'Collaborateurs', agent.fullname);
    await page.keyboard.press('Escape');
    await save(made);
    await button(dialog(page, 'Créer 1 service(s) ?'), 'Créer').click();
    const anomalies = dialog(page, 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
    await expect(anomalies.getByText(agent.fullname).first()).toBeVisible();
    await expect(anomalies.getByText(/11h00/).first()).toBeVisible();
    await button(anomalies, 'Modifier la saisie').click();
    // The typed values are kept.
    await expect(textbox(made, 'Début')).toHaveValue(`${french(weekDay(0))} 20:00`);
    await textbox(made, 'Début').fill(`${french(weekDay(5))} 08:00`);
    await textbox(made, 'Fin').fill(`${french(weekDay(5))} 10:00`);
    await save(made);
    await button(dialog(page, 'Créer 1 service(s) ?'), 'Créer').click();
    await button(anomalies, 'Enregistrer quand même').click();
    await expectNotice(page, 'Service enregistré');
  });

  await test.step('what will be published is shown first; it is published, undone, and published again', async () => {
    const publish = page.getByRole('button', { name: /^Publier \(/ });
    const publications = async (): Promise<unknown[]> =>
      (await owner.list(Service, { filters: { site: [place.id] }, limit: 50 })).rows.map(
        ({ publication }) => publication,
      );
    await publish.click();
    const leaving = dialog(page, 'Publier le planning');
    const line = leaving.getByRole('listitem').filter({ hasText: agent.fullname }).first();
    await expect(line).toContainText('6 ajoutés');
    await expect(line).toContainText('prévenu dans l’application et par e-mail');
    await check(page, 'what will be published', '[role=dialog]');
    await leaving.getByRole('button', { name: /^Publier et prévenir/ }).click();
    await expectNotice(page, 'dans une minute');
    await expect.poll(publications).toEqual(Array(6).fill('PUBLISHED'));
    await button(page, 'Annuler').click();
    await expectNotice(page, 'Publication annulée : personne ne sera prévenu');
    await expect.poll(publications).toEqual(Array(6).fill('DRAFT'));
    await publish.click();
    await button(leaving, 'Publier').click();
    await expectNotice(page, 'services publiés');
    await expect.poll(publications).toEqual(Array(6).fill('PUBLISHED'));
  });
});

test('a published service is found in the table and opened; a change at short notice needs the agent’s consent, which is then shown with it', async ({
  open,
  agency,
  registry,
  mark,
}) => {
  const { api: own } = await agency();
  await own.save(Agency, { id: own.agencyId, planningChecks: { regulation: 'IDCC1351' } });
  const [planner, agent] = [await registry.hire(own, {}), await registry.hire(own, guard)];
  await qualified(own, agent);
  const { id: customer } = await own.save(Customer, { name: `Client ${mark}`, type: 100 });
  const place = await own.save(Site, { name: `Parc ${mark}`, customer: { id: customer } });
  const draft = { ...serviceOn(dayAhead(3), place, 8, 14, [agent]), postTitle: `PC ${mark}` };
  const [id] = (await planned(own, draft)) as [string];
  await own.call(publishServices, { input: { services: [id] } });
  const { reference } = await own.read(Service, id);

  const page = await open(planner, `/adminServices?q=${mark}`);
  await page.getByRole('link', { name: String(reference) }).click();
  const opened = page.getByRole('dialog', { name: new RegExp(`^${place.name} · .+, \\d\\d:00–\\d\\d:00`) });
  await expect(opened.getByText(agent.fullname).first()).toBeVisible();
  await check(page, 'the summary of a service', '[role=dialog]');
  await button(opened, 'Modifier').click();
  await expect(textbox(opened, 'Poste')).toHaveValue(`PC ${mark}`);
  await check(page, 'a service', '[role=dialog]');
  await textbox(opened, 'Fin').fill(`${french(dayAhead(3))} 18:00`);
  await save(opened);
  await expect(dialog(page, 'Modifier 1 service(s) ?')).toBeVisible();
  await page.keyboard.press('Enter');
  const anomalies = dialog(page, 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
  await expect(anomalies).toContainText(
    'moins de 7 jours avant : l’accord du collaborateur est nécessaire (art. 7.07.3)',
  );
  await check(page, 'a consent', '[role=dialog]');
  await take(anomalies, 'Accord du collaborateur', 'Par téléphone');
  await button(anomalies, 'Enregistrer quand même').click();
  await expectNotice(page, 'Service enregistré');

  await page.goto(`/#/adminServices?q=${mark}`);
  await openRow(page, String(reference), place.name);
  await expect(opened.getByRole('region', { name: 'Accords recueillis' }).getByRole('listitem')).toHaveText(
    new RegExp(
      `^${agent.fullname}, par téléphone, le \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d \\(noté par ${planner.fullname}\\)$`,
    ),
  );
});
