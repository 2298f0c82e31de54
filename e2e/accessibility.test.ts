// No screen or dialog may have a serious or critical finding. Each is checked once in light mode; then its colours are
// checked again in dark mode. On a phone, only screens that differ from the desktop are checked.
import { Agent } from '#core/agents/agent.ts';
import { rightSet } from '#core/grants.ts';
import { disconnectAgent, invite } from '#core/session/session.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, choose, dialog, openRow, rowLink, rowOf, save, saveDuring, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, linkTo, productUrl, test } from './journey.ts';

const overlay = '[role=dialog]';
const menu = '[role=menu]';

test.slow();

test('pages without a session, and the welcome after an invitation', async ({ open, owner, mark }) => {
  const page = await open(null, '/login');
  await button(page, 'Se connecter').click();
  await expect(page.getByText('Obligatoire').first()).toBeVisible();
  await check(page, 'sign-in');
  await page.goto('/#/mot-de-passe');
  await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
  await check(page, 'forgotten password');
  await page.goto('/#/mot-de-passe/inconnu');
  // A dead link says so before anything is typed.
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'dead link of a new password');
  await page.goto('/#/inscription');
  await button(page, 'Recevoir le lien de confirmation').click();
  await button(page, 'Lire les conditions').click();
  await check(page, 'sign-up');
  await page.goto('/#/inscription/inconnue');
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'dead link of a sign-up');
  await page.goto('/#/adresse-mail/inconnue');
  await button(page, 'Confirmer mon adresse').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'new address');
  await page.goto('/#/premier-compte/inconnu');
  await page.getByRole('textbox', { name: 'Prénom' }).fill('Ada');
  await page.getByRole('button').last().click();
  await check(page, 'first account');
  await page.goto('/#/invitation/inconnue');
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'unknown invitation');

  const guest = { firstname: 'Ada', lastname: mark, email: `${mark}@essai.example` };
  const { id } = await owner.save(Agent, guest);
  await owner.call(invite, { params: { id } });
  const link = await linkTo(guest.email, 'invitation');
  await page.goto(link.slice(link.indexOf('/#')));
  const password = page.getByLabel('Mot de passe', { exact: true });
  await password.fill('Corniche-2026');
  await check(page, 'invitation');
  await password.press('Enter');
  await expect(dialog(page, 'Bienvenue, Ada')).toBeVisible();
  await check(page, 'welcome', overlay);
});

