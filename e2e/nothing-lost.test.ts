// Typed text survives an ended session, a lost network, another user's save and a closed tab.
import { signOut } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, openRow, pick, rowLink, save, saveDuring, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const siteSave = /\/api\/agency\/[^/]+\/site$/;

test('the session ends while a user types: after signing in again over the page, the text is saved', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const person = await hire();
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await textbox(opened, 'Commentaires').fill('Ronde à 2 h, portail sud.');
  await saveDuring(page, opened, siteSave, () =>
    person.api.call(signOut, { input: { everywhere: true, password: person.password } }),
  );

  const signingIn = dialog(page, 'Veuillez vous ré-authentifier');
  await expect(signingIn).toContainText('Votre page et ce que vous y avez saisi sont conservés.');
  await expect(textbox(signingIn, 'Adresse e-mail')).toHaveValue(person.email);
  await signingIn.getByLabel('Mot de passe', { exact: true }).fill('Faux2026');
  await button(signingIn, 'Se connecter').click();
  await expect(signingIn.getByRole('alert')).toHaveText('Combinaison utilisateur / mot de passe incorrecte');
  await signingIn.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await button(signingIn, 'Se connecter').click();
  await expect(signingIn).toBeHidden();
  await expectNotice(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({ comments: 'Ronde à 2 h, portail sud.' });
});

test('the network fails before the reply arrives: the retry has the same key, and only one site is created', async ({
  hire,
  open,
  owner,
  customer,
  mark,
}) => {
  const person = await hire();
  const { name: customerName } = await customer();
  const page = await open(person, '/sites?open=new');
  const created = dialog(page, 'Nouveau site');
  await textbox(created, 'Nom').fill(`Site ${mark}`);
  await pick(created, 'Client', mark, customerName);
  const saves: string[] = [];
  await page.route(siteSave, async (route) => {
    saves.push(route.request().headers()['idempotency-key'] ?? '');
    if (saves.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await save(created);
  await expect(created.getByRole('alert')).toContainText('Erreur réseau');
  expect((await owner.list(Site, { query: mark })).filtered).toBe(1);
  await button(created, 'Réessayer').click();
  await expectNotice(page, 'Site enregistré');
  await expect(rowLink(page, `Site ${mark}`)).toBeHidden();
  expect(saves).toHaveLength(2);
  expect(saves[1]).toBe(saves[0]);
  expect((await owner.list(Site, { query: mark })).filtered).toBe(1);
});

test('two users edit the same site: the second sees both values and chooses', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [first, second] = await Promise.all([hire(), hire()]);
  const { id, name } = await site(`Site ${mark}`, { comments: 'Ancien code' });
  const [one, other] = await Promise.all([open(first, `/sites?q=${mark}`), open(second, `/sites?q=${mark}`)]);
  const [mine, theirs] = await Promise.all([openRow(one, name), openRow(other, name)]);
  // An untouched form follows saves made elsewhere, so the second user types before the first saves.
  await textbox(theirs, 'Nom').fill(`Site ${mark} sud`);
  await textbox(mine, 'Nom').fill(`Site ${mark} nord`);
  await textbox(mine, 'Commentaires').fill('Code du premier');
  await save(mine);
  await expectNotice(one, 'Site enregistré');

  await textbox(theirs, 'Commentaires').fill('Code du second');
  await textbox(theirs, 'Rayon (m)').fill('300');
  await save(theirs);
  await expect(other.getByRole('alert').filter({ hasText: 'Cette fiche a été modifiée entre-temps.' })).toBeVisible();
  const names = theirs.getByRole('radiogroup', { name: 'Nom' });
  await expect(names.getByRole('radio', { name: 'Votre valeur' })).toContainText(`Site ${mark} sud`);
  await expect(names.getByRole('radio', { name: `Valeur enregistrée par ${first.fullname}` })).toContainText(
    `Site ${mark} nord`,
  );
  const comments = theirs.getByRole('radiogroup', { name: 'Commentaires' });
  await comments.getByRole('radio', { name: 'Valeur enregistrée' }).click();
  await button(theirs, 'Enregistrer ces choix').click();
  await expectNotice(other, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({
    name: `Site ${mark} sud`,
    comments: 'Code du premier',
    radius: 300,
  });
});

test('a closed tab leaves a draft that the next tab offers', async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await textbox(opened, 'Commentaires').fill('Gardien absent le lundi.');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length);
  await expect.poll(drafts).toBe(1);
  const place = page.url();
  const context = page.context();
  await page.close();

  const next = await context.newPage();
  await next.goto(place);
  const again = dialog(next, name);
  await expect(again.getByText('Un brouillon non enregistré a été retrouvé')).toBeVisible();
  await expect(textbox(again, 'Commentaires')).toHaveValue('');
  await button(again, 'Reprendre').click();
  await expect(textbox(again, 'Commentaires')).toHaveValue('Gardien absent le lundi.');
  await save(again);
  await expectNotice(next, 'Site enregistré');
});
