import type { Page, Request } from '@playwright/test';
import { Service } from '#core/planning/service.ts';
import { expectNotice } from './acts.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { hourOf, planned, serviceOn, show, walkTo, weekDay } from './weeks.ts';

/** Counts the calls for single rows of the planning that the page makes from now on. */
function fetched(page: Page): { rows: number } {
  const count = { rows: 0 };
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/fetch/circuits-planning-rows')) count.rows += 1;
  });
  return count;
}

test('a dragged service is shown at its new place at once, and another screen fetches its row alone', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, colleague, agent] = await Promise.all([hire(), hire(), hire(guard)]);
  await qualified(owner, agent);
  const [id] = (await planned(owner, serviceOn(weekDay(0), await site(`Usine ${mark}`), 7, 15, [agent]))) as [string];
  const words = new RegExp(`Usine ${mark}`);
  const [page, theirs] = [await open(planner, '/adminPlanning'), await open(colleague, '/adminPlanning')];
  for (const one of [page, theirs]) {
    await show(one, agent.fullname);
    await walkTo(one, 0);
    await expect(one.getByRole('button', { name: words })).toBeFocused();
  }
  const their = fetched(theirs);

  await test.step('dragged to the next day, it is shown there before the server answers', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route('**/circuits', async (route) => {
      await answered.promise;
      await route.continue();
    });
    const chip = page.getByRole('button', { name: words });
    const box = (await chip.boundingBox()) as { x: number; y: number; width: number; height: number };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const cell = (await page.getByRole('columnheader').nth(1).boundingBox()) as { width: number };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + cell.width / 2, y, { steps: 4 });
    await page.mouse.move(x + cell.width, y, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(x + cell.width, y);
    await expect(page.getByRole('button', { name: /enregistrement en cours/ }).first()).toBeVisible();
    expect(await owner.read(Service, id)).toMatchObject({ startAt: hourOf(weekDay(0), 7) });
    answered.resolve();
    await expectNotice(page, '1 service déplacé');
    await page.unroute('**/circuits');
    await expect(page.getByRole('button', { name: /enregistrement en cours/ })).toHaveCount(0);
  });

  await test.step('the other screen shows it by its row', async () => {
    // A colleague hired meanwhile by another journey reloads the period; the row does not wait for it.
    await expect.poll(() => their.rows).toBeGreaterThanOrEqual(1);
    // The focus follows a service that is moved under it: walk again if the row came during the walk.
    await expect(async () => {
      await walkTo(theirs, 1);
      await expect(theirs.getByRole('button', { name: words })).toBeFocused({ timeout: 2_000 });
    }).toPass();
    expect(await owner.read(Service, id)).toMatchObject({ startAt: hourOf(weekDay(1), 7) });
  });

  await test.step('without a reply it goes back, with an error message', async () => {
    await page.route('**/circuits', (route) => route.abort());
    await walkTo(page, 1);
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await walkTo(page, 1);
    await expect(page.getByRole('button', { name: words })).toBeFocused();
    expect(await owner.read(Service, id)).toMatchObject({ startAt: hourOf(weekDay(1), 7) });
  });
});
