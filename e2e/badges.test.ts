import { readFile } from 'node:fs/promises';
import { Agent } from '#core/agents/agent.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { rightSet } from '#core/grants.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { button } from './acts.ts';
import type { Api } from './api.ts';
import { check, checkOnce } from './axe.ts';
import { expect, test } from './journey.ts';

const cardNumber = 'CAR-006-2031-05-31-20260123456';

/** A professional card with a confirmed end date. */
async function giveCard(owner: Api, id: string, expiresAt: string): Promise<void> {
  const { rows } = await owner.list(ExpirationType, {});
  const type = { id: rows.find(({ isCard }) => isCard)?.id };
  await owner.save(Agent, { id, agentInfos: { cardNumber, expirations: [{ type, number: cardNumber, expiresAt }] } });
}

test('an agent shows and downloads his badge; a stranger who scans its code sees that it is valid', {
  tag: '@phone-only',
}, async ({ hire, open, owner }) => {
  const guard = await hire({ rights: rightSet('collaborator'), plannable: true });
  await giveCard(owner, guard.id, '2031-05-31');
  const page = await open(guard, '/agentBadge');
  await expect(page.getByRole('img', { name: `Badge de ${guard.fullname}, recto et verso` })).toBeVisible();
  await check(page, 'own badge');
  // Only the badge is printed.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Mon badge' })).toBeHidden();
  await expect(page.locator('body > div:visible img')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  const downloading = page.waitForEvent('download');
  await button(page, 'Télécharger le PDF').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`Badge ${guard.fullname}.pdf`);
  const { text, links } = await openPdf(await readFile(await download.path()));
  for (const part of [cardNumber, '31/05/2031', '0123456', 'Azur Sécurité']) expect(text).toContain(part);

  const stranger = await open(null, '/login');
  await stranger.goto(links[0] ?? '');
  await expect(stranger.getByRole('heading', { name: guard.fullname })).toBeVisible();
  await expect(stranger.getByText('En règle')).toBeVisible();
  await expect(stranger.getByText(cardNumber)).toBeVisible();
  await checkOnce(stranger, 'a badge scanned by a stranger');
});
