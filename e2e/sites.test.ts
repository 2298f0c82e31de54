import { Site } from '#core/sites/site.ts';
import {
  button,
  choose,
  dialog,
  openRow,
  pick,
  rowLink,
  rowOf,
  save,
  search,
  suggested,
  textbox,
  told,
} from './acts.ts';
import { expect, test } from './journey.ts';

test('a site is created for a customer found by search, with its keys and the people who may not work there', {
  tag: '@phone',
}, async ({ hire, open, owner, customer, mark }) => {
  const [person, guard] = await Promise.all([hire(), hire({ plannable: true, rights: [] })]);
  const { name: customerName } = await customer();
  const page = await open(person, '/sites');
  await button(page, 'Ajouter').click();
  const created = dialog(page, 'Nouveau site');
  await button(created, 'Ajouter : Clé').click();
  await save(created);
  await expect(textbox(created, 'Nom')).toHaveAccessibleDescription('Obligatoire');
  await expect(textbox(created, 'Nom')).toBeFocused();
  const key = created.getByRole('group', { name: 'Clé 1' });
  await expect(textbox(key, 'Libellé')).toHaveAccessibleDescription('Obligatoire');

  await textbox(created, 'Nom').fill(`Entrepôt ${mark}`);
  await pick(created, 'Client', mark, customerName);
  await suggested(created, 'Rue').fill('12 quai des Docks');
  await suggested(created, 'Code postal').fill('06300');
  await suggested(created, 'Ville').fill('Nice');
  await textbox(key, 'Libellé').fill('Portail nord');
  await textbox(key, 'Numéro').fill('N-12');
  await button(created, 'Ajouter : Clé').click();
  await textbox(created.getByRole('group', { name: 'Clé 2' }), 'Libellé').fill('Local technique');
  await button(created, 'Monter Clé 2').click();
  await pick(created, 'Collaborateurs interdits', guard.fullname.split(' ')[1] ?? '', guard.fullname);
  await save(created);
  await told(page, 'Site enregistré');
  await expect(created).toBeHidden();

  await search(page, mark);
  await expect(rowOf(page, `Entrepôt ${mark}`)).toContainText(customerName);
  await expect(rowOf(page, `Entrepôt ${mark}`)).toContainText('Nice');
  const { rows } = await owner.list(Site, { query: mark });
  expect(rows).toHaveLength(1);
  expect(await owner.read(Site, rows[0]?.id ?? '')).toMatchObject({
    slug: `entrepot-${mark}`,
    customer: { name: customerName },
    address: { street: '12 quai des Docks', zipcode: '06300', city: 'Nice' },
    siteKeys: [
      { label: 'Local technique', code: null },
      { label: 'Portail nord', code: 'N-12' },
    ],
    siteUsers: [{ agent: { id: guard.id, name: guard.fullname } }],
  });
});

test('a site is edited: a key goes, the rest stays', async ({ hire, open, owner, site, mark }) => {
  const person = await hire();
  const { id, name } = await site(`Site ${mark}`, {
    siteKeys: [{ label: 'Grille' }, { label: 'Cave' }],
    comments: 'Chien de garde.',
  });
  const page = await open(person, `/sites?q=${mark}`);
  const edited = await openRow(page, name);
  await button(edited, 'Retirer Clé 1').click();
  await textbox(edited, 'Rayon (m)').fill('trop');
  await save(edited);
  await expect(textbox(edited, 'Rayon (m)')).toHaveAccessibleDescription('Nombre attendu');
  await textbox(edited, 'Rayon (m)').fill('250');
  await save(edited);
  await told(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({
    name,
    radius: 250,
    comments: 'Chien de garde.',
    siteKeys: [{ label: 'Cave' }],
  });
});

test('an archived site comes back by « Annuler » or « Réactivation », and its history tells who did what', async ({
  hire,
  open,
  site,
  mark,
}) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  await choose(page, name, 'Archivage');
  await told(page, 'Site archivé');
  await button(page, 'Annuler').click();
  await told(page, 'Site réactivé');
  await expect(rowOf(page, name)).toContainText('Actif');

  const opened = await openRow(page, name);
  await button(opened, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Archivage' }).click();
  await expect(opened.getByText('Archivé', { exact: true })).toBeVisible();
  await button(opened, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Réactivation' }).click();
  await expect(opened.getByText('Actif', { exact: true })).toBeVisible();

  await opened.getByText('Historique', { exact: true }).click();
  const history = opened.getByRole('listitem');
  await expect(history).toHaveCount(5);
  await expect(history.first()).toContainText('Réactivation');
  await expect(history.first()).toContainText(person.fullname);
  await expect(history.first()).toContainText('Archivé → Actif');
});

test('a site is deleted after a question', async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  await choose(page, name, 'Suppression');
  const question = dialog(page, 'Supprimer cet élément ?');
  await expect(question).toContainText(
    'Êtes-vous sûr de vouloir supprimer cet élément ? La suppression est définitive.',
  );
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(rowLink(page, name)).toBeVisible();
  await choose(page, name, 'Suppression');
  await button(question, 'Supprimer').click();
  await told(page, 'Site supprimé');
  await expect(rowLink(page, name)).toBeHidden();
});

test('several sites are archived together, and all come back', async ({ hire, open, site, mark }) => {
  const person = await hire();
  await Promise.all([site(`A ${mark}`), site(`B ${mark}`), site(`C ${mark}`)]);
  const page = await open(person, `/sites?q=${mark}`);
  await page.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }).click();
  const tools = page.getByRole('toolbar', { name: 'Lignes sélectionnées' });
  await expect(tools).toContainText('3 sélectionnés');
  await button(tools, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Archivage' }).click();
  await told(page, 'Archivage : 3 éléments');
  await expect(page.getByRole('gridcell', { name: 'Archivé' })).toHaveCount(3);
  await button(page, 'Annuler').click();
  await told(page, '3 modifications annulées');
  await expect(page.getByRole('gridcell', { name: 'Actif' })).toHaveCount(3);
});
