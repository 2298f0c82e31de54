// What a screen may not have: a serious or critical finding. Looked at once in light; then its colours again in dark.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** `within`: what stands over a page that was checked already. */
export async function check(page: Page, what: string, within = 'body'): Promise<void> {
  await look(page, what, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await look(page, `${what}, dark`, within, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
}

async function look(page: Page, what: string, within: string, rule?: string): Promise<void> {
  // Colours that are still on their way would be judged half way.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const one of ending) one.finish();
  });
  // The product has no frames; without them the findings need no second page to be gathered in.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(within)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rule ? axe.withRules(rule) : axe).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`);
  expect.soft(grave, what).toEqual([]);
}
