import type { Page } from '@playwright/test';
import { Agency } from '#core/agencies/agency.ts';
import { Customer } from '#core/customers/customer.ts';
import { publishServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { button, dialog, expectNotice, openRow, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { dayAhead, french, hourOf, planned, serviceOn, show, walkTo, weekDay } from './weeks.ts';

test('the hours of a service are changed with the keyboard, showing the broken rule, and undone', async ({
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
  await walkTo(page, 0);
  await expect(page.getByRole('button', { name: new RegExp(`Usine ${mark}`) })).toBeFocused();
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
  tag: ['@phone', '@phone-only'],
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

test('changing a published service at short notice needs the agent’s consent, which is then shown with it', async ({
  open,
  agency,
  registry,
  mark,
}) => {
  const { api: own } = await agency();
  await own.save(Agency, { id: own.agencyId, planningChecks: { regulation: 'IDCC1351' } });
  const [planner, agent] = [await registry.hire(own, {}), await registry.hire(own, guard)];
  await qualified(own, agent);
  const { id: customer } = await own.save(Customer, { name: `Client ${mark}`, type: 100 });
  const place = await own.save(Site, { name: `Parc ${mark}`, customer: { id: customer } });
  const draft = { ...serviceOn(dayAhead(3), place, 8, 14, [agent]), postTitle: `PC ${mark}` };
  const [id] = (await planned(own, draft)) as [string];
  await own.call(publishServices, { input: { services: [id] } });
  const { reference } = await own.read(Service, id);

  const page = await open(planner, `/adminServices?q=${mark}`);
  const opened = await openRow(page, String(reference), place.name);
  await textbox(opened, 'Fin').fill(`${french(dayAhead(3))} 18:00`);
  await save(opened);
  await expect(dialog(page, 'Modifier 1 service(s) ?')).toBeVisible();
  await page.keyboard.press('Enter');
  const anomalies = dialog(page, 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
  await expect(anomalies).toContainText(
    'moins de 7 jours avant : l’accord du collaborateur est nécessaire (art. 7.07.3)',
  );
  await check(page, 'a consent', '[role=dialog]');
  await take(anomalies, 'Accord du collaborateur', 'Par téléphone');
  await button(anomalies, 'Enregistrer quand même').click();
  await expectNotice(page, 'Service enregistré');

  await page.goto(`/#/adminServices?q=${mark}`);
  await openRow(page, String(reference), place.name);
  await expect(opened.getByRole('region', { name: 'Accords recueillis' }).getByRole('listitem')).toHaveText(
    new RegExp(
      `^${agent.fullname}, par téléphone, le \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d \\(noté par ${planner.fullname}\\)$`,
    ),
  );
});
