import type { Page } from '@playwright/test';
import { button, choose, dialog, expectNotice, openRow, save, search, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const toSets = (page: Page) => page.getByText('Jeux de droits', { exact: true }).first().click();

test('the owner creates a set of rights, assigns it to a person, changes it, and updates that person', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const person = await hire({ rights: ['readOwnPlanning'] });
  const name = `Chef de poste ${mark}`;
  const page = await open(owner, '/settings');
  await toSets(page);
  await button(page, 'Ajouter').first().click();
  const form = page.getByRole('dialog');
  await textbox(form, 'Nom').fill(name);
  await button(form, 'Partir d’un jeu de droits').click();
  await page.getByRole('menuitem', { name: /^Collaborateur/ }).click();
  await textbox(form, 'Rechercher un droit').fill('un site');
  await form.getByRole('checkbox', { name: 'Modifier un site', exact: true }).check();
  await save(form);
  await expectNotice(page, 'Jeu de droits enregistré');

  const people = await open(owner, `/agents?q=${encodeURIComponent(person.email)}`);
  await choose(people, person.fullname, 'Droits');
  const editor = dialog(people, `Droits de ${person.fullname}`);
  await expect(editor.getByText('Jeu de droits : Personnalisé')).toBeVisible();
  await button(editor, 'Appliquer un jeu de droits').click();
  await people.getByRole('menuitem', { name }).click();
  await expect(editor.getByText(`Jeu de droits : ${name}`)).toBeVisible();
  await save(editor);
  await expectNotice(people, 'Droits enregistrés');

  await page.reload();
  await toSets(page);
  await search(page, mark);
  const again = await openRow(page, name);
  await textbox(again, 'Rechercher un droit').fill('clients');
  await again.getByRole('checkbox', { name: 'Lister les clients', exact: true }).check();
  await save(again);
  const question = dialog(page, `Appliquer « ${name} » ?`);
  await expect(question).toContainText('1 personne a encore ce jeu de droits tel qu’il était');
  await button(question, 'Appliquer à la personne qui l’a').click();
  await expectNotice(page, '1 personne : droits mis à jour');

  await people.reload();
  await choose(people, person.fullname, 'Droits');
  await expect(editor.getByText(`Jeu de droits : ${name}`)).toBeVisible();
  await textbox(editor, 'Rechercher un droit').fill('clients');
  await expect(editor.getByRole('checkbox', { name: 'Lister les clients', exact: true })).toBeChecked();

  await choose(page, name, 'Suppression');
  await button(dialog(page, 'Supprimer ce jeu de droits ?'), 'Supprimer').click();
  await expectNotice(page, 'Jeu de droits supprimé');
});
