// Planning data of a journey: its services, and the week they are in.
import { expect, type Locator, type Page } from '@playwright/test';
import { saveServices } from '#core/planning/calls.ts';
import { button } from './acts.ts';
import type { Api, Row } from './api.ts';
import type { Person } from './people.ts';

/** A future Monday, so that no service begins during the journey. */
const monday = ((): Date => {
  const day = new Date();
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7) + 7);
  return day;
})();
const iso = (after: number, from: number): string => new Date(from + after * 86_400_000).toISOString().slice(0, 10);

/** This many days after that Monday. */
export const weekDay = (after: number): string => iso(after, monday.getTime());

/** This many days after today. */
export const dayAhead = (after: number): string => iso(after, Date.now());

/** From now, by whole minutes. */
export const inMinutes = (minutes: number): string =>
  new Date((Math.floor(Date.now() / 60_000) + minutes) * 60_000).toISOString();

export const french = (day: string): string => day.split('-').reverse().join('/');

export const hourOf = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

export const serviceOn = (day: string, site: Row, from: number, to: number, agents: readonly Person[] = []) => ({
  site: { id: site.id },
  startAt: hourOf(day, from),
  endAt: hourOf(day, to),
  agents: agents.map(({ id }) => ({ id })),
});

export async function planned(owner: Api, ...services: object[]): Promise<string[]> {
  const consent = { means: 'PHONE' as const };
  const saved = await owner.call(saveServices, { input: { services, confirmed: true, consent } });
  return saved.services.map(({ id }) => id);
}

/** Shows the week of that Monday, with the rows whose name contains these words. */
export async function show(page: Page, words: string, rows: 'collaborateur' | 'site' = 'collaborateur'): Promise<void> {
  const grid: Locator = page.getByRole('grid');
  await page.getByText('Semaine', { exact: true }).click();
  const wanted = grid.and(page.getByRole('grid', { name: french(weekDay(0)) }));
  for (let steps = 0; steps < 4 && !(await wanted.isVisible()); steps += 1) {
    await button(page, 'Période suivante').click();
    await expect(grid).toBeVisible();
  }
  await expect(wanted).toBeVisible();
  await page.getByRole('searchbox', { name: `Chercher un ${rows}` }).fill(words);
  // Attached, not visible: the row header element has no box of its own, only its children do.
  await expect(page.getByRole('rowheader').filter({ hasText: words }).first()).toBeAttached();
}

/** Moves the focus to the first cell of the first row below the unassigned posts, then this many days forward. */
export async function walkTo(page: Page, days: number): Promise<void> {
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+Home');
  // The first row may hold several services of other journeys.
  const isUnfilled = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[role=gridcell]')?.getAttribute('aria-label')?.startsWith('À pourvoir') ??
        false,
    );
  do await page.keyboard.press('ArrowDown');
  while (await isUnfilled());
  for (let count = 0; count < days; count += 1) await page.keyboard.press('ArrowRight');
}
