// On a server of its own: a maintenance closes the whole installation, and other journeys run at the same time.
import { saveMaintenance } from '#core/guides/maintenance-calls.ts';
import { prefixes } from '#core/kernel/endpoint.ts';
import { Site } from '#core/sites/site.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, expectNotice, openRow, save, textbox } from './acts.ts';
import { apiOf, signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import { pagesOf } from './pages.ts';
import { startProduct } from './product.ts';

const hour = 3_600_000;
const message = 'Mise à jour des serveurs, merci de votre patience.';
/** As the form takes it, in the time of Paris. */
const typed = (at: Date): string =>
  at.toLocaleString('fr-FR', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' });

test('a maintenance is announced, covers the desk without losing what was typed, and ends by itself', async ({
  browser,
}) => {
  // The start of a second product.
  test.setTimeout(300_000);
  const product = await startProduct();
  const pages = pagesOf(browser, product.url);
  try {
    const [owner, admin] = await Promise.all(
      ['direction@azur.example', 'admin@vigie.example'].map((email) => signInAs(product.url, email, demoPassword)),
    );
    if (!owner || !admin) throw new Error('nobody signed in');
    const agency = await apiOf(product.url, owner);
    const { rows } = await agency.list(Site, { limit: 1 });
    const [site] = rows;
    if (!site) throw new Error('no site');
    const desk = await pages.open({ tokens: owner }, '/home');
    await expect(desk.getByRole('heading', { name: /^Bonjour / })).toBeVisible();

    // Announced, on the screens that are already open.
    const staff = await pages.open({ tokens: admin }, '/platform/admin/jobs');
    await expect(staff.getByRole('heading', { name: 'Tâches de fond' })).toBeVisible();
    await check(staff, 'jobs');
    await staff.goto('/#/adminCommunication/maintenance');
    await textbox(staff, 'Message').fill(message);
    await textbox(staff, 'Début').fill(typed(new Date(Date.now() + hour)));
    await textbox(staff, 'Fin').fill(typed(new Date(Date.now() + 2 * hour)));
    await button(staff, 'Enregistrer').click();
    await expectNotice(staff, 'Maintenance enregistrée');
    await expect(staff.getByText('Annoncée', { exact: true })).toBeVisible();
    const announced = desk.getByRole('status', { name: 'Maintenance' });
    await expect(announced).toContainText(
      /Maintenance prévue .* de \d\d:\d\d à \d\d:\d\d : Mise à jour|Maintenance prévue du /,
    );
    await check(desk, 'an announced maintenance');

    // It begins while somebody types.
    await desk.goto(`/#/sites?q=${encodeURIComponent(site.name)}`);
    const opened = await openRow(desk, site.name);
    await textbox(opened, 'Commentaires').fill('Écrit avant la maintenance.');
    const begun = await fetch(`${product.url}/api${prefixes.platform}${saveMaintenance.path}`, {
      method: saveMaintenance.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({
        message: `<p>${message}</p>`,
        startAt: new Date(Date.now() - 60_000),
        endAt: new Date(Date.now() + hour),
      }),
    });
    expect(begun.status).toBe(200);
    const cover = desk.getByRole('alertdialog', { name: 'Maintenance en cours' });
    await expect(cover).toContainText(message);
    await expect(cover).toContainText('Fin prévue :');
    const refused = await fetch(`${product.url}/api/agency/${agency.agencyId}/fetch/sites`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: '{}',
    });
    expect([refused.status, await refused.json()]).toEqual([503, { code: 503, message }]);

    // The platform goes on working, and ends it.
    await staff.reload();
    await expect(staff.getByRole('status', { name: 'Maintenance' })).toContainText('Maintenance en cours');
    await button(staff, 'Terminer maintenant').click();
    await button(dialog(staff, 'Terminer maintenant ?'), 'Terminer maintenant').click();
    await expectNotice(staff, 'Maintenance terminée');

    // The desk comes back by itself, with what was typed.
    await expect(cover).toBeHidden();
    await expect(textbox(opened, 'Commentaires')).toHaveValue('Écrit avant la maintenance.');
    await save(opened);
    await expectNotice(desk, 'Site enregistré');
    expect(await agency.read(Site, site.id)).toMatchObject({ comments: 'Écrit avant la maintenance.' });
  } finally {
    await pages.leave();
    await product.stop();
  }
});
