// Accessibility: no serious or critical finding. Checked once in light mode; then colours are checked again in dark mode.
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** `within`: limits the check, if the page below was checked already. */
export async function check(page: Page, what: string, within = 'body'): Promise<void> {
  await checkOnce(page, what, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await checkOnce(page, `${what}, dark`, within, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Checks once, without dark mode. */
export async function checkOnce(page: Page, what: string, within = 'body', rule?: string): Promise<void> {
  // Finish animations, so that colours are not checked halfway.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const one of ending) one.finish();
  });
  // Half a megabyte: load it once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([include, only]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(include, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
      }) as Promise<Pick<AxeResults, 'violations'>>,
    [within, rule] as const,
  );
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`);
  expect.soft(serious, what).toEqual([]);
}
