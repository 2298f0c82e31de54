import { expect, test } from 'vitest';
import { fetchPack } from '#core/field/pack.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { refuseReport } from '#core/reports/calls.ts';
import type { FieldReport } from '#core/reports/field-report.ts';
import { fullAnswers, reportsOf } from '#server/testing/reports.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { newService, write, signature, settle } = await reportsOf(here);
const agent = as('agent');
const pack = async () => (await agent.call(fetchPack, { mount: 'agent', input: {} })).changed;

test('a telephone takes along the reports of its services, to read them again without a network', async () => {
  await settle('report_intervention_approval = true');
  const service = await newService();
  const answers = [...fullAnswers, { key: 'findings', value: 'Vitre brisée' }].filter(
    (one, index, all) => all.findLastIndex(({ key }) => key === one.key) === index,
  );
  const report = await write(service, { answers, submit: true, customerSignature: await signature('Mme Client') });
  const row = (await pack()).agencyReports.find(({ id }) => id === report.id)?.row as FieldReport;
  expect(row).toMatchObject({
    ...{ id: report.id, service, status: 200, refusal: null },
    signers: { agent: null, customer: 'Mme Client' },
  });
  expect(row.answers.find(({ key }) => key === 'findings')).toMatchObject({ label: 'Constat', value: 'Vitre brisée' });

  // The agency refuses it days later: the service is on his telephone again, with the reason.
  await as('owner').call(refuseReport, { params: { id: report.id }, input: { reason: 'Précisez l’heure' } });
  for (const table of ['services', 'published_services'])
    await sql(
      `update ${table} set start_at = start_at - interval '3 days', end_at = end_at - interval '3 days' where id = $1`,
      [service],
    );
  const later = await pack();
  expect(later.services.map(({ id }) => id)).toContain(service);
  expect(later.agencyReports.map(({ row: one }) => one)).toMatchObject([{ status: 500, refusal: 'Précisez l’heure' }]);
  const { notifications } = await agent.call(listNotifications, { mount: 'agent', input: {} });
  expect(notifications.map(({ link }) => link)).toContain(`/my-planning?service=${service}`);
});

test('who may read no report takes none along', async () => {
  await write(await newService(), { answers: fullAnswers });
  expect((await pack()).agencyReports.length).toBeGreaterThan(0);
  await sql(
    `update agents set rights = array_remove(array_remove(rights, 'createOwnInterventionReport'), 'editOwnInterventionReport')`,
  );
  expect((await pack()).agencyReports).toEqual([]);
});
