// A site beyond its simple fields: its position on a map, its equipment, and what its customer sees.
import type { Locator } from '@playwright/test';
import { Customer } from '#core/customers/customer.ts';
import { readSiteItems } from '#core/sites/items.ts';
import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, openRow, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

const mapOf = (at: Locator): Locator => at.getByRole('region', { name: 'Carte du site' });
/** The radius is the only shape on the map that is not a dot. */
const circleOf = (at: Locator): Locator => mapOf(at).locator('path[class*="ring"]');
const handleOf = (at: Locator): Locator => mapOf(at).locator('[class*="handle"]');

async function widthOf(shape: Locator): Promise<number> {
  return (await shape.boundingBox())?.width ?? 0;
}

test('a click on the map sets the position; what is typed is shown on the map, and the map changes it', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(await hire(), `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await expect(opened.getByText('Aucune position')).toBeVisible();
  await expect(circleOf(opened)).toBeHidden();
  await mapOf(opened).click({ position: { x: 200, y: 120 } });
  await expect(opened.getByText(/^Position : 43,/)).toBeVisible();
  await textbox(opened, 'Latitude').fill('43,7');
  await textbox(opened, 'Longitude').fill('7,25');
  await textbox(opened, 'Rayon (m)').fill('20');
  await expect(circleOf(opened)).toBeVisible();
  await expect(opened.getByText('Position : 43,70000 ; 7,25000, rayon de 20 m')).toBeVisible();
  const small = await widthOf(circleOf(opened));
  await textbox(opened, 'Rayon (m)').fill('40');
  await expect.poll(() => widthOf(circleOf(opened))).toBeGreaterThan(small * 1.8);
  await check(page, 'a site on its map', '[role=dialog]');

  // Waits until nothing moves or covers it any more.
  await handleOf(opened).hover();
  const handle = await handleOf(opened).boundingBox();
  if (!handle) throw new Error('no handle');
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.down();
  await page.mouse.move(x - 30, y, { steps: 4 });
  await page.mouse.up();
  const radius = Number(await textbox(opened, 'Rayon (m)').inputValue());
  expect(radius).toBeGreaterThan(10);
  expect(radius).toBeLessThan(40);
  await save(opened);
  await expectNotice(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({
    radius,
    address: { location: { latitude: 43.7, longitude: 7.25 } },
  });
});

test('the equipment of a site is saved separately; its customer sees only what the site opens to him, and creates his own', {
  tag: '@phone-only',
}, async ({ agency, registry, open, mark }) => {
  // Azur Sécurité keeps stock by reference (T-025); this agency keeps plain lists.
  const boss = await agency();
  const owner = boss.api;
  const customer = await owner.save(Customer, { name: `Client ${mark}`, type: 100 });
  const person = await registry.contact(owner, customer, { rights: ['listSites', 'createSite'] });
  const { id, name } = await owner.save(Site, {
    name: `Site ${mark}`,
    customer: { id: customer.id },
    address: { city: 'Nice', location: { latitude: 43.7, longitude: 7.25 } },
    siteKeys: [{ label: 'Portail nord' }],
    siteAlarms: [{ label: 'Centrale', code: '1234' }],
    comments: 'Entre nous.',
    rightsCustomer: { readKeys: true },
  });

  const desk = await open(boss, `/sites?q=${mark}`);
  await choose(desk, name, 'Matériel');
  const equipment = dialog(desk, name);
  await button(equipment, 'Ajouter : Élément').click();
  const line = equipment.getByRole('group', { name: 'Élément 1' });
  await textbox(line, 'Désignation').fill('Extincteur');
  await textbox(line, 'Quantité').fill('2');
  await textbox(line, 'Expire le').fill('31/05/2027');
  await check(desk, 'the equipment of a site', '[role=dialog]');
  await save(equipment);
  await expectNotice(desk, 'Matériel enregistré');
  await expect(equipment).toBeHidden();
  expect((await owner.call(readSiteItems, { params: { id } })).site.items).toMatchObject([
    { name: 'Extincteur', quantity: 2, expiry: '2027-05-31' },
  ]);

  const page = await open(person, '/customerSites');
  const opened = await openRow(page, name);
  await expect(opened.getByText('Portail nord')).toBeVisible();
  await expect(mapOf(opened)).toBeVisible();
  for (const hidden of [
    'Centrale',
    'Entre nous.',
    'Collaborateurs interdits',
    'Notifications',
    'Rapports',
    'Commentaires',
    'Matériel',
    'Historique',
  ]) {
    await expect(opened.getByText(hidden, { exact: true })).toBeHidden();
  }
  await check(page, 'a site of a customer', '[role=dialog]');

  await owner.save(Site, { id, rightsCustomer: { readItems: true, readKeys: false } });
  await page.reload();
  await expect(opened.getByText('Portail nord')).toBeHidden();
  await opened.getByRole('radiogroup', { name: 'Partie affichée' }).getByText('Matériel').click();
  await expect(opened.getByRole('list', { name: 'Matériel' })).toContainText('Extincteur × 2');
  await check(page, 'the equipment of a site, to read', '[role=dialog]');
  // From all fields back to the summary, then to the list.
  await button(opened, 'Fermer').last().click();
  await expect(button(opened, 'Tous les champs')).toBeVisible();
  await button(opened, 'Fermer').last().click();
  await expect(opened).toBeHidden();

  await button(page, 'Ajouter').click();
  const created = dialog(page, 'Nouveau site');
  await textbox(created, 'Nom').fill(`Annexe ${mark}`);
  await save(created);
  await expectNotice(page, 'Site enregistré');
  const { rows } = await owner.list(Site, { query: `annexe ${mark}` });
  expect(rows).toMatchObject([{ customer: { id: customer.id } }]);
});
