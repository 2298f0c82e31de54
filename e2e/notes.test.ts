import { rightSet } from '#core/grants.ts';
import { InformationNote } from '#core/notes/note.ts';
import { pdf } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, openRow, pick, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

// Two users, two browsers, and mails.
test.slow();

test('a mandatory note is published, notified by mail, read and confirmed; its author reminds those who have not confirmed', {
  tag: '@phone',
}, async ({ hire, open, mark }) => {
  const guard = { rights: rightSet('collaborator'), plannable: true };
  const [author, reader, late] = await Promise.all([hire(), hire(guard), hire(guard)]);
  const page = await open(author, '/note-information');
  await button(page, 'Ajouter').first().click();
  const written = dialog(page, "Nouvelle note d'information");
  await textbox(written, 'Titre').fill(`Tenue ${mark}`);
  await textbox(written, 'Note').click();
  await page.keyboard.type('Le gilet est obligatoire.');
  await written
    .getByLabel('Choisir des fichiers')
    .setInputFiles({ name: 'tenue.pdf', mimeType: 'application/pdf', buffer: pdf('Tenue') });
  await take(written, 'Destinataires', 'Personnes choisies');
  await save(written);
  await expect(written.getByText('Obligatoire').first()).toBeVisible();
  for (const person of [reader, late]) await pick(written, 'Collaborateurs', person.fullname);
  await page.keyboard.press('Escape');
  await written.getByRole('switch', { name: 'Prise de connaissance obligatoire' }).click();
  await save(written);
  await expectNotice(page, 'Enregistrée comme brouillon');
  await expect(written).toBeHidden();
  await choose(page, `Tenue ${mark}`, 'Publication');
  await expectNotice(page, 'Note publiée');

  const mail = await outbox().lastTo(reader.email);
  expect(mail.subject).toBe(`Azur Sécurité : note d’information « Tenue ${mark} »`);
  const path = /\/#(\/my-information-notes\?\S+)/.exec(mail.text ?? '')?.[1];
  expect(mail.text).toContain(`${productUrl()}/#${path}`);

  const desk = await open(reader, '/home');
  await expect(desk.getByText('Une note attend votre confirmation')).toBeVisible();
  await check(desk, 'home with a note to confirm');
  await desk.getByRole('link', { name: `Tenue ${mark}` }).click();
  const sheet = dialog(desk, "Note d'information");
  await expect(sheet.getByRole('heading', { name: `Tenue ${mark}` })).toBeVisible();
  await expect(sheet).toContainText('Le gilet est obligatoire.');
  await expect(sheet.getByText('tenue.pdf')).toBeVisible();
  await expect(sheet).toContainText('Lue le');
  await check(desk, 'a note', '[role=dialog]');
  await button(sheet, 'J’ai pris connaissance').click();
  await expectNotice(desk, 'Prise de connaissance enregistrée');
  await expect(sheet).toContainText('Vous en avez pris connaissance le');
  await desk.goto('/#/home');
  await expect(desk.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await expect(desk.getByText('Une note attend votre confirmation')).toBeHidden();

  const record = await openRow(page, `Tenue ${mark}`);
  await record.getByText('Lecteurs', { exact: true }).click();
  await record.getByText('N’ont pas confirmé (1)').click();
  await expect(record.getByRole('row').filter({ hasText: late.fullname })).toBeVisible();
  await expect(record.getByRole('row').filter({ hasText: reader.fullname })).toBeHidden();
  await check(page, 'readers of a note', '[role=dialog]');
  await button(record, 'Relancer').click();
  await expectNotice(page, '1 personne relancée');
  expect((await outbox().lastTo(late.email, 2)).subject).toContain('rappel');
  await button(record, 'Relancer').click();
  await expectNotice(page, 'Chacun a déjà été relancé aujourd’hui');
});

test('an unread note is counted in the menu and at the bell; a closed one disappears; a customer has no notes', async ({
  hire,
  open,
  owner,
  customer,
  contact,
  mark,
}) => {
  const reader = await hire({ rights: rightSet('collaborator'), plannable: true });
  const note = await owner.save(InformationNote, {
    title: `Parking ${mark}`,
    content: '<p>Fermé lundi.</p>',
    recipients: 'CHOSEN',
    agents: [{ id: reader.id }],
    notifyByEmail: false,
  });
  const page = await open(reader, '/home');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: "Mes notes d'information" })).toBeVisible();
  await expect(menu.getByRole('status')).toBeHidden();
  await owner.move(InformationNote, note.id, 'publish');
  // Live, without a reload.
  await expect(menu.getByRole('status', { name: '1 note non lue' })).toBeVisible();
  await expect(page.getByRole('status', { name: '1 notification non lue' })).toBeVisible();
  await button(page, 'Notifications').click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: new RegExp(`Parking ${mark}`) })).toContainText('Non lue');
  await check(page, 'panel of the bell');
  await button(panel, 'Tout marquer comme lu').click();
  await expect(page.getByRole('status', { name: /notification/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await menu.getByRole('link', { name: "Mes notes d'information" }).click();
  const listed = page.getByRole('button', { name: new RegExp(`Parking ${mark}`) });
  await expect(listed).toContainText('Non lue');
  await listed.click();
  await expect(dialog(page, "Note d'information")).toContainText('Fermé lundi.');
  await page.keyboard.press('Escape');
  await expect(listed).not.toContainText('Non lue');
  await expect(menu.getByRole('status')).toBeHidden();
  await owner.move(InformationNote, note.id, 'close');
  await expect(page.getByText('Aucune note pour le moment.')).toBeVisible();

  const person = await contact(await customer());
  const other = await open(person, '/my-information-notes');
  await expectNotice(other, "Vous n'avez pas accès à cette ressource.");
});
