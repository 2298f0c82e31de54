import { Document } from '#core/documents/document.ts';
import { pdf } from '#server/testing/files.ts';
import { button, dialog, textbox } from './acts.ts';
import { guard } from './guards.ts';
import { expect, test } from './journey.ts';
import { enrol, readyOffline, telephone } from './phones.ts';

const desk = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;

test('payslips of one PDF are handed out at once; a guard reads his on his phone, without a network too, and only his', {
  tag: '@phone-only',
}, async ({ hire, open, owner, mark }) => {
  const [zoe, karim] = await Promise.all([hire(guard), hire(guard)]);
  const name = `Bulletin ${mark}`;
  const office = await open(owner, '/agent_documents', desk);
  await button(office, 'Distribuer un PDF').click();
  const handing = dialog(office, 'Distribuer un PDF à plusieurs collaborateurs');
  await handing.locator('input[type=file]').setInputFiles({
    ...{ name: 'paie.pdf', mimeType: 'application/pdf' },
    buffer: pdf(`Bulletin de paie ${zoe.fullname}`, `Bulletin de paie ${karim.fullname}`),
  });
  await textbox(handing, 'Nom du document').fill(name);
  await button(handing, 'Lire le PDF').click();
  await expect(handing.getByRole('list', { name: 'Papiers trouvés' })).toContainText(zoe.fullname);
  await handing.getByRole('checkbox', { name: /J’ai vérifié/ }).check();
  await button(handing, 'Distribuer à 2 collaborateurs').click();
  await expect(handing).toBeHidden();

  const phone = await open(zoe, '/terrain', telephone());
  await enrol(phone);
  await readyOffline(phone);
  await phone.goto('/#/terrain/documents');
  const mine = phone.getByRole('link', { name: new RegExp(mark) });
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('nouveau');
  await mine.click();
  await expect(phone.getByRole('region', { name: 'Page 1' })).toContainText(zoe.fullname);
  await expect(phone.getByRole('region', { name: 'Page 2' })).toHaveCount(0);

  await phone.context().setOffline(true);
  await phone.getByRole('link', { name: 'Retour' }).click();
  await expect(mine).toContainText('sur ce téléphone');
  await mine.click();
  await expect(phone.getByRole('region', { name: 'Page 1' })).toContainText(zoe.fullname);

  const { rows } = await owner.list(Document, { filters: { agent: [zoe.id] } });
  expect(rows.map((row) => [row.name, row.readerCount])).toEqual([[name, 1]]);
  const theirs = await open(karim, '/documents');
  await expect(theirs.getByText(name)).toHaveCount(1);
  await expect(theirs.getByText('Nouveau').first()).toBeVisible();
});
