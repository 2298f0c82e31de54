import { Agent } from '#core/agents/agent.ts';
import { button, choose, dialog, expectNotice, openRow, save, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const group = (at: ReturnType<typeof dialog>, name: string) => at.getByRole('group', { name, exact: true });
const card = 'CAR-006-2031-05-31-20260123456';

interface Sheet {
  type: string;
  expirations: { expiresAt: string; number: string | null }[];
  contracts: { type: string; startDate: string }[];
}

test('a candidate is hired, has a badge, and the end of his card is proposed from its number; overlapping or underpaid contracts are reported while typing, and confirmed at the save', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  test.slow();
  const { id } = await owner.save(Agent, {
    firstname: 'Lou',
    lastname: `Neuf${mark}`,
    agentInfos: { type: 'NOMINEE' },
  });
  const name = `Lou Neuf${mark}`;
  const infos = async (): Promise<Sheet> => (await owner.read(Agent, id)).agentInfos as Sheet;
  const page = await open(await hire(), `/agents?q=neuf${mark}`);
  await button(page, `Actions : ${name}`).click();
  await expect(page.getByRole('menuitem', { name: 'Embaucher', exact: true })).toBeVisible();
  // A candidate has no badge yet.
  await expect(page.getByRole('menuitem', { name: 'Badge', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, name, 'Embaucher');
  const hiring = dialog(page, `Embaucher ${name}`);
  await textbox(hiring, 'Du').fill('01/01/2026');
  await take(hiring, 'Type', 'CDD');
  await textbox(hiring, 'Au').fill('30/06/2027');
  await button(hiring, 'Embaucher').click();
  await expectNotice(page, `${name} est embauché(e)`);
  expect(await infos()).toMatchObject({
    type: 'EMPLOYEE',
    contracts: [{ type: 'CDD', startDate: '2026-01-01', endDate: '2027-06-30' }],
  });
  await choose(page, name, 'Badge');
  const badge = dialog(page, `Badge de ${name}`);
  await expect(badge.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(badge).toBeHidden();

  const sheet = await openRow(page, name);
  await textbox(sheet, 'Carte professionnelle').fill(card);
  await expect(
    sheet.getByText("la carte serait valable jusqu'au 31/05/2031 (à renouveler avant le 28/02/2031)"),
  ).toBeVisible();
  await button(sheet, 'Confirmer cette date').click();
  await save(sheet);
  await expectNotice(page, 'Collaborateur enregistré');
  expect((await infos()).expirations).toMatchObject([{ number: card, expiresAt: '2031-05-31' }]);
  await expect(sheet).toBeHidden();

  await openRow(page, name);
  // L1221-13: a begun contract is in the register, and can only be corrected or ended.
  await expect(sheet.getByText('Inscrit au registre')).toHaveCount(1);
  await expect(button(sheet, 'Retirer Contrat 1')).toHaveCount(0);
  await button(sheet, 'Ajouter : Contrat').click();
  const second = group(sheet, 'Contrat 2');
  await textbox(second, 'Du').fill('01/06/2026');
  await expect(sheet.getByText('Dates de contrats qui se chevauchent')).toBeVisible();
  await take(second, 'Catégorie', "Agent d'exploitation");
  await textbox(second, 'Coefficient').fill('140');
  await textbox(second, 'Salaire mensuel brut').fill('1000');
  await textbox(second, 'Salaire mensuel brut').blur();
  await expect(sheet.getByText('en dessous du minimum conventionnel')).toBeVisible();

  // F-058
  await save(sheet);
  const question = dialog(page, 'Anomalies détectées');
  await expect(question).toContainText('Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
  await expect(question).toContainText('Contrats qui se chevauchent');
  await expect(question).toContainText('Salaire inférieur au minimum conventionnel');
  await button(question, 'Modifier').click();
  expect((await infos()).contracts).toHaveLength(1);
  await save(sheet);
  await button(question, 'Enregistrer quand même').click();
  await expectNotice(page, 'Collaborateur enregistré');
  await expect
    .poll(async () => (await infos()).contracts.map(({ startDate }) => startDate))
    .toEqual(['2026-01-01', '2026-06-01']);
});
