import { Site } from '#core/sites/site.ts';
import { button, choose, dialog, expectNotice, openRow, rowLink, save, search, textbox } from './acts.ts';
import { expect, linkTo, test } from './journey.ts';

const refusal = 'Vous ne bénéficiez pas de l\'autorisation "Modifier un site".';

test('a revoked right is refused from the next call of an open session, and a granted one is accepted', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const person = await hire();
  const { id, name } = await site(`Site ${mark}`);
  const theirs = await open(person, `/sites?q=${mark}`);
  const opened = await openRow(theirs, name);
  await textbox(opened, 'Commentaires').fill('Nouveau gardien.');

  const page = await open(owner, `/agents?q=${encodeURIComponent(person.email)}`);
  await choose(page, person.fullname, 'Droits');
  const editor = dialog(page, `Droits de ${person.fullname}`);
  await textbox(editor, 'Rechercher un droit').fill('un site');
  const edit = editor.getByRole('checkbox', { name: 'Modifier un site', exact: true });
  const remove = editor.getByRole('checkbox', { name: 'Supprimer un site', exact: true });
  await expect(edit).toBeChecked();
  await expect(remove).toBeChecked();
  await edit.uncheck();
  await expect(remove).not.toBeChecked();
  await expect(editor.getByText('2 changements')).toBeVisible();
  await save(editor);
  await expectNotice(page, 'Droits enregistrés');

  await save(opened);
  await expect(opened.getByRole('alert')).toContainText(refusal);
  await expect(textbox(opened, 'Commentaires')).toHaveValue('Nouveau gardien.');

  await choose(page, person.fullname, 'Droits');
  await textbox(editor, 'Rechercher un droit').fill('un site');
  await expect(edit).not.toBeChecked();
  await remove.check();
  await expect(edit).toBeChecked();
  await save(editor);
  await expectNotice(page, 'Droits enregistrés');
  await expect(editor).toBeHidden();

  await button(opened, 'Réessayer').click();
  await expectNotice(theirs, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({ comments: 'Nouveau gardien.' });
});

test('nobody can change his own rights, nor grant one he does not hold', async ({ hire, open }) => {
  const [person, colleague] = await Promise.all([
    hire({ rights: ['listAgents', 'readAgent', 'editAgentRight', 'listSites'] }),
    hire({ rights: [] }),
  ]);
  const page = await open(person, `/agents?q=${person.email}`);
  await choose(page, person.fullname, 'Droits');
  const own = dialog(page, `Droits de ${person.fullname}`);
  await expect(own.getByText('Vous ne pouvez pas modifier vos propres droits.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Enregistrer' })).toBeHidden();
  await button(own, 'Fermer').last().click();
  await search(page, colleague.email);
  await choose(page, colleague.fullname, 'Droits');
  const editor = dialog(page, `Droits de ${colleague.fullname}`);
  await textbox(editor, 'Rechercher un droit').fill('site');
  await expect(editor.getByRole('checkbox', { name: /^Créer un site/ })).toBeDisabled();
  await expect(editor.getByRole('checkbox', { name: /^Créer un site/ })).toHaveAccessibleName(
    'Créer un site — vous n’avez pas ce droit',
  );
  await expect(editor.getByRole('checkbox', { name: 'Lister les sites', exact: true })).toBeEnabled();
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

  const again = await open(null, link.slice(link.indexOf('#') + 1));
  await expect(again.getByRole('alert')).toHaveText("Ce lien n'est plus valable.");
});
