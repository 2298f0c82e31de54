import type { Locator, Page } from '@playwright/test';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, rowLink, rowOf, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const editSelected = async (page: Page): Promise<Locator> => {
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
  return page.getByRole('dialog', { name: /^Modifier :/ });
};
const goTo = (editor: Locator, name: string): Promise<void> => editor.getByRole('tab', { name }).click();

test('twelve sites are edited together: three invalid ones are marked and unchanged, the others are saved', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const person = await hire();
  const names = Array.from({ length: 12 }, (_none, index) => `Site ${mark} ${String(index + 1).padStart(2, '0')}`);
  const [first, ...others] = names;
  await site(first as string, { slug: `pris-${mark}` });
  await Promise.all(others.map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  await expect(rowLink(page, first as string)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }).check();
  await expect(page.getByText('12 sélectionnés')).toBeVisible();
  const editor = await editSelected(page);
  await expect(editor.getByRole('tab')).toHaveCount(12);

  // Two errors that the form finds, one that only the server can find.
  const wrong = new Map([
    [names[2], async () => textbox(editor, 'Nom').fill('')],
    [names[5], async () => textbox(editor, 'Rayon (m)').fill('-5')],
    [names[9], async () => textbox(editor, 'Identifiant court').fill(`pris-${mark}`)],
  ]);
  for (const name of names) {
    await goTo(editor, name);
    await textbox(editor.getByRole('tabpanel', { name }), 'Commentaires').fill(`Vu par ${mark}`);
    await wrong.get(name)?.();
  }
  await expect(editor.getByText('12 modifiés')).toBeVisible();
  await save(editor);
  await expect(editor.getByText('9 sites enregistrés, 3 à corriger')).toBeVisible();
  await expect(editor.getByRole('tab')).toHaveCount(3);
  const report = editor.getByRole('alert').getByRole('listitem');
  await expect(report).toHaveText([
    new RegExp(`^${names[2]} : Nom : Obligatoire`),
    new RegExp(`^${names[5]} : Rayon \\(m\\) : `),
    new RegExp(`^${names[9]} : Identifiant court : `),
  ]);
  await expect(textbox(editor, 'Nom')).toBeFocused();

  const { rows } = await owner.list(Site, { query: mark, limit: 100 });
  const touched = rows.filter(({ comments }) => comments === `Vu par ${mark}`).map(({ name }) => name);
  expect(touched.toSorted()).toEqual(names.filter((name) => !wrong.has(name)));
  for (const row of rows) expect(row.version).toBe(wrong.has(row.name) ? 1 : 2);

  await textbox(editor, 'Nom').fill(names[2] as string);
  await goTo(editor, names[5] as string);
  await textbox(editor, 'Rayon (m)').fill('5');
  await goTo(editor, names[9] as string);
  await textbox(editor, 'Identifiant court').fill(`libre-${mark}`);
  await save(editor);
  await expectNotice(page, '3 sites enregistrés');
  await expect(editor).toBeHidden();
});

test('discarding one of several edited forms needs a confirmation, and its draft is restored after a crash @phone-only', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire();
  const names = ['Dépôt', 'Usine'].map((word) => `${word} ${mark}`) as [string, string];
  await Promise.all(names.map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check();
  let editor = await editSelected(page);
  await goTo(editor, names[1]);
  await textbox(editor, 'Nom').fill(`Atelier ${mark}`);
  await button(editor, `Retirer ${names[1]}`).click();
  const question = dialog(page, 'Quitter sans enregistrer ?');
  await expect(question).toContainText('Certaines modifications seront perdues.');
  await button(question, 'Continuer la saisie').click();
  await expect(textbox(editor, 'Nom')).toHaveValue(`Atelier ${mark}`);

  page.on('dialog', (question) => void question.accept());
  // The draft is stored shortly after the last key.
  await page.waitForTimeout(600);
  await page.reload();
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check();
  editor = await editSelected(page);
  await save(editor);
  await expectNotice(page, 'Aucun changement à enregistrer');
  await goTo(editor, names[1]);
  await button(editor, 'Reprendre').click();
  await save(editor);
  await expectNotice(page, '1 site enregistré');
  await expect(rowLink(page, `Atelier ${mark}`)).toBeVisible();
});
