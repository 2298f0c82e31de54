import { Agent } from '#core/agents/agent.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { Break } from '#core/planning/break.ts';
import { Service } from '#core/planning/service.ts';
import { button, choose, dialog, expectNotice, pick, rowOf, save, textbox } from './acts.ts';
import type { Api } from './api.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

const agent = 'Mehdi Laurent';

/** A finished service of the demo's agent without any time gap. */
async function heldService(owner: Api): Promise<{ reference: string; startAt: string; site: string }> {
  const { rows: people } = await owner.list(Agent, { query: agent, limit: 1 });
  const { rows } = await owner.list(Service, { filters: { agents: [people[0]?.id], status: [300] }, limit: 10 });
  for (const { id, reference, startAt, site } of rows) {
    const { filtered } = await owner.list(Break, { filters: { service: [id] } });
    if (filtered === 0)
      return { reference: String(reference), startAt: String(startAt), site: (site as { name: string }).name };
  }
  throw new Error('the demo has no such service');
}

test('a planner records a late arrival on a service; hours are summed; it is deleted', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const [planner, { reference, startAt, site }] = await Promise.all([hire(), heldService(owner)]);
  const after = (minutes: number): string => {
    const { day, time } = wallClock(new Date(Date.parse(startAt) + minutes * 60_000), 'Europe/Paris');
    return `${frenchDay(day)} ${time}`;
  };
  const page = await open(planner, '/listInterrupt');
  await button(page, 'Ajouter').first().click();
  const made = dialog(page, 'Nouvel écart horaire');
  await pick(made, 'Collaborateur', agent);
  await pick(made, 'Service', reference);
  await textbox(made, 'Début').fill(after(0));
  await textbox(made, 'Fin').fill(after(30));
  await textbox(made, 'Commentaire').fill(mark);
  await check(page, 'a time gap', '[role=dialog]');
  await save(made);
  await expectNotice(page, 'Écart horaire enregistré');
  await expect(made).toBeHidden();

  await button(page, 'Filtres').click();
  const filters = page.getByRole('dialog', { name: 'Filtres' });
  await pick(filters, 'Service', reference);
  await page.keyboard.press('Escape');
  await button(filters, 'Appliquer').click();
  await expect(rowOf(page, agent)).toHaveCount(1);
  await expect(rowOf(page, agent)).toContainText('Retard');
  await expect(rowOf(page, agent)).toContainText(site);
  await expect(page.getByText('Total : 0h30 · jour')).toBeVisible();

  await choose(page, agent, 'Suppression');
  await button(dialog(page, 'Supprimer cet élément ?'), 'Supprimer').click();
  await expectNotice(page, 'Écart supprimé');
  await expect(rowOf(page, agent)).toHaveCount(0);
});
