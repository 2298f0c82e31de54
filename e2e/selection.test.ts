import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, rowOf } from './acts.ts';
import { expect, test } from './journey.ts';

test('rows selected on two pages are archived together, and « Annuler » restores them @phone-only', async ({
  hire,
  open,
  site,
  owner,
  mark,
}) => {
  const person = await hire();
  const names = Array.from({ length: 28 }, (_none, index) => `Site ${mark} ${String(index + 1).padStart(2, '0')}`);
  await site(names[0] as string);
  await Promise.all(names.slice(1).map((name) => site(name)));
  const statuses = async () => {
    const { rows } = await owner.list(Site, { query: mark, limit: 100, filters: { status: [300] } });
    return rows.map(({ name }) => name).toSorted();
  };
  const page = await open(person, `/sites?q=${mark}`);
  await rowOf(page, names[2] as string)
    .getByRole('checkbox')
    .check();
  await button(page, 'Page suivante').click();
  await rowOf(page, names[27] as string)
    .getByRole('checkbox')
    .check();
  await expect(page.getByText('2 sélectionnés')).toBeVisible();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: /^Archivage/ }).click();
  await expectNotice(page, 'Archivage : 2 éléments');
  expect(await statuses()).toEqual([names[2], names[27]]);
  await button(page, 'Annuler').click();
  await expectNotice(page, '2 modifications annulées');
  expect(await statuses()).toEqual([]);
});

test('a move of several rows shows its progress, then each refused row', async ({ hire, open, site, owner, mark }) => {
  const person = await hire();
  const names = ['A', 'B', 'C'].map((letter) => `${letter} ${mark}`);
  const [, second] = await Promise.all(names.map((name) => site(name)));
  const page = await open(person, `/sites?q=${mark}`);
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check();
  // The network is slow, and another user archives one first.
  let go: () => void = () => undefined;
  const held = new Promise<void>((released) => {
    go = released;
  });
  await page.route('**/site/*/archive', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: /^Archivage/ }).click();
  const progress = dialog(page, 'Archivage');
  await expect(progress).toContainText('0 sur 3');
  await owner.move(Site, second?.id ?? '', 'archive');
  await expect(progress.getByRole('progressbar', { name: 'Avancement' })).toHaveAttribute('aria-valuenow', '0');
  go();
  await expect(progress).toContainText('2 éléments traités, 1 refusé.');
  await expect(progress.getByRole('listitem')).toHaveText([
    `B ${mark} : « Archivage » est impossible au statut « Archivé ».`,
  ]);
  await button(progress, 'Fermer').last().click();
  await expectNotice(page, 'Archivage : 2 éléments');
});
