import { Service } from '#core/planning/service.ts';
import { button, dialog, pick, save, take, textbox } from './acts.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { french, show, weekDay } from './weeks.ts';

const last = weekDay(27);
/** Three services of eight hours cover a day and a night. */
const posts = [
  ['06:00', '14:00', 0],
  ['14:00', '22:00', 0],
  ['22:00', '06:00', 1],
] as const;
const working = ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi'];

test('three agents hold a post day and night for four weeks: seven days in a row break the rules and are corrected, and open services are shown', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, ...agents] = await Promise.all([hire(), hire(guard), hire(guard), hire(guard)]);
  await qualified(owner, ...agents);
  const place = await site(`Écluse ${mark}`);
  const page = await open(planner, '/adminPlanning/sites');
  await show(page, place.name, 'site');

  const anomalies = dialog(page, 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
  /** Five hours above the contract each week: the planner accepts them. */
  const accept = async (): Promise<void> => {
    await button(dialog(page, 'Créer 20 service(s) ?'), 'Créer').click();
    await expect(anomalies.getByText(/40h00 planifiées .* le contrat en prévoit 35h00/)).toHaveCount(4);
    await button(anomalies, 'Enregistrer quand même').click();
    await expect(dialog(page, 'Nouveau service')).toBeHidden();
  };
  const begin = async (index: number) => {
    const [from, to, later] = posts[index] as (typeof posts)[number];
    await button(page, 'Nouveau service').click();
    const made = dialog(page, 'Nouveau service');
    await pick(made, 'Site', place.name);
    await textbox(made, 'Poste').fill('PC sécurité');
    await textbox(made, 'Début').fill(`${french(weekDay(0))} ${from}`);
    await textbox(made, 'Fin').fill(`${french(weekDay(later))} ${to}`);
    return made;
  };
  const hold = async (made: Awaited<ReturnType<typeof begin>>, index: number): Promise<void> => {
    await pick(made, 'Collaborateurs', agents[index]?.fullname as string);
    await page.keyboard.press('Escape');
  };

  await test.step('every day of the four weeks is too much for one agent: each rule is reported, nothing is saved', async () => {
    const made = await begin(0);
    await take(made, 'Répétition', 'Récurrence quotidienne');
    await textbox(made, 'Jusqu’au').fill(french(last));
    await expect(made.getByText('28 services à créer.')).toBeVisible();
    await hold(made, 0);
    await save(made);
    await button(dialog(page, 'Créer 28 service(s) ?'), 'Créer').click();
    await expect(anomalies.getByText(/48h00/).first()).toBeVisible();
    await button(anomalies, 'Modifier la saisie').click();
    expect((await owner.list(Service, { filters: { site: [place.id] } })).filtered).toBe(0);

    await take(made, 'Répétition', 'Récurrence hebdomadaire');
    for (const day of working) {
      const chip = made.getByRole('checkbox', { name: day });
      if (!(await chip.isChecked())) await made.getByText(day, { exact: true }).click();
    }
    await expect(made.getByText('20 services à créer.')).toBeVisible();
    await save(made);
    await accept();
  });

  await test.step('the evening and the night follow', async () => {
    for (const index of [1, 2]) {
      const made = await begin(index);
      await take(made, 'Répétition', 'Récurrence hebdomadaire');
      for (const day of working.slice(1)) await made.getByText(day, { exact: true }).click();
      await textbox(made, 'Jusqu’au').fill(french(last));
      await hold(made, index);
      await save(made);
      await accept();
    }
  });

  await test.step('the weekends are created without agents', async () => {
    for (const index of posts.keys()) {
      const made = await begin(index);
      await take(made, 'Répétition', 'Récurrence hebdomadaire');
      for (const day of ['Lundi', 'Samedi', 'Dimanche']) await made.getByText(day, { exact: true }).click();
      await textbox(made, 'Jusqu’au').fill(french(last));
      await save(made);
      await button(dialog(page, 'Créer 8 service(s) ?'), 'Créer').click();
      await expect(dialog(page, 'Nouveau service')).toBeHidden();
    }
    const { rows, filtered } = await owner.list(Service, { filters: { site: [place.id] }, limit: 100 });
    expect(filtered).toBe(84);
    // Consecutive without a gap, even if a clock change falls in these weeks.
    const at = (key: 'startAt' | 'endAt'): number[] => rows.map((row) => Date.parse(String(row[key])) / 60_000);
    const held = Math.max(...at('endAt')) - Math.min(...at('startAt'));
    expect(rows.reduce((sum, { minutes }) => sum + Number(minutes), 0)).toBe(held);
    expect(Math.abs(held - 28 * 24 * 60)).toBeLessThanOrEqual(60);
    expect(rows.filter(({ missingAgents }) => missingAgents === 1)).toHaveLength(24);
    // The 168 hours of the week, minus its first night, which no service covers yet.
    await expect(page.getByRole('rowheader').filter({ hasText: place.name })).toContainText(
      'heures 162h00à pourvoir 6',
    );
  });
});
