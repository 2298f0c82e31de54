import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, openRow, save, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const versionOf = (more: object) => ({
  json: { version: '4.39.0', maintenance: false, message: null, planned: null, ptiModalPermissions: false, ...more },
});

test('a newer version asks for a reload, once', { tag: '@phone-only' }, async ({ hire, open }) => {
  const page = await open(null, '/login');
  await page.route('**/api/version', (route) => route.fulfill(versionOf({ version: '99.0.0' })));
  const person = await hire();
  await page.evaluate((tokens) => localStorage.setItem('app.tokens', tokens), JSON.stringify(person.tokens));
  await page.goto('/#/home');
  await page.reload();
  const update = dialog(page, 'Nouvelle version');
  await expect(update).toContainText('Une mise à jour est disponible. Veuillez recharger la page.');
  await button(update, 'Ignorer').click();
  await expect(update).toBeHidden();
  await page.reload();
  await expect(update).toBeVisible();
  await page.unroute('**/api/version');
  await button(update, 'Rafraîchir').click();
  await expect(page.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await expect(update).toBeHidden();
});

test('maintenance covers the page with its message, and typed text is still there afterwards', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const person = await hire();
  const { id, name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await textbox(opened, 'Commentaires').fill('Écrit pendant la maintenance.');
  const closed = { status: 503, json: { code: 503, message: 'Retour à 14 h' } };
  await page.route('**/api/**', (route) =>
    route.request().url().endsWith('/api/version')
      ? route.fulfill(versionOf({ maintenance: true, message: 'Retour à 14 h' }))
      : route.fulfill(closed),
  );
  // A background call may open the cover before the button can be clicked.
  await opened.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  const cover = page.getByRole('alertdialog', { name: 'Maintenance en cours' });
  await expect(cover).toContainText('Retour à 14 h');
  await button(cover, 'Réessayer').click();
  await expect(cover).toBeVisible();
  await page.unroute('**/api/**');
  await button(cover, 'Réessayer').click();
  await expect(cover).toBeHidden();
  await expect(textbox(opened, 'Commentaires')).toHaveValue('Écrit pendant la maintenance.');
  await save(opened);
  await expectNotice(page, 'Site enregistré');
  expect(await owner.read(Site, id)).toMatchObject({ comments: 'Écrit pendant la maintenance.' });
});
