import { Site } from '#core/sites/site.ts';
import { dialog, expectNotice, openRow, rowLink, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a colleague’s changes are shown live: in the list, in the open record, while he is typing, and after a time without network', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const [one, other] = [await hire(), await hire()];
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(one, `/sites?q=${mark}`);
  const mine = await openRow(page, name);
  await expect(textbox(mine, 'Nom')).toHaveValue(name);

  const theirs = await open(other, `/sites?q=${mark}`);
  const form = await openRow(theirs, name);
  await textbox(form, 'Nom').fill(`${name} rénové`);
  await expect(mine.getByText(`${other.fullname} modifie cette fiche`)).toBeVisible();
  await save(form);
  await expectNotice(theirs, 'Site enregistré');
  // Nothing was typed here, so the record shows the saved values.
  await expect(textbox(dialog(page, `${name} rénové`), 'Nom')).toHaveValue(`${name} rénové`);
  await expect(page.getByText('modifie cette fiche')).toBeHidden();

  // Typed text stays when somebody else changes the record, and a message says so.
  await textbox(dialog(page, `${name} rénové`), 'Nom').fill(`${name} à moi`);
  await owner.save(Site, { id, name: `${name} à lui` });
  const again = page.getByRole('dialog');
  await expect(again.getByText(/vient d’être modifiée par quelqu’un d’autre/)).toBeVisible();
  await expect(textbox(again, 'Nom')).toHaveValue(`${name} à moi`);

  // Nothing reaches a page without network; it asks again once the network is back.
  await theirs.context().setOffline(true);
  const { name: later } = await site(`Site ${mark} ajouté`);
  await expect(rowLink(page, later)).toBeAttached();
  await expect(rowLink(theirs, later)).toBeHidden();
  await theirs.context().setOffline(false);
  await expect(rowLink(theirs, later)).toBeVisible({ timeout: 45_000 });
});
