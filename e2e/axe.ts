// Accessibility: no serious or critical finding. Checked once in light mode; then colours are checked again in dark mode.
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** `within`: limits the check, if the page below was checked already. */
export async function check(page: Page, what: string, within = 'body'): Promise<void> {
  await checkOnce(page, what, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await checkOnce(page, `${what}, dark`, within, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Only rules that can find something serious or critical. None of them needs axe's preloading, which reads all style sheets
 * again.
 */
const severe = (): string[] => {
  const worst: readonly unknown[] = ['serious', 'critical'];
  const { rules } = (
    axe as unknown as { _audit: { rules: { id: string; impact: string; tags: string[]; enabled: boolean }[] } }
  )._audit;
  return rules
    .filter(
      ({ impact, enabled, tags }) =>
        worst.includes(impact) && enabled && !tags.includes('experimental') && !tags.includes('deprecated'),
    )
    .map(({ id }) => id);
};
const rules = severe();

/** Checks once, without dark mode. */
export async function checkOnce(page: Page, what: string, within = 'body', only = rules): Promise<void> {
  // Finish animations, so that colours are not checked halfway.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const one of ending) one.finish();
  });
  // Half a megabyte: load it once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ([include, values]) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await here.run(include, {
        resultTypes: ['violations'],
        runOnly: { type: 'rule', values },
        preload: false,
      });
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`,
      );
    },
    [within, only] as const,
  );
  expect.soft(found, what).toEqual([]);
}
