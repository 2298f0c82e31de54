// Typed text survives a network that fails, a closed tab and an ended session.
import { signOut } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, openRow, pick, save, saveDuring, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const siteSave = /\/api\/agency\/[^/]+\/site$/;

test('nothing typed is lost: neither when the network fails before the reply, nor with a closed tab, nor when the session ends', async ({
  hire,
  open,
  owner,
  customer,
  mark,
}) => {
  const person = await hire();
  const { name: customerName } = await customer();
  const name = `Site ${mark}`;
  const first = await open(person, '/sites?open=new');
  let place = '';

  await test.step('the retry after a lost reply has the same key, and only one site is created', async () => {
    const created = dialog(first, 'Nouveau site');
    await textbox(created, 'Nom').fill(name);
    await pick(created, 'Client', mark, customerName);
    const saves: string[] = [];
    await first.route(siteSave, async (route) => {
      saves.push(route.request().headers()['idempotency-key'] ?? '');
      if (saves.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await save(created);
    await expect(created.getByRole('alert')).toContainText('Erreur réseau');
    expect((await owner.list(Site, { query: mark })).filtered).toBe(1);
    await button(created, 'Réessayer').click();
    await expectNotice(first, 'Site enregistré');
    expect(saves).toHaveLength(2);
    expect(saves[1]).toBe(saves[0]);
    expect((await owner.list(Site, { query: mark })).filtered).toBe(1);
  });

  await test.step('a closed tab leaves a draft', async () => {
    await first.goto(`/#/sites?q=${mark}`);
    await textbox(await openRow(first, name), 'Commentaires').fill('Gardien absent le lundi.');
    const drafts = () => first.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length);
    await expect.poll(drafts).toBe(1);
    place = first.url();
    await first.close();
  });

  const next = await first.context().newPage();
  await next.goto(place);
  const opened = dialog(next, name);
  await test.step('the next tab offers it', async () => {
    await expect(opened.getByText('Un brouillon non enregistré a été retrouvé')).toBeVisible();
    await expect(textbox(opened, 'Commentaires')).toHaveValue('');
    await button(opened, 'Reprendre').click();
    await expect(textbox(opened, 'Commentaires')).toHaveValue('Gardien absent le lundi.');
  });

  await test.step('the session ends: after signing in again over the page, the text is saved', async () => {
    await saveDuring(next, opened, siteSave, () =>
      person.api.call(signOut, { input: { everywhere: true, password: person.password } }),
    );
    const signingIn = dialog(next, 'Veuillez vous ré-authentifier');
    await expect(signingIn).toContainText('Votre page et ce que vous y avez saisi sont conservés.');
    await expect(textbox(signingIn, 'Adresse e-mail')).toHaveValue(person.email);
    await signingIn.getByLabel('Mot de passe', { exact: true }).fill(person.password);
    await button(signingIn, 'Se connecter').click();
    await expect(signingIn).toBeHidden();
    await expectNotice(next, 'Site enregistré');
    const { rows } = await owner.list(Site, { query: mark });
    expect(await owner.read(Site, rows[0]?.id ?? '')).toMatchObject({ comments: 'Gardien absent le lundi.' });
  });
});
