import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, pick, rowOf, save, search, suggested, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

test('a site is created for a customer found by search, with its keys and forbidden agents', async ({
  hire,
  open,
  owner,
  customer,
  mark,
}) => {
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
  await expectNotice(page, 'Site enregistré');
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
