import { rightSet } from '#core/grants.ts';
import { Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { button, choose, dialog, expectNotice, pick, rowOf, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

const guard = { rights: rightSet('collaborator'), plannable: true };

test('a planner records an absence by days; an overlapping one is refused; hours are summed', async ({
  hire,
  open,
}) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  const page = await open(planner, '/listIndispo');
  const add = async (first: string, last: string): Promise<ReturnType<typeof dialog>> => {
    await button(page, 'Ajouter').first().click();
    const made = dialog(page, 'Nouvelle indisponibilité');
    await pick(made, 'Collaborateur', agent.fullname);
    await pick(made, 'Motif', 'Congés', 'Congés payés');
    await textbox(made, 'Du').fill(first);
    await textbox(made, 'Au (inclus)').fill(last);
    return made;
  };
  const made = await add('04/01/2027', '08/01/2027');
  await expect(made.getByText('Durée : 5 jours')).toBeVisible();
  await check(page, 'an absence', '[role=dialog]');
  await made.getByRole('switch', { name: 'Journées entières' }).click();
  await expect(textbox(made, 'Du')).toHaveValue('04/01/2027 08:00');
  await made.getByRole('switch', { name: 'Journées entières' }).click();
  await expect(textbox(made, 'Au (inclus)')).toHaveValue('08/01/2027');
  await save(made);
  await expectNotice(page, 'Indisponibilité enregistrée');

  const again = await add('08/01/2027', '10/01/2027');
  await save(again);
  await expect(
    again.getByText('Déjà indisponible du 04/01/2027 00:00 au 08/01/2027 23:59 (Congés payés)'),
  ).toBeVisible();
  await textbox(again, 'Du').fill('09/01/2027');
  await save(again);
  await expectNotice(page, 'Indisponibilité enregistrée');
  await expect(again).toBeHidden();

  await button(page, 'Filtres').click();
  const filters = page.getByRole('dialog', { name: 'Filtres' });
  await pick(filters, 'Collaborateur', agent.fullname);
  await page.keyboard.press('Escape');
  await button(filters, 'Appliquer').click();
  await expect(rowOf(page, agent.fullname)).toHaveCount(2);
  await expect(rowOf(page, agent.fullname).first()).toContainText('09/01/2027');
  await expect(page.getByText('Total : 7 jours')).toBeVisible();
});

test('an agent records and deletes his own absence, and sees no other agent’s', { tag: '@phone-only' }, async ({
  hire,
  open,
  owner,
}) => {
  const [agent, other] = await Promise.all([hire(guard), hire(guard)]);
  const { rows } = await owner.list(UnavailabilityType, { limit: 10 });
  const type = { id: rows.find(({ name }) => name === 'Maladie')?.id };
  const days = wholeDays('2027-02-01', '2027-02-02', 'Europe/Paris');
  await owner.save(Unavailability, { agent: { id: other.id }, type, ...days });
  const page = await open(agent, '/listIndispo');
  await button(page, 'Ajouter').first().click();
  const made = dialog(page, 'Nouvelle indisponibilité');
  await expect(made.getByRole('combobox', { name: 'Collaborateur' })).toBeHidden();
  await pick(made, 'Motif', 'Formation');
  await textbox(made, 'Du').fill('01/02/2027 08:00');
  await textbox(made, 'Au (inclus)').fill('01/02/2027 12:00');
  await expect(made.getByText('Durée : 4h00')).toBeVisible();
  await save(made);
  await expectNotice(page, 'Indisponibilité enregistrée');
  // His own are named by their reason.
  await expect(rowOf(page, 'Formation')).toContainText('01/02/2027 08:00');
  await expect(rowOf(page, other.fullname)).toBeHidden();
  await expect(page.getByText('Total : 4h00')).toBeVisible();
  await choose(page, 'Formation', 'Suppression');
  await button(dialog(page, 'Supprimer cet élément ?'), 'Supprimer').click();
  await expectNotice(page, 'Indisponibilité supprimée');
  await expect(rowOf(page, 'Formation')).toBeHidden();
});