test('home, account, second factor, links, palette', async ({ hire, open }) => {
  const person = await hire();
  const page = await open(person, '/home');
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await check(page, 'home');
  await button(page, `${person.fullname}, menu du compte`).click();
  await expect(page.getByRole('menuitem', { name: 'Mon compte' })).toBeVisible();
  await check(page, 'user menu', menu);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = dialog(page, 'Rechercher partout');
  await palette.getByRole('combobox').fill('miramar');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await check(page, 'palette', overlay);
  await page.keyboard.press('Escape');
  await page.goto('/#/user');
  await expect(page.getByRole('heading', { name: 'Appareils' })).toBeVisible();
  await check(page, 'account');
  await button(page, 'Activer').click();
  const enrolment = dialog(page, 'Activer la validation en deux étapes');
  await enrolment.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(enrolment, 'Continuer').click();
  await expect(enrolment.getByRole('img', { name: /Image à lire/ })).toBeVisible();
  await check(page, 'second factor', overlay);
  for (const path of ['about', 'app-agent', 'nulle-part']) {
    await page.goto(`/#/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check(page, path, 'main');
  }
});

test('table, filters, columns, presets, several rows, record, and dialogs above it', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [person, kept, archived] = await Promise.all([
    hire(),
    site(`Gardé ${mark}`, { siteKeys: [{ label: 'Grille' }] }),
    site(`Rangé ${mark}`, { willActivate: false }),
  ]);
  const page = await open(person, '/sites');
  await expect(rowLink(page, 'Campus Néréaline')).toBeVisible();
  await check(page, 'table');
  await button(page, 'Actions : Campus Néréaline').click();
  await expect(page.getByRole('menuitem', { name: 'Archivage' })).toBeVisible();
  await check(page, 'row menu', menu);
  await page.keyboard.press('Escape');
  await button(page, 'Filtres').click();
  await expect(button(dialog(page, 'Filtres'), 'Appliquer')).toBeVisible();
  await check(page, 'filters', overlay);
  await page.keyboard.press('Escape');
  await button(page, 'Colonnes').click();
  await expect(dialog(page, 'Colonnes').getByRole('checkbox', { name: 'Adresse' })).toBeVisible();
  await check(page, 'columns', overlay);
  await page.keyboard.press('Escape');
  await button(page, 'Filtres enregistrés').click();
  await expect(page.getByText('Aucun filtre enregistré')).toBeVisible();
  await check(page, 'presets', menu);
  await page.goto('/#/sites?q=introuvable-partout');
  await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible();
  await check(page, 'nothing found', 'main');

  await page.goto(`/#/sites?q=${mark}`);
  for (const { name } of [kept, archived]) await rowOf(page, name).getByRole('checkbox').check();
  const tools = page.getByRole('toolbar', { name: 'Lignes sélectionnées' });
  await button(tools, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
  await expect(textbox(dialog(page, 'Modifier : 2 sites'), 'Nom')).toBeVisible();
  await check(page, 'multi-edit', overlay);
  await page.keyboard.press('Escape');
  await button(tools, 'Actions').click();
  // Only the inactive site can be reactivated: the other is listed with the reason.
  await page.getByRole('menuitem', { name: 'Réactivation' }).click();
  await expect(dialog(page, 'Réactivation').getByText(kept.name)).toBeVisible();
  await check(page, 'several rows', overlay);
  await page.keyboard.press('Escape');

  const opened = await openRow(page, kept.name);
  await textbox(opened, 'Nom').fill('');
  await save(opened);
  await expect(opened.getByText('Obligatoire')).toBeVisible();
  await check(page, 'record', overlay);
  await opened.getByText('Historique', { exact: true }).click();
  await expect(opened.getByText('Création')).toBeVisible();
  await check(page, 'history', overlay);
  await opened.getByText('Fiche', { exact: true }).click();
  await opened.getByRole('button', { name: 'Fermer', exact: true }).click();
  const question = dialog(page, 'Quitter sans enregistrer ?');
  await expect(question).toBeVisible();
  await check(page, 'question', overlay);
  await button(question, 'Continuer la saisie').click();

  await textbox(opened, 'Nom').fill(`${kept.name} bis`);
  await saveDuring(page, opened, /\/site$/, () => owner.call(disconnectAgent, { params: { id: person.id } }));
  const signingIn = dialog(page, 'Veuillez vous ré-authentifier');
  await expect(signingIn).toBeVisible();
  await check(page, 'signing in again', overlay);
  await signingIn.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(signingIn, 'Se connecter').click();
  await expect(opened).toBeHidden();

  const version = { version: '99.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: false };
  await page.route('**/api/version', (route) => route.fulfill({ json: version }));
  await page.reload();
  await expect(dialog(page, 'Nouvelle version')).toBeVisible();
  await check(page, 'new version', overlay);
  await page.unroute('**/api/version');
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'Retour à 14 h' } }),
  );
  await page.reload();
  await expect(page.getByRole('alertdialog', { name: 'Maintenance en cours' })).toBeVisible();
  await check(page, 'maintenance', '[role=alertdialog]');
});

