import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, openRow, rowLink, save, search, textbox } from './acts.ts';
import { expect, linkTo, test } from './journey.ts';

const refusal = 'Vous ne bénéficiez pas de l\'autorisation "Modifier un site".';

test('the owner makes a set of rights and gives it to a person: what it lacks is refused from the next call of his open session; what it gets later is allowed', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const person = await hire();
  const set = `Chef de poste ${mark}`;
  const { id, name } = await site(`Site ${mark}`);
  const theirs = await open(person, `/sites?q=${mark}`);
  const opened = await openRow(theirs, name);
  await textbox(opened, 'Commentaires').fill('Nouveau gardien.');

  const page = await open(owner, '/settings');
  const toSets = () => page.getByText('Jeux de droits', { exact: true }).first().click();
  await toSets();
  await button(page, 'Ajouter').first().click();
  const form = page.getByRole('dialog');
  await textbox(form, 'Nom').fill(set);
  await button(form, 'Partir d’un jeu de droits').click();
  await page.getByRole('menuitem', { name: /^Collaborateur/ }).click();
  await textbox(form, 'Rechercher un droit').fill('sites');
  await form.getByRole('checkbox', { name: 'Lister les sites', exact: true }).check();
  await save(form);
  await expectNotice(page, 'Jeu de droits enregistré');

  await page.goto(`/#/agents?q=${encodeURIComponent(person.email)}`);
  await choose(page, person.fullname, 'Droits');
  const editor = dialog(page, `Droits de ${person.fullname}`);
  await button(editor, 'Appliquer un jeu de droits').click();
  await page.getByRole('menuitem', { name: set }).click();
  await expect(editor.getByText(`Jeu de droits : ${set}`)).toBeVisible();
  await save(editor);
  await expectNotice(page, 'Droits enregistrés');

  await save(opened);
  await expect(opened.getByRole('alert')).toContainText(refusal);
  await expect(textbox(opened, 'Commentaires')).toHaveValue('Nouveau gardien.');

  await page.goto('/#/settings');
  await toSets();
  await search(page, mark);
  const again = await openRow(page, set);
  await textbox(again, 'Rechercher un droit').fill('un site');
  await again.getByRole('checkbox', { name: 'Modifier un site', exact: true }).check();
  await save(again);
  const question = dialog(page, `Appliquer « ${set} » ?`);
  await expect(question).toContainText('1 personne a encore ce jeu de droits tel qu’il était');
  await button(question, 'Appliquer à la personne qui l’a').click();
  await expectNotice(page, '1 personne : droits mis à jour');

  await button(opened, 'Réessayer').click();
  await expectNotice(theirs, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({ comments: 'Nouveau gardien.' });

  await choose(page, set, 'Suppression');
  await button(dialog(page, 'Supprimer ce jeu de droits ?'), 'Supprimer').click();
  await expectNotice(page, 'Jeu de droits supprimé');
});

test('a contact invited by mail opens an account, is welcomed once and sees only his own sites', {
  tag: '@phone-only',
}, async ({ open, owner, customer, site, mark }) => {
  const email = `${mark}@contact.example`;
  const { id, name } = await customer(`Client ${mark}`, {
    userCompanies: [{ firstname: 'Paule', lastname: `Contact-${mark}`, email }],
  });
  await site(`Site ${mark}`, { customer: { id, name } });
  const fullname = `Paule Contact-${mark}`;
  const page = await open(owner, `/customers?q=${mark}`);
  await choose(page, name, 'Accès des interlocuteurs');
  await button(page, `Droits de ${fullname}`).click();
  const editor = dialog(page, `Droits de ${fullname}`);
  await button(editor, 'Inviter à créer son compte').click();
  await expectNotice(page, 'Invitation envoyée');
  await expect(button(editor, 'Renvoyer l’invitation')).toBeVisible();

  const link = await linkTo(email, 'invitation');
  const invited = await open(null, link.slice(link.indexOf('#') + 1));
  await expect(invited.getByRole('heading', { name: `Bienvenue, ${fullname}` })).toBeVisible();
  await expect(textbox(invited, 'Adresse e-mail')).toHaveValue(email);
  const password = invited.getByLabel('Mot de passe', { exact: true });
  await password.fill('court');
  await button(invited, 'Ouvrir mon compte').click();
  await expect(password).toHaveAccessibleDescription(/6 caractères min\./);
  await password.fill('Embauche2026');
  await button(invited, 'Ouvrir mon compte').click();
  const welcome = dialog(invited, 'Bienvenue, Paule');
  await button(welcome, 'Commencer').click();
  await expect(welcome).toBeHidden();
  await invited.getByRole('main').getByRole('link', { name: 'Mes sites' }).first().click();
  await expect(rowLink(invited, `Site ${mark}`)).toBeVisible();
  await expect(invited.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 sur 1');
  await invited.reload();
  await expect(rowLink(invited, `Site ${mark}`)).toBeVisible();
  await expect(welcome).toBeHidden();

  await invited.evaluate(() => localStorage.clear());
  await invited.goto(link.slice(link.indexOf('/#')));
  await expect(invited.getByRole('alert')).toHaveText("Ce lien n'est plus valable.");
});
