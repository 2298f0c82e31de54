import type { Page } from '@playwright/test';
import { Service } from '#core/planning/service.ts';
import { button, expectNotice } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { hourOf, planned, serviceOn, show, walkTo, weekDay } from './weeks.ts';

test('with the keyboard a service is moved, and its hours are changed, showing the broken rule; each is undone', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const [id] = (await planned(owner, serviceOn(weekDay(0), await site(`Usine ${mark}`), 7, 15, [agent]))) as [string];
  const page = await open(planner, '/adminPlanning');
  await show(page, agent.fullname);
  await check(page, 'the planning', 'main');
  await walkTo(page, 0);
  const chip = page.getByRole('button', { name: new RegExp(`Usine ${mark}`) });
  await expect(chip).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByText(/^Déplacement de /)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(new RegExp(`^${agent.fullname}, .+, autorisé$`)).first()).toBeAttached();
  await page.keyboard.press('Enter');
  await expectNotice(page, '1 service déplacé');
  expect(await owner.read(Service, id)).toMatchObject({ startAt: hourOf(weekDay(1), 7) });
  await page.keyboard.press('Control+z');
  await expectNotice(page, 'Annulé : 1 service déplacé');
  expect(await owner.read(Service, id)).toMatchObject({ startAt: hourOf(weekDay(0), 7) });

  await walkTo(page, 0);
  await expect(chip).toBeFocused();
  const reason = page.locator('[data-part="reason"]');

  await page.keyboard.press('r');
  for (let hour = 0; hour < 5; hour += 1) await page.keyboard.press('ArrowRight');
  await expect(reason).toContainText('13h00 de travail effectif : 12h00 au plus');
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();

  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Horaires modifiés');
  expect(await owner.read(Service, id)).toMatchObject({ endAt: `${weekDay(0)}T15:30:00.000Z` });
  await page.keyboard.press('Control+z');
  await expectNotice(page, 'Annulé : Horaires modifiés');
  expect(await owner.read(Service, id)).toMatchObject({ endAt: hourOf(weekDay(0), 15) });

  await button(page, 'Raccourcis clavier du planning').click();
  const keys = page.getByRole('dialog', { name: 'Raccourcis clavier du planning' });
  await expect(keys.getByRole('row', { name: /Alt Maj et flèches/ })).toBeVisible();
  await check(page, 'the keyboard shortcuts of the planning', '[role=dialog]');
});

/** Simulates one finger on a touch screen. */
async function fingerOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  return {
    down: (x: number, y: number) => touch('touchStart', x, y),
    up: () => touch('touchEnd'),
    /** In steps, like a real finger. */
    async slide(from: [number, number], to: [number, number]): Promise<void> {
      for (let step = 1; step <= 8; step += 1)
        await touch('touchMove', from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8);
    },
  };
}

test('a long press drags a service to another site; a swipe scrolls', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const [north, south] = [await site(`Aire ${mark} Nord`), await site(`Aire ${mark} Sud`)];
  const [id] = (await planned(owner, serviceOn(weekDay(0), north, 7, 15, [agent]))) as [string];
  const page = await open(planner, '/adminPlanning/sites');
  await show(page, `Aire ${mark}`, 'site');
  const middle = async (words: string): Promise<number> => {
    const box = await page.getByRole('rowheader').getByText(words).boundingBox();
    if (!box) throw new Error(`${words} is not in sight`);
    return box.y + box.height / 2;
  };
  const first = await page.getByRole('columnheader').nth(1).boundingBox();
  const grid = await page.locator('[data-part="scroller"]').boundingBox();
  if (!first || !grid) throw new Error('no grid');
  const x = first.x + 40;
  const [top, bottom] = [await middle(north.name), await middle(south.name)];
  const finger = await fingerOf(page);
  const left = (): Promise<number> => page.locator('[data-part="scroller"]').evaluate(({ scrollLeft }) => scrollLeft);

  await test.step('a swipe over the service scrolls', async () => {
    await finger.down(x + 60, top);
    await finger.slide([x + 60, top], [x - 60, top]);
    await finger.up();
    await expect.poll(left).toBeGreaterThan(40);
    // Wait until scrolling stops: a touch before that would continue it.
    await expect
      .poll(async () => {
        await page.locator('[data-part="scroller"]').evaluate((node) => node.scrollTo(0, 0));
        await page.waitForTimeout(100);
        return left();
      })
      .toBe(0);
    expect(await owner.read(Service, id)).toMatchObject({ site: { id: north.id } });
  });

  await test.step('a long press picks it up, shows the target, and drops it there', async () => {
    await finger.down(x, top);
    await expect(page.getByRole('button', { name: new RegExp(`Aire ${mark} Nord`), pressed: true })).toBeVisible();
    await finger.slide([x, top], [x, bottom]);
    await expect(page.locator('[data-part="reason"]')).toContainText(`${south.name}, `);
    // The grid did not scroll.
    expect(await left()).toBeLessThan(10);
    await finger.up();
    await expectNotice(page, '1 service déplacé');
    expect(await owner.read(Service, id)).toMatchObject({ site: { id: south.id }, startAt: hourOf(weekDay(0), 7) });
  });
});