test('instructions of a site with their readers and editor, collaborators, the rights editor, customers', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [person, { id }] = await Promise.all([hire(), site(`Site ${mark}`)]);
  const content =
    '<h2>Ronde</h2><p>Voir <a href="https://vigie.example">la page</a></p><blockquote><p>Dit</p></blockquote>';
  await owner.save(SiteInstruction, { title: `Ronde ${mark}`, site: { id }, content });
  const page = await open(owner, `/sites?instructions=${id}`);
  const listed = page.getByRole('button', { name: new RegExp(`Ronde ${mark}`) });
  await expect(listed).toBeVisible();
  await check(page, 'list of instructions', overlay);
  await listed.click();
  await expect(page.getByRole('heading', { name: `Ronde ${mark}` })).toBeVisible();
  await check(page, 'instruction', overlay);
  await page.getByRole('button', { name: /^Consultations/ }).click();
  await expect(dialog(page, 'Consultations du document')).toBeVisible();
  await check(page, 'readers', overlay);
  await page.keyboard.press('Escape');
  await button(page, 'Modifier').click();
  const edited = dialog(page, `Ronde ${mark}`);
  await expect(textbox(edited, 'Consigne')).toContainText('la page');
  await button(edited, 'Lien').click();
  await expect(textbox(page, 'Adresse')).toBeFocused();
  await check(page, 'editor', overlay);

  await page.goto(`/#/agents?q=${person.email}`);
  await expect(rowLink(page, person.fullname)).toBeVisible();
  await check(page, 'collaborators', 'main');
  await choose(page, person.fullname, 'Droits');
  await expect(page.getByRole('checkbox', { name: 'Modifier un site', exact: true })).toBeVisible();
  await check(page, 'rights editor', overlay);
  await page.goto('/#/customers');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await check(page, 'customers', 'main');
});

test('screens of a customer, an agent and platform staff', async ({ hire, open, customer, contact, site, mark }) => {
  const made = await customer();
  const [person, worker] = [await contact(made), await hire({ plannable: true, rights: rightSet('collaborator') })];
  await site(`Site ${mark}`, { customer: { id: made.id, name: made.name } });
  const page = await open(person, '/home');
  await expect(page.getByRole('list', { name: 'En nombres' })).toBeVisible();
  await check(page, 'home of a customer', 'main');
  await page.goto('/#/customerSites');
  await expect(rowLink(page, `Site ${mark}`)).toBeVisible();
  await check(page, 'sites of a customer', 'main');
  await page.goto('/#/user?fiche=1');
  await expect(dialog(page, made.name).getByText('Lecture seule')).toBeVisible();
  await check(page, 'own record', overlay);
  const field = await open(worker, '/home');
  await expect(field.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await check(field, 'home of an agent', 'main');
  await field.goto('/#/terrain/contactAgence');
  await expect(field.getByRole('heading', { name: 'Azur Sécurité' })).toBeVisible();
  await check(field, 'contact', 'main');
  const platform = await open({ tokens: await signInAs(productUrl(), 'admin@vigie.example', demoPassword) }, '/home');
  await expect(platform.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await check(platform, 'home of platform staff', 'body');
  await platform.goto('/#/platform/admin/tenants');
  const brand = platform.getByRole('region', { name: 'localhost' });
  await expect(brand.getByRole('img', { name: /^Logo de .* sur fond sombre$/ })).toBeVisible();
  await check(platform, 'the brands');
});

test('a phone: menu, cards, filters and full-screen record', { tag: '@phone-only' }, async ({
  hire,
  open,
  site,
  mark,
}) => {
  const { name } = await site(`Site ${mark}`, { siteKeys: [{ label: 'Grille' }] });
  const page = await open(await hire(), '/home');
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await check(page, 'home');
  await button(page, 'Ouvrir le menu').click();
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link').first()).toBeVisible();
  await check(page, 'menu', overlay);
  await page.goto(`/#/sites?q=${mark}`);
  await expect(rowLink(page, name)).toBeVisible();
  await check(page, 'cards');
  await button(page, 'Filtres').click();
  await expect(button(dialog(page, 'Filtres'), 'Appliquer')).toBeVisible();
  await check(page, 'filters', overlay);
  await page.keyboard.press('Escape');
  const opened = await openRow(page, name);
  await textbox(opened, 'Nom').fill('');
  await save(opened);
  await expect(opened.getByText('Obligatoire')).toBeVisible();
  await check(page, 'record', overlay);
});
