import { Site } from '#core/sites/site.ts';
import { dialog, expectNotice, rowLink, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('what a colleague does is seen at once: the list, the open record, and that he is typing', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const [one, other] = [await hire(), await hire()];
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(one, `/sites?q=${mark}`);
  await rowLink(page, name).click();
  const mine = dialog(page, name);
  await expect(textbox(mine, 'Nom')).toHaveValue(name);

  const theirs = await open(other, `/sites?q=${mark}`);
  await rowLink(theirs, name).click();
  const form = dialog(theirs, name);
  await textbox(form, 'Nom').fill(`${name} rénové`);
  await expect(mine.getByText(`${other.fullname} modifie cette fiche`)).toBeVisible();
  await save(form);
  await expectNotice(theirs, 'Site enregistré');
  // Nothing was typed here: the record shows what was saved.
  await expect(textbox(dialog(page, `${name} rénové`), 'Nom')).toHaveValue(`${name} rénové`);
  await expect(page.getByText('modifie cette fiche')).toBeHidden();

  // Typed text stays when the record changes below it, and that is told.
  await textbox(dialog(page, `${name} rénové`), 'Nom').fill(`${name} à moi`);
  await owner.save(Site, { id, name: `${name} à lui` });
  const again = page.getByRole('dialog');
  await expect(again.getByText(/vient d’être modifiée par quelqu’un d’autre/)).toBeVisible();
  await expect(textbox(again, 'Nom')).toHaveValue(`${name} à moi`);
});

test('a page whose network was gone shows on its return what happened meanwhile', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const page = await open(await hire(), `/sites?q=${mark}`);
  await expect(page.getByText('Aucun résultat')).toBeVisible();
  await page.context().setOffline(true);
  const { name } = await site(`Site ${mark}`);
  await expect(rowLink(page, name)).toBeHidden();
  await page.context().setOffline(false);
  await expect(rowLink(page, name)).toBeVisible({ timeout: 45_000 });
});
