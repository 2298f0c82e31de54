import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { Agent } from '#core/agents/agent.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { exportAgents, type RegisterLine } from '#core/agents/register.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { button, expectNotice, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

const contract = (more: object): object => ({ hoursLimit: 35, period: 'WEEK', ...more });
const asDay = (value: unknown): string | null => (value instanceof Date ? value.toISOString().slice(0, 10) : null);

test('the staff register is shown for a day, and exported as spreadsheet and as PDF with the same lines; expirations are counted by urgency, and each number opens its list', async ({
  hire,
  open,
  owner,
  mark,
}) => {
  const person = await hire();
  await owner.save(Agent, {
    firstname: 'Nadia',
    lastname: `Reg${mark}`,
    position: 'Agent de sécurité',
    agentInfos: {
      nationality: 'Marocaine',
      birthDate: '1988-02-29',
      gender: 2,
      workPermitType: 'Carte de séjour',
      workPermitNumber: `N-${mark}`,
      contracts: [contract({ type: 'CDD', startDate: '2026-10-01', endDate: '2027-03-31', partTime: true })],
    },
  });
  await owner.save(Agent, {
    firstname: 'Tom',
    lastname: `Stage${mark}`,
    agentInfos: { contracts: [contract({ type: 'INTERNSHIP', startDate: '2026-11-10' })] },
  });
  const { rows } = await owner.list(ExpirationType, {});
  const type = { id: rows.find(({ name }) => name === 'SST')?.id };
  const expiresAt = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);
  await owner.save(Agent, {
    firstname: 'Ève',
    lastname: `Fin${mark}`,
    agentInfos: { expirations: [{ type, expiresAt }] },
  });
  const page = await open(person, '/export');
  const staff = page.getByRole('table', { name: 'Personnel' });
  const row = staff.getByRole('row').filter({ hasText: `Reg${mark}` });
  await expect(row).toContainText('CDD jusqu’au 31/03/2027 ; Temps partiel');
  await expect(row).toContainText(`N-${mark}`);
  const trainee = page
    .getByRole('table', { name: 'Stagiaires' })
    .getByRole('row')
    .filter({ hasText: `Stage${mark}` });
  await expect(trainee).toContainText('nationalité, date de naissance, sexe, emploi');
  await check(page, 'staff register');

  // Other journeys hire at the same time: the export may have more lines than these.
  const { agents } = await owner.call(exportAgents, { input: {} });
  const sheet = page.waitForEvent('download');
  await button(page, 'Exporter (tableur)').click();
  const [heads = [], ...lines] = await readSheet(await (await sheet).path());
  await expectNotice(page, `Export terminé : ${lines.length} lignes`);
  expect(heads.slice(0, 4)).toEqual(['Partie', 'N°', 'Nom', 'Prénom']);
  const at = (line: unknown[], label: string): unknown => line[heads.indexOf(label)];
  const inCells = ({ part, number, lastname, entryDate, exitDate, mentions }: RegisterLine): unknown[] => [
    part === 'STAFF' ? 'Personnel' : 'Stagiaires',
    number,
    lastname,
    entryDate,
    exitDate,
    mentions || null,
  ];
  expect(
    lines.map((line) => [
      at(line, 'Partie'),
      at(line, 'N°'),
      at(line, 'Nom'),
      asDay(at(line, 'Entrée')),
      asDay(at(line, 'Sortie')),
      at(line, 'Mentions'),
    ]),
  ).toEqual(expect.arrayContaining(agents.map(inCells)));

  const document = page.waitForEvent('download');
  await button(page, 'Exporter (PDF)').click();
  const { text } = await openPdf(await readFile(await (await document).path()));
  for (const { firstname } of agents.slice(0, 20)) expect(text).toContain(firstname);
  expect(text).toContain('Registre unique du personnel');
  expect(text).toContain(mark);

  await textbox(page, 'Au').fill('05/11/2026');
  await textbox(page, 'Au').blur();
  await expect(trainee).toHaveCount(0);
  await expect(row).toBeVisible();

  await page.goto('/#/listAgencyExpirations');
  const link = page
    .getByRole('region', { name: 'Réglementaire collaborateur' })
    .getByRole('link', { name: /^A surveiller \(-60j\)/ });
  await expect(link).toBeVisible();
  await check(page, 'expirations');
  const count = Number(/(\d+)$/.exec((await link.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Réglementaire collaborateur' })).toBeVisible();
  await expect(page).toHaveURL(/expirationsAgent\?f=/);
  await expect(page.getByText(new RegExp(`sur ${count}$`))).toBeVisible();
});
