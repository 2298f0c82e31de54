import { button, expectNotice, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a setting is found by search, changed, saved, and shown in the history', async ({ open, agency, mark }) => {
  const page = await open(await agency(), '/settings');
  await expect(textbox(page, 'Nom')).toHaveValue(`Agence ${mark}`);
  await page.getByRole('textbox', { name: 'Rechercher un réglage' }).fill('repos quotidien');
  await expect(textbox(page, 'Nom')).toBeHidden();
  const level = 'Désactiver';
  await take(page.locator('form'), 'Repos quotidien', level);
  await button(page, 'Enregistrer').click();
  await expectNotice(page, 'Vos paramètres ont bien été pris en compte');
  await expect(page.locator('form').getByRole('combobox', { name: 'Repos quotidien' })).toHaveValue(level);
  await page.getByText('Historique', { exact: true }).click();
  await expect(page.getByText(new RegExp(level)).first()).toBeVisible();
});
