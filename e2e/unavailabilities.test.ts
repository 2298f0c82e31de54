import { rightSet } from '#core/grants.ts';
import { button, dialog, expectNotice, pick, rowOf, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('a planner records an absence by days; their sum is below the list', async ({ hire, open }) => {
  const [planner, agent] = await Promise.all([hire(), hire({ rights: rightSet('collaborator'), plannable: true })]);
  const page = await open(planner, '/listIndispo');
  await button(page, 'Ajouter').first().click();
  const made = dialog(page, 'Nouvelle indisponibilité');
  await pick(made, 'Collaborateur', agent.fullname);
  await pick(made, 'Motif', 'Congés', 'Congés payés');
  await textbox(made, 'Du').fill('04/01/2027');
  await textbox(made, 'Au (inclus)').fill('08/01/2027');
  await expect(made.getByText('Durée : 5 jours')).toBeVisible();
  await check(page, 'an absence', '[role=dialog]');
  await made.getByRole('switch', { name: 'Journées entières' }).click();
  await expect(textbox(made, 'Du')).toHaveValue('04/01/2027 08:00');
  await made.getByRole('switch', { name: 'Journées entières' }).click();
  await expect(textbox(made, 'Au (inclus)')).toHaveValue('08/01/2027');
  await save(made);
  await expectNotice(page, 'Indisponibilité enregistrée');
  await expect(made).toBeHidden();

  await button(page, 'Filtres').click();
  const filters = page.getByRole('dialog', { name: 'Filtres' });
  await pick(filters, 'Collaborateur', agent.fullname);
  await page.keyboard.press('Escape');
  await button(filters, 'Appliquer').click();
  await expect(rowOf(page, agent.fullname)).toHaveCount(1);
  await expect(rowOf(page, agent.fullname)).toContainText('04/01/2027');
  await expect(page.getByText('Total : 5 jours')).toBeVisible();
});
