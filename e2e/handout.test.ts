import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { publishServices } from '#core/planning/calls.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { button, dialog, expectNotice } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, outbox, test } from './journey.ts';
import { dayAhead, planned, serviceOn } from './weeks.ts';

const hand = async (page: Page, item: string): Promise<void> => {
  await button(page, 'Diffuser').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('a planner distributes the planning: PDF, spreadsheet, mail to a chosen agent', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  // In the four weeks that the planning shows first.
  const services = await planned(owner, serviceOn(dayAhead(3), await site(`Entrepôt ${mark}`), 7, 15, [agent]));
  await owner.call(publishServices, { input: { services } });
  const page = await open(planner, '/adminPlanning');
  await expect(page.getByRole('grid')).toBeVisible();

  await hand(page, 'PDF…');
  const paper = dialog(page, 'Planning en PDF');
  await expect(button(paper, 'Télécharger')).toBeVisible();
  await check(page, 'planning as PDF', '[role=dialog]');
  const downloading = page.waitForEvent('download');
  await button(paper, 'Télécharger').click();
  const { text } = await openPdf(await readFile(await (await downloading).path()));
  expect(text).toContain(`Planning de ${agent.fullname}`);
  expect(text).toContain(`Entrepôt ${mark}`);

  const sheet = page.waitForEvent('download');
  await hand(page, 'Tableur : liste des services');
  expect((await sheet).suggestedFilename()).toMatch(/^Services .*\.xlsx$/);

  await hand(page, 'Envoyer par e-mail…');
  const mail = dialog(page, 'Envoyer le planning par e-mail');
  await expect(mail.getByRole('checkbox', { name: agent.fullname })).toBeChecked();
  await check(page, 'planning by mail', '[role=dialog]');
  await button(mail, 'Aucun').click();
  await mail.getByRole('checkbox', { name: agent.fullname }).check();
  await button(mail, 'Envoyer').click();
  await expectNotice(page, '1 planning part par e-mail');
  const sent = await outbox().lastTo(agent.email);
  expect(sent.subject).toContain('planning du');
  expect(sent.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf');
});
