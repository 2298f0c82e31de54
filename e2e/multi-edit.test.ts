import type { Locator, Page } from '@playwright/test';
import { Site } from '#core/sites/site.ts';
import { button, expectNotice, rowLink, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const editSelected = async (page: Page): Promise<Locator> => {
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
  return page.getByRole('dialog', { name: /^Modifier :/ });
};
const goTo = (editor: Locator, name: string): Promise<void> => editor.getByRole('tab', { name }).click();

test('several sites are edited together: three invalid ones are marked and unchanged, the others are saved', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const person = await hire();
  const names = Array.from({ length: 5 }, (_none, index) => `Site ${mark} ${index + 1}`);
  const [first, ...others] = names;
  await site(first as string, { slug: `pris-${mark}` });
  await Promise.all(others.map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  await expect(rowLink(page, first as string)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }).check();
  await expect(page.getByText('5 sélectionnés')).toBeVisible();
  const editor = await editSelected(page);
  await expect(editor.getByRole('tab')).toHaveCount(5);

  // Two errors that the form finds, one that only the server can find.
  const wrong = new Map([
    [names[1], async () => textbox(editor, 'Nom').fill('')],
    [names[2], async () => textbox(editor, 'Rayon (m)').fill('-5')],
    [names[4], async () => textbox(editor, 'Identifiant court').fill(`pris-${mark}`)],
  ]);
  for (const name of names) {
    await goTo(editor, name);
    await textbox(editor.getByRole('tabpanel', { name }), 'Commentaires').fill(`Vu par ${mark}`);
    await wrong.get(name)?.();
  }
  await expect(editor.getByText('5 modifiés')).toBeVisible();
  await save(editor);
  await expect(editor.getByText('2 sites enregistrés, 3 à corriger')).toBeVisible();
  await expect(editor.getByRole('tab')).toHaveCount(3);
  const report = editor.getByRole('alert').getByRole('listitem');
  await expect(report).toHaveText([
    new RegExp(`^${names[1]} : Nom : Obligatoire`),
    new RegExp(`^${names[2]} : Rayon \\(m\\) : `),
    new RegExp(`^${names[4]} : Identifiant court : `),
  ]);
  await expect(textbox(editor, 'Nom')).toBeFocused();

  const { rows } = await owner.list(Site, { query: mark, limit: 100 });
  const touched = rows.filter(({ comments }) => comments === `Vu par ${mark}`).map(({ name }) => name);
  expect(touched.toSorted()).toEqual(names.filter((name) => !wrong.has(name)));
  for (const row of rows) expect(row.version).toBe(wrong.has(row.name) ? 1 : 2);

  await textbox(editor, 'Nom').fill(names[1] as string);
  await goTo(editor, names[2] as string);
  await textbox(editor, 'Rayon (m)').fill('5');
  await goTo(editor, names[4] as string);
  await textbox(editor, 'Identifiant court').fill(`libre-${mark}`);
  await save(editor);
  await expectNotice(page, '3 sites enregistrés');
  await expect(editor).toBeHidden();
});
