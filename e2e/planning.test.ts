import { Service } from '#core/planning/service.ts';
import { button, dialog, expectNotice, pick, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { french, hourOf, planned, serviceOn, show, walkTo, weekDay } from './weeks.ts';

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

test('a service is dragged with the keyboard, and undone', async ({ hire, open, owner, site, mark }) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const [id] = await planned(owner, serviceOn(weekDay(0), await site(`Usine ${mark}`), 7, 15, [agent]));
  const page = await open(planner, '/adminPlanning');
  await show(page, agent.fullname);
  await check(page, 'the planning', 'main');
  await walkTo(page, 0);
  const chip = page.getByRole('button', { name: new RegExp(`Usine ${mark}`) });
  await expect(chip).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByText(/^Déplacement de /)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(new RegExp(`^${agent.fullname}, .+, autorisé$`)).first()).toBeAttached();
  await page.keyboard.press('Enter');
  await expectNotice(page, '1 service déplacé');
  expect(await owner.read(Service, id as string)).toMatchObject({ startAt: hourOf(weekDay(1), 7) });
  await page.keyboard.press('Control+z');
  await expectNotice(page, 'Annulé : 1 service déplacé');
  expect(await owner.read(Service, id as string)).toMatchObject({ startAt: hourOf(weekDay(0), 7) });
});

test('of two planners editing one service, the second is warned, and the saved values stay', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const planner = await hire();
  const place = await site(`Quai ${mark}`);
  const [id] = (await planned(owner, serviceOn(weekDay(1), place, 7, 15))) as [string];
  const page = await open(planner, '/adminPlanning/sites');
  await show(page, place.name, 'site');
  await walkTo(page, 1);
  await page.keyboard.press('Enter');
  const opened = dialog(page, place.name);
  await button(opened, 'Modifier').click();
  await textbox(opened, 'Poste').fill('Nord');
  await owner.save(Service, { id, postTitle: 'Sud' });
  await save(opened);
  await button(dialog(page, 'Modifier 1 service(s) ?'), 'Modifier').click();
  await expect(opened.getByText('Sud').first()).toBeVisible();
  expect(await owner.read(Service, id)).toMatchObject({ postTitle: 'Sud' });
});

test('services have a table that is searched and opened like any other', async ({ hire, open, owner, site, mark }) => {
  const planner = await hire();
  const place = await site(`Tour ${mark}`);
  const [id] = (await planned(owner, { ...serviceOn(weekDay(2), place, 7, 15), postTitle: `PC ${mark}` })) as [string];
  const { reference } = await owner.read(Service, id);
  const page = await open(planner, `/adminServices?q=${mark}`);
  await page.getByRole('link', { name: String(reference) }).click();
  const opened = page.getByRole('dialog', { name: new RegExp(`^${place.name} · .+, \\d\\d:00–\\d\\d:00`) });
  await expect(opened.getByText('Personne n’est affecté à ce service')).toBeVisible();
  await check(page, 'the summary of a service', '[role=dialog]');
  await button(opened, 'Modifier').click();
  await expect(textbox(opened, 'Poste')).toHaveValue(`PC ${mark}`);
  await check(page, 'a service', '[role=dialog]');
});
