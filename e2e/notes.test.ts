import { rightSet } from '#core/grants.ts';
import { InformationNote } from '#core/notes/note.ts';
import { pdf } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, openRow, pick, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';
import { expectNoSideScroll } from './targets.ts';

// Two users, two browsers, and mails.
test.slow();

test('a mandatory note is published, counted live in the menu and at the bell, mailed, read and confirmed; its author reminds those who have not confirmed, and closes it', async ({
  hire,
  open,
  owner,
  mark,
}) => {
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

  const desk = await open(reader, '/home');
  const menu = desk.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: "Mes notes d'information" })).toBeVisible();
  await expect(menu.getByRole('status')).toBeHidden();
  await choose(page, `Tenue ${mark}`, 'Publication');
  await expectNotice(page, 'Note publiée');

  const mail = await outbox().lastTo(reader.email);
  expect(mail.subject).toBe(`Azur Sécurité : note d’information « Tenue ${mark} »`);
  const path = /\/#(\/my-information-notes\?\S+)/.exec(mail.text ?? '')?.[1];
  expect(mail.text).toContain(`${productUrl()}/#${path}`);

  // Live, without a reload.
  await expect(menu.getByRole('status', { name: '1 note non lue' })).toBeVisible();
  await expect(desk.getByRole('status', { name: '1 notification non lue' })).toBeVisible();
  await expect(desk.getByText('Une note attend votre confirmation')).toBeVisible();
  await check(desk, 'home with a note to confirm');
  await button(desk, 'Notifications').click();
  const panel = dialog(desk, 'Notifications');
  await expect(panel.getByRole('link', { name: new RegExp(`Tenue ${mark}`) })).toContainText('Non lue');
  await check(desk, 'panel of the bell');
  await button(panel, 'Tout marquer comme lu').click();
  await expect(desk.getByRole('status', { name: /notification/ })).toBeHidden();
  await desk.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  // He reads it on a phone.
  const wide = desk.viewportSize();
  await desk.setViewportSize({ width: 390, height: 844 });
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
  await expectNoSideScroll(desk);
  if (wide) await desk.setViewportSize(wide);
  await expect(menu.getByRole('status')).toBeHidden();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: new RegExp(`Tenue ${mark}`) })).toBeVisible();

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

  const { rows } = await owner.list(InformationNote, { query: mark });
  await owner.move(InformationNote, rows[0]?.id ?? '', 'close');
  await expect(desk.getByText('Aucune note pour le moment.')).toBeVisible();
});
