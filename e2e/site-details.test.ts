// A site beyond its simple fields: its position on a map, its equipment, its event types, and what its customer sees.
import type { Locator } from '@playwright/test';
import { Customer } from '#core/customers/customer.ts';
import { readSiteItems, saveSiteItems } from '#core/sites/items.ts';
import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, openRow, save, suggested, take, textbox } from './acts.ts';
import type { Row } from './api.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import type { Person } from './people.ts';

const mapOf = (at: Locator): Locator => at.getByRole('region', { name: 'Carte du site' });
/** The radius is the only shape on the map that is not a dot. */
const circleOf = (at: Locator): Locator => mapOf(at).locator('path[class*="ring"]');
const handleOf = (at: Locator): Locator => mapOf(at).locator('[class*="handle"]');

async function widthOf(shape: Locator): Promise<number> {
  return (await shape.boundingBox())?.width ?? 0;
}

test('the typed position and radius are shown on the map, and the map changes the typed values', async ({
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

test('a click sets the position of a site without one; the town is found from the nearest known address', async ({
  hire,
  open,
  site,
  mark,
}) => {
  // A position that no other journey uses.
  const [latitude, longitude] = [-20 - Math.random() * 20, 100 + Math.random() * 20];
  await site(`Voisin ${mark}`, {
    address: { city: `Ville-${mark}`, zipcode: '98000', location: { latitude, longitude } },
  });
  const { name } = await site(`Vide ${mark}`);
  const page = await open(await hire(), `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await mapOf(opened).click({ position: { x: 200, y: 120 } });
  await expect(opened.getByText(/^Position : 43,/)).toBeVisible();

  await textbox(opened, 'Latitude').fill('-60,5');
  await button(opened, 'Retrouver la ville').click();
  await expectNotice(page, 'Impossible de localiser la ville.');
  await textbox(opened, 'Latitude').fill(String(latitude + 0.001).replace('.', ','));
  await textbox(opened, 'Longitude').fill(String(longitude).replace('.', ','));
  await button(opened, 'Retrouver la ville').click();
  await expect(suggested(opened, 'Ville')).toHaveValue(`Ville-${mark}`);
  await expect(suggested(opened, 'Code postal')).toHaveValue('98000');
  await expect(button(opened, 'Retrouver la ville')).toBeHidden();
});

test('the user’s own position sets that of the site, or an error is shown', async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const geolocation = { latitude: 43.71, longitude: 7.26, accuracy: 40 };
  const page = await open(person, `/sites?q=${mark}`, { geolocation, permissions: ['geolocation'] });
  const opened = await openRow(page, name);
  const accuracy = mapOf(opened).locator('path[class*="accuracy"]');
  await button(opened, 'Ma position').click();
  await expect(textbox(opened, 'Latitude')).toHaveValue('43,71');
  await expect(accuracy).toBeVisible();
  await page.context().setGeolocation({ ...geolocation, accuracy: 800 });
  await button(opened, 'Ma position').click();
  await expect(accuracy).toBeHidden();

  const refused = await open(person, `/sites?q=${mark}`);
  await button(await openRow(refused, name), 'Ma position').click();
  await expectNotice(
    refused,
    "Impossible de localiser votre position. Si le problème persiste merci de réinstaller l'application mobile",
  );
});

test('a known address is suggested while typing, and fills the other fields', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const location = { latitude: 43.695, longitude: 7.28 };
  const address = { street: `12 quai ${mark}`, zipcode: '06300', city: 'Nice', country: 'FR', location };
  await site(`Connu ${mark}`, { address });
  const { id, name } = await site(`Nouveau ${mark}`);
  const page = await open(await hire(), `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await suggested(opened, 'Rue').pressSequentially(`quai ${mark}`);
  const offered = page.getByRole('option', { name: `12 quai ${mark}` });
  await expect(offered).toContainText('06300 Nice');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(suggested(opened, 'Rue')).toHaveValue(`12 quai ${mark}`);
  await expect(suggested(opened, 'Ville')).toHaveValue('Nice');
  await expect(textbox(opened, 'Latitude')).toHaveValue('43,695');
  await save(opened);
  await expectNotice(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({ address });
});

/** A site of an agency that keeps plain lists: Azur Sécurité keeps stock by reference (T-025). */
async function plainSite(boss: Person, mark: string): Promise<Row> {
  const customer = await boss.api.save(Customer, { name: `Client ${mark}`, type: 100 });
  return boss.api.save(Site, { name: `Site ${mark}`, customer: { id: customer.id } });
}

test('the equipment of a site is saved separately, and shown in the history', async ({ agency, open, mark }) => {
  const boss = await agency();
  const owner = boss.api;
  const { id, name } = await plainSite(boss, mark);
  const page = await open(boss, `/sites?q=${mark}`);
  await choose(page, name, 'Matériel');
  const opened = dialog(page, name);
  await button(opened, 'Ajouter : Élément').click();
  await textbox(opened.getByRole('group', { name: 'Élément 1' }), 'Désignation').fill('Radio');
  await button(opened, 'Ajouter : Élément').click();
  const second = opened.getByRole('group', { name: 'Élément 2' });
  await textbox(second, 'Quantité').fill('trop');
  await save(opened);
  await expect(textbox(second, 'Désignation')).toHaveAccessibleDescription('Obligatoire');
  await textbox(second, 'Désignation').fill('Extincteur');
  await textbox(second, 'Quantité').fill('2');
  await textbox(second, 'Expire le').fill('31/05/2027');
  await button(opened, 'Monter Élément 2').click();
  await check(page, 'a site on its map', '[role=dialog]');
  await save(opened);
  await expectNotice(page, 'Matériel enregistré');
  await expect(opened).toBeHidden();
  expect((await owner.call(readSiteItems, { params: { id } })).site.items).toMatchObject([
    { name: 'Extincteur', quantity: 2, expiry: '2027-05-31', position: 0 },
    { name: 'Radio', quantity: 1, position: 1 },
  ]);

  await choose(page, name, 'Historique');
  await expect(opened.getByRole('listitem').first()).toContainText('Extincteur');
});

test('a user with only the right to list equipment reads it', async ({ agency, registry, open, mark }) => {
  const boss = await agency();
  const owner = boss.api;
  const { id, name } = await plainSite(boss, mark);
  const reader = await registry.hire(owner, { rights: ['listSites', 'listSiteItems'] });
  const page = await open(reader, `/sites?q=${mark}`);
  await choose(page, name, 'Matériel');
  const opened = dialog(page, name);
  await expect(opened.getByText('Aucun matériel n’est enregistré sur ce site.')).toBeVisible();
  await owner.call(saveSiteItems, {
    params: { id },
    input: { items: [{ name: 'Radio', quantity: 3, reference: 'R-7' }] },
  });
  await page.reload();
  await expect(opened.getByRole('list', { name: 'Matériel' })).toContainText('Radio × 3');
  await expect(opened.getByText('R-7')).toBeVisible();
  await expect(button(opened, 'Enregistrer')).toBeHidden();
  await check(page, 'a site on its map', '[role=dialog]');
});

test('a site that does not use the agency’s event types has its own', async ({ hire, open, owner, site, mark }) => {
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(await hire(), `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await opened.getByRole('switch', { name: "Utiliser les types d'événements de l'agence" }).click();
  await take(opened, "Modèle du rapport d'intervention", 'Détaillé');
  await save(opened);
  await expectNotice(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({
    siteSettingsFeature: { useAgencyServiceEventTypes: false },
    serviceEventTypes: expect.arrayContaining([expect.objectContaining({ label: 'Intrusion', enabled: true })]),
    interventionReportTemplate: 'DETAILED',
  });
});

test('a customer sees only what his sites allow, and nothing reserved for the agency', {
  tag: '@phone-only',
}, async ({ agency, registry, open, mark }) => {
  const owner = (await agency()).api;
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
  await owner.call(saveSiteItems, { params: { id }, input: { items: [{ name: 'Extincteur' }] } });

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
  ]) {
    await expect(opened.getByText(hidden, { exact: true })).toBeHidden();
  }
  await expect(opened.getByText('Matériel', { exact: true })).toBeHidden();
  await expect(opened.getByText('Historique', { exact: true })).toBeHidden();
  await check(page, 'a site on its map', '[role=dialog]');

  await owner.save(Site, { id, rightsCustomer: { readItems: true, readKeys: false } });
  await page.reload();
  await expect(opened.getByText('Portail nord')).toBeHidden();
  await opened.getByRole('radiogroup', { name: 'Partie affichée' }).getByText('Matériel').click();
  await expect(opened.getByRole('list', { name: 'Matériel' })).toContainText('Extincteur × 1');
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
