// A month of pay: what it is made of, closed and handed to the payroll software.
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { Agent } from '#core/agents/agent.ts';
import { monthAfter } from '#core/planning/days.ts';
import { button, dialog, expectNotice, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('a month of pay explains its figures, is closed, and is exported in the agency’s codes', async ({
  agency,
  open,
  mark,
}) => {
  const owner = await agency();
  const today = new Intl.DateTimeFormat('fr-CA', { timeZone: 'Europe/Paris' }).format(new Date());
  const month = monthAfter(today.slice(0, 7), -1);
  const contract = { type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK', monthlyPay: 2_000 };
  const grade = { category: 'AGENT_EXPLOIT', classificationCoeff: 120 };
  await owner.api.save(Agent, {
    firstname: 'Nadia',
    lastname: `Paie${mark}`,
    agentInfos: { registrationNumber: `M${mark}`, contracts: [{ ...contract, ...grade }] },
  });
  const page = await open(owner, '/paie');
  const row = page.getByRole('row').filter({ hasText: `Paie${mark}` });
  await expect(row).toContainText('2 000,00');
  await check(page, 'month of pay');
  await row.getByRole('button', { name: /^Salaire de base/ }).click();
  const detail = page.getByRole('dialog', { name: new RegExp(`Paie${mark}`) });
  await expect(detail).toContainText('CDI du 01/01/2020');
  await check(page, 'where a figure comes from', '[role=dialog]');
  await button(detail, 'Fermer').click();

  await button(page, 'Clore le mois').click();
  const closing = page.getByRole('dialog', { name: /^Clore la paie/ });
  await expect(closing).toContainText('ne se rouvre pas');
  await button(closing, 'Clore définitivement').click();
  await expectNotice(page, 'close');
  await expect(page.getByText(/^Close le/)).toBeVisible();
  await expect(button(page, 'Clore le mois')).toHaveCount(0);

  await button(page, 'Exporter').click();
  const form = dialog(page, 'Exporter la paie');
  await textbox(form, 'Code de Salaire de base').fill('0010');
  await check(page, 'codes of the export', '[role=dialog]');
  const csv = page.waitForEvent('download');
  await button(form, 'CSV').click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain(`${month};M${mark};Nadia Paie${mark};0010;Salaire de base;;;2000`);
  const xlsx = page.waitForEvent('download');
  await button(form, 'Tableur').click();
  const cells = await readSheet(await (await xlsx).path());
  expect(cells).toContainEqual([month, `M${mark}`, `Nadia Paie${mark}`, '0010', 'Salaire de base', null, null, 2_000]);
});
