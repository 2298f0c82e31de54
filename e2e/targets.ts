// What a finger must hit and an eye read on a phone: the field's type scale (ui/theme/field.css), and no sideways scroll.
import { expect, type Page } from '@playwright/test';

/** Nothing is cut at its right edge. */
export const expectNoSideScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Every visible target is at least 48 px high and wide, every text at least 16 px. Links within a sentence are not targets. */
export async function expectFieldScale(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const isShown = (element: Element): boolean => {
      const { width, height, right } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && right > 0;
    };
    // The native picker behind a date is opened by its button.
    const targets = [
      ...document.querySelectorAll('button, a[href], input:not([type=file], [aria-hidden]), textarea, summary'),
    ]
      .filter((element) => isShown(element) && getComputedStyle(element).display !== 'inline')
      .flatMap((element) => {
        const isBox = element.matches('[type=checkbox], [type=radio]');
        // The touch area of a box alone in a cell is larger than the box: ui/theme/field.css.
        const row = element.closest('td') ?? element.closest('label, .mantine-Checkbox-body, .mantine-Radio-body');
        const { width, height } = (isBox && row ? row : element).getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return width < 47.5 || height < 47.5 ? [`${name} ${Math.round(width)} × ${Math.round(height)}`] : [];
      });
    const texts = [...document.querySelectorAll('body *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => isShown(element) && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
      .map((element) => `${element.textContent} ${getComputedStyle(element).fontSize}`);
    return [...targets, ...texts];
  });
  expect(faults).toEqual([]);
}
