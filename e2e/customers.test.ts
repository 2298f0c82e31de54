import { Customer } from '#core/customers/customer.ts';
import {
  button,
  choose,
  dialog,
  expectNotice,
  openRow,
  rowLink,
  rowOf,
  save,
  search,
  textbox,
  withArchived,
} from './acts.ts';
import { expect, test } from './journey.ts';

const confirmation = 'Êtes-vous sûr de vouloir supprimer cet élément ? La suppression est définitive.';

test('a customer is created after its errors are corrected, then edited', { tag: '@phone' }, async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const person = await hire();
  const page = await open(person, '/customers');
  await button(page, 'Ajouter').click();
  const created = dialog(page, 'Nouveau client');
  await textbox(created, 'E-mail').fill('sans arobase');
  await save(created);
  const name = textbox(created, 'Nom');
  await expect(name).toHaveAccessibleDescription('Obligatoire');
  await expect(name).toBeFocused();
  await expect(textbox(created, 'E-mail')).toHaveAccessibleDescription('Veuillez saisir une adresse mail valide');
  await name.fill(`Client ${mark}`);
  await textbox(created, 'E-mail').fill(`${mark}@client.example`);
  await created.getByRole('textbox', { name: 'Téléphone' }).first().fill('04 65 71 00 00');
  await save(created);
  await expectNotice(page, 'Client enregistré');
  await expect(created).toBeHidden();

  await search(page, mark);
  await expect(rowOf(page, `Client ${mark}`)).toContainText(`${mark}@client.example`);
  await expect(rowOf(page, `Client ${mark}`)).toContainText('Actif');
  const edited = await openRow(page, `Client ${mark}`);
  await save(edited);
  await expectNotice(page, 'Aucun changement à enregistrer');
  await textbox(edited, 'Nom').fill(`Client ${mark} et fils`);
  await textbox(edited, 'Commentaires').fill('Portail bleu, sonner deux fois.');
  await save(edited);
  await expect(rowLink(page, `Client ${mark} et fils`)).toBeVisible();

  const { rows, filtered } = await owner.list(Customer, { query: mark });
  expect(filtered).toBe(1);
  expect(await owner.read(Customer, rows[0]?.id ?? '')).toMatchObject({
    name: `Client ${mark} et fils`,
    email: `${mark}@client.example`,
    phone: ['04 65 71 00 00'],
    comments: 'Portail bleu, sonner deux fois.',
  });
});

test('an archived customer is restored by « Annuler » or « Réactivation », and its history shows who did what', {
  tag: '@phone-only',
}, async ({ hire, open, customer, mark }) => {
  const person = await hire();
  const { name } = await customer();
  const page = await open(person, `/customers?q=${mark}&f=${withArchived}`);
  await choose(page, name, 'Archivage');
  await expectNotice(page, 'Client archivé');
  await expect(rowOf(page, name)).toContainText('Archivé');
  await button(page, 'Annuler').click();
  await expectNotice(page, 'Client réactivé');
  await expect(rowOf(page, name)).toContainText('Actif');

  await choose(page, name, 'Archivage');
  await expect(rowOf(page, name)).toContainText('Archivé');
  await choose(page, name, 'Réactivation');
  await expect(rowOf(page, name)).toContainText('Actif');

  await choose(page, name, 'Historique');
  const history = dialog(page, name).getByRole('listitem');
  await expect(history).toHaveCount(5);
  await expect(history.nth(0)).toContainText('Réactivation');
  await expect(history.nth(0)).toContainText(person.fullname);
  await expect(history.nth(0)).toContainText('Archivé → Actif');
  await expect(history.nth(1)).toContainText('Archivage');
  await expect(history.nth(4)).toContainText('Création');
  await expect(history.nth(4)).toContainText('Hélène Marchand');
});

test('a customer is deleted after a confirmation; one with sites is not, and the reason is shown', async ({
  hire,
  open,
  customer,
  site,
  mark,
}) => {
  const person = await hire();
  const { name, id } = await customer(`Bailleur ${mark}`);
  await site(`Immeuble ${mark}`, { customer: { id, name } });
  const bare = await customer(`Passager ${mark}`);
  const page = await open(person, `/customers?q=${mark}`);
  await choose(page, bare.name, 'Suppression');
  const question = dialog(page, 'Supprimer cet élément ?');
  await expect(question).toContainText(confirmation);
  await button(question, 'Annuler').click();
  await expect(rowLink(page, bare.name)).toBeVisible();
  await choose(page, bare.name, 'Suppression');
  await button(question, 'Supprimer').click();
  await expectNotice(page, 'Client supprimé');
  await expect(rowLink(page, bare.name)).toBeHidden();

  await choose(page, name, 'Suppression');
  await button(question, 'Supprimer').click();
  await expectNotice(page, 'Cet élément est utilisé ailleurs : archivez-le plutôt que de le supprimer.');
  await expect(rowLink(page, name)).toBeVisible();
});
