// User actions on the screens, the same on a desktop and on a phone.
import { expect, type Locator, type Page } from '@playwright/test';

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Adresse e-mail' }).fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

export const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true });

export const textbox = (at: Page | Locator, name: string): Locator => at.getByRole('textbox', { name, exact: true });

/** The dialog with this title. */
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

export const expectNotice = (page: Page, message: string): Promise<void> =>
  expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();

/** The filters of a list that shows the archived rows too, for its address. */
export const withArchived = encodeURIComponent('{"archived":true}');

export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Rechercher' });

export async function search(page: Page, words: string): Promise<void> {
  await searchBox(page).fill(words);
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(words)}`));
}

export const rowLink = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

/** A row of the grid, or its card on a phone. */
export const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: rowLink(page, name) });

export async function choose(page: Page, name: string, action: string): Promise<void> {
  await button(page, `Actions : ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the form of a record by the menu of its row; without the right to edit it, all its fields. `title`: of its dialog. */
export async function openRow(page: Page, name: string, title = name): Promise<Locator> {
  await button(page, `Actions : ${name}`).click();
  const item = (label: string): Locator => page.getByRole('menuitem', { name: label, exact: true });
  await expect(item('Modifier').or(item('Voir')).first()).toBeVisible();
  await ((await item('Modifier').count()) > 0 ? item('Modifier') : item('Voir')).click();
  const opened = dialog(page, title);
  await expect(button(opened, 'Enregistrer').or(button(opened, 'Fermer')).first()).toBeVisible();
  const all = button(opened, 'Tous les champs');
  if (await all.isVisible()) await all.click();
  return opened;
}

export async function save(at: Locator): Promise<void> {
  await at.getByRole('button', { name: 'Enregistrer' }).click();
}

/** Saves; `act` happens between the click and the arrival of the save of this path. */
export async function saveDuring(page: Page, at: Locator, path: RegExp, act: () => Promise<unknown>): Promise<void> {
  const isSave = (url: URL): boolean => path.test(url.pathname);
  await page.route(
    isSave,
    async (route) => {
      await act();
      await route.continue();
    },
    { times: 1 },
  );
  await save(at);
}

/** Types into a select that queries the server, then picks the option. */
export async function pick(at: Locator, label: string, words: string, option = words): Promise<void> {
  const input = at.getByRole('combobox', { name: label });
  await input.click();
  await input.fill(words);
  // An option may have more text below its name.
  const named = at.page().getByText(option, { exact: true });
  await at.page().getByRole('option').filter({ has: named }).click();
}

/** A text input with suggestions. */
export const suggested = (at: Page | Locator, name: string): Locator => at.getByRole('combobox', { name, exact: true });

/** Picks an option of a short list. */
export async function take(at: Locator, label: string, option: string): Promise<void> {
  await at.getByRole('combobox', { name: label }).click();
  await at.page().getByRole('option', { name: option, exact: true }).click();
}
