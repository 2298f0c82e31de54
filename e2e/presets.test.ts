import { button, dialog, expectNotice, signIn, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a filter is saved and made the default; it filters the list from the next sign-in on', async ({ hire, open }) => {
  const person = await hire();
  const page = await open(person, '/sites');
  await button(page, 'Filtres').click();
  const drawer = dialog(page, 'Filtres');
  await take(drawer, 'Statut', 'Archivé');
  await page.keyboard.press('Escape');
  await button(drawer, 'Appliquer').click();
  await expect(drawer).toBeHidden();
  await button(page, 'Filtres enregistrés').click();
  await page.getByRole('menuitem', { name: 'Sauvegarder', exact: true }).click();
  const naming = dialog(page, 'Sauvegarder le filtre');
  await textbox(naming, 'Titre').fill('Sites rendus');
  await button(naming, 'Sauvegarder').click();
  await expectNotice(page, 'Filtre Sites rendus sauvegardé');
  await button(page, 'Filtres enregistrés').click();
  await page.getByRole('menuitem', { name: 'Modifier le filtre Sites rendus' }).click();
  await page.getByRole('menuitem', { name: 'Définir par défaut', exact: true }).click();
  await expectNotice(page, 'Filtre par défaut : Sites rendus');

  const later = await open(null, '/sites');
  await signIn(later, person.email, person.password);
  await expect(later.getByLabel('1 filtre actif')).toBeVisible();
  await expect(
    later
      .getByRole('row')
      .getByText(/^(Actif|Inactif|Archivé)$/)
      .first(),
  ).toHaveText('Archivé');
});
