import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import {
  closePayroll,
  fetchOwnCounters,
  fetchPayroll,
  fetchPayrollDetail,
  fetchPayrollMonth,
  readPayMapping,
  savePayMapping,
} from '#core/pay/calls.ts';
import { usualMapping } from '#core/pay/mapping.ts';
import { PayRate } from '#core/pay/pay-rate.ts';
import { deleteSalaryElement, SalaryElement, SalaryElementType } from '#core/pay/salary-element.ts';
import { lastDayOf } from '#core/planning/days.ts';
import { hourDetail } from '#core/planning/hours-calls.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { type CostFilter, daysPaid, type LabourCost, labourCost } from './cost.ts';

const here = await world({ jobs: [] });
const { as, agency, database, people, sql } = here;
const { site, guard } = await plannerOf(here);
const { live } = monthOf(here);
await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
const owner = as('owner');
const own = people.agent.profile?.id as string;

const contract = {
  ...{ type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK' },
  ...{ monthlyPay: 1883.85, category: 'AGENT_EXPLOIT', classificationCoeff: 120 },
};
const alice = await guard({ contracts: [contract], registrationNumber: 'M-12', seniority: '2015-05-01' });
const bob = await guard({ contracts: [contract] });
/** Not employed in October. */
const season = await guard({
  contracts: [
    { ...contract, type: 'CDD', startDate: '2026-09-01', endDate: '2026-09-30' },
    { ...contract, startDate: '2026-11-01' },
  ],
});
const extern = await guard({ type: 'EXTERNAL', externalCompanyName: 'Renfort', contracts: [] });

/** « 2026-09-07 08:00 », on the agency's clock. */
const work = async (agent: string, from: string, to: string): Promise<string> => {
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, $2, $3, $4::timestamp at time zone 'Europe/Paris', $5::timestamp at time zone 'Europe/Paris', 300)`,
    [agency.id, id, site, from, to],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [agency.id, id, agent]);
  return id;
};
/** Absent for a day, and with more than 35 hours in a week, which he has paid at 40 %. */
const carol = await guard({ contracts: [contract], overtimeIncrease: [{ from: 35, percent: 40 }] });
for (const day of [21, 22, 23, 24]) await work(carol, `2026-09-${day} 08:00`, `2026-09-${day} 18:00`);
const leave = randomUUID();
await sql(
  `insert into agency_unavailability_types (agency_id, id, name, pay_effect) values ($1, $2, 'Congé', 'KEPT')`,
  [agency.id, leave],
);
await sql(
  `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at, duration)
    values ($1, $2, $3, $4, '2026-09-28T06:00Z', '2026-09-28T16:00Z', '{"2026-09-28": 24}')`,
  [agency.id, randomUUID(), carol, leave],
);
const night = await work(alice, '2026-09-06 21:00', '2026-09-07 06:00');
await work(alice, '2026-09-10 08:00', '2026-09-10 16:00');
await work(extern, '2026-09-10 08:00', '2026-09-10 16:00');
await owner.call(endpointOf(Agent, 'save'), {
  mount: 'agency',
  input: { id: own, agentInfos: { contracts: [contract] } },
});
for (const day of [11, 13]) await work(season, `2026-09-${day} 21:00`, `2026-09-${day + 1} 06:00`);
for (const day of [1, 3, 5]) await work(own, `2026-09-0${day} 21:00`, `2026-09-0${day + 1} 06:00`);

const month = async (asked = '2026-09') => owner.call(fetchPayrollMonth, { input: { month: asked } });
const rowOf = async (agent: string, asked?: string) => (await month(asked)).agents.find(({ id }) => id === agent);
const cells = (row: Awaited<ReturnType<typeof rowOf>>) =>
  Object.fromEntries((row?.cells ?? []).map(({ rubric, amount }) => [rubric, amount]));
const types = (await owner.call(endpointOf(SalaryElementType, 'list'), { mount: 'agency', input: {} })) as unknown as {
  salaryElementTypes: AnyRow[];
};
const bonus = types.salaryElementTypes.find(({ name }) => name === 'Prime')?.id as string;
const give = (who: string, date: string, more: object = {}) =>
  owner.answer(endpointOf(SalaryElement, 'save'), {
    mount: 'agency',
    input: { userCompany: { id: who }, type: { id: bonus }, date, direction: 'GAIN', amount: 50, ...more },
  });

test('a month has each employee with his rubrics; each figure says where it comes from', async () => {
  const found = await month();
  expect(found).toMatchObject({ start: '2026-09-01', end: '2026-09-30', closed: null, refusal: null, unsettled: 0 });
  expect(found.agents.map(({ id }) => id)).not.toContain(extern);
  const row = await rowOf(alice);
  expect(cells(row)).toEqual({
    ...{ base: 1883.85, night: 11.18, sunday: 3.73, seniority: 150.71, meal: 8.96, uniform: 8.78 },
  });
  expect(row).toMatchObject({ registrationNumber: 'M-12', effective: 17 * 60, issues: [], total: 2067.21 });
  expect(row?.counters.nightRest).toEqual({ opening: 0, earned: 5, taken: 0, closing: 5 });
  const { lines, total } = await owner.call(fetchPayrollDetail, { input: { month: '2026-09', agent: alice } });
  expect(total).toBe(2067.21);
  expect(lines.find(({ rubric }) => rubric === 'night')).toMatchObject({
    quantity: 540,
    rate: 12.4207,
    percent: 10,
    inputs: [{ day: '2026-09-06', label: 'Entrepôt', service: night, quantity: 540 }],
  });
});

test('hours that art. 7.12 adds after the end of the month keep their public holiday', async () => {
  const late = await guard({ contracts: [contract] });
  // Two hours of New Year's Eve are paid four, one of them on New Year's Day.
  await work(late, '2025-12-31 21:00', '2025-12-31 23:00');
  expect(cells(await rowOf(late, '2025-12'))).toMatchObject({ holiday: 12.42 });
});

test('labour costs are read in as many queries for one person as for all', async () => {
  const period = { start: '2026-09-01', end: '2026-09-30' };
  const counted = async (filter: CostFilter): Promise<{ queries: number; costs: LabourCost[] }> =>
    database.transaction({ ...nobody, agency: agency.id }, async (db) => {
      let queries = 0;
      const query: Db['query'] = (statement) => {
        queries += 1;
        return db.query(statement);
      };
      return { costs: await labourCost({ ...db, query } as Db, period, filter), queries };
    });
  const all = await counted({});
  const one = await counted({ agents: [alice] });
  expect(all.queries).toBe(one.queries);
  expect(all.queries).toBeLessThan(10);
  expect(one.costs).toMatchObject([
    { service: night, agent: alice, site, paid: 540, pay: 140.12, loaded: 198.97, external: false },
    { paid: 480 },
  ]);
  expect(all.costs.find(({ agent }) => agent === extern)).toMatchObject({ external: true, pay: null, paid: 480 });
  expect((await counted({ site: randomUUID() })).costs).toEqual([]);
});

test('the first weeks of a cycle count what the agency decided, as the others do', async () => {
  const cycle = { ...contract, cycle: 'P4S', startDate: '2025-09-22' };
  const away = await guard({ contracts: [cycle] });
  // Four weeks from 22 September: 8 h, and twelve services of 12 h.
  const first = await work(away, '2025-09-22 08:00', '2025-09-22 16:00');
  const days = [
    '09-23',
    '09-24',
    '09-29',
    '09-30',
    '10-01',
    '10-06',
    '10-07',
    '10-08',
    '10-13',
    '10-14',
    '10-15',
    '10-16',
  ];
  for (const day of days) await work(away, `2025-${day} 07:00`, `2025-${day} 19:00`);
  // Twelve hours were lived, and refused.
  await live(first, away, { from: '2025-09-22 08:00', to: '2025-09-22 20:00', status: 400 });
  const overtime = async () =>
    (await owner.call(fetchPayrollDetail, { input: { month: '2025-10', agent: away } })).lines.find(
      ({ rubric }) => rubric === 'overtime:25',
    )?.quantity;
  expect(await overtime()).toBe(12 * 60);
  const { hours } = await owner.call(hourDetail, { input: { start: '2025-10-01', end: '2025-10-31', agent: away } });
  expect(hours.overtime).toEqual([{ percent: 25, minutes: 12 * 60 }]);
  await live(first, away, { from: '2025-09-22 08:00', to: '2025-09-22 20:00', status: 300 });
  expect(await overtime()).toBe(16 * 60);
});

test('the overtime of a cycle is shared by all its services, whichever month is read', async () => {
  const [found] = await sql<{ id: string }>(`select agent_id as id from agent_contracts where cycle = 'P4S'`);
  const away = found?.id as string;
  const costs = await Promise.all(
    ['2025-09', '2025-10'].map(async (of) => {
      const period = daysPaid({ start: `${of}-01`, end: lastDayOf(of) });
      const read = (db: Db) => labourCost(db, period, { agents: [away] });
      const rows = await database.transaction({ ...nobody, agency: agency.id }, read);
      return rows.filter(({ day }) => day.startsWith(of));
    }),
  );
  expect(costs.map(({ length }) => length)).toEqual([5, 8]);
  // Thirteen days of 12 h with their meals, and 16 h at 25 %.
  const cents = costs.flat().reduce((all, { pay }) => all + Math.round((pay ?? 0) * 100), 0);
  expect(cents).toBe(13 * (14_905 + 436) + 4_968);
});

test('a rate of the agency replaces the branch’s from its day on', async () => {
  const save = (input: object) => owner.call(endpointOf(PayRate, 'save'), { mount: 'agency', input });
  const { payRate } = (await save({ kind: 'meal', value: 6.5, validFrom: '2026-09-08' })) as { payRate: AnyRow };
  expect(payRate.label).toBe('Panier (€ par vacation)');
  expect(cells(await rowOf(alice)).meal).toBe(10.98);
  await owner.answer(endpointOf(PayRate, 'act'), { mount: 'agency', params: { id: payRate.id, type: 'delete' } });
  expect(cells(await rowOf(alice)).meal).toBe(8.96);
});

test('salary elements are saved, read by their agent alone, and paid in the month of their date', async () => {
  const { status, body } = await give(alice, '2026-09-30', { comment: 'Remplacement' });
  expect(status).toBe(200);
  await give(own, '2026-09-15', { direction: 'DEDUCTION', amount: 20 });
  expect(cells(await rowOf(alice))[`element:${bonus}`]).toBe(50);
  const mine = (await as('agent').call(endpointOf(SalaryElement, 'list'), {
    mount: 'agent',
    input: {},
  })) as unknown as {
    salaryElements: AnyRow[];
  };
  expect(mine.salaryElements).toMatchObject([{ userCompany: { id: own }, amount: 20, direction: 'DEDUCTION' }]);
  const { salaryElement } = body;
  await owner.answer(deleteSalaryElement, { params: { id: salaryElement.id } });
  expect(cells(await rowOf(alice))[`element:${bonus}`]).toBeUndefined();
});

test('an unsettled time gap is counted: the month closes only with the count that was seen', async () => {
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, status, difference)
      select agency_id, id, $2, 300, start_at + interval '1 hour', end_at, 200, -60 from services where id = $1`,
    [night, alice],
  );
  expect(await month()).toMatchObject({ unsettled: 1 });
  expect(await rowOf(alice)).toMatchObject({ unsettled: 1, effective: 17 * 60 });
  const blind = await owner.answer(closePayroll, { input: { month: '2026-09', unsettled: 0 } });
  expect(blind).toMatchObject({ status: 409 });
  expect((await month()).closed).toBeNull();
});

test('a closed month stays as it was; what changes after is a regularisation of the next month', async () => {
  const before = await month();
  const answers = await Promise.all(
    [1, 2].map(() => owner.answer(closePayroll, { input: { month: '2026-09', unsettled: 1 } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  const closed = await month();
  expect(closed).toMatchObject({ refusal: 'La paie de septembre 2026 est close.', closed: { by: 'Owner Test' } });
  expect(closed.agents).toEqual(before.agents);
  // The gap is settled and a service was forgotten.
  await sql(
    `update service_times set status = 310, counted_start_at = started_at, counted_end_at = ended_at where service_id = $1`,
    [night],
  );
  await work(alice, '2026-09-17 08:00', '2026-09-17 16:00');
  await work(bob, '2026-09-16 21:00', '2026-09-17 06:00');
  await work(bob, '2026-09-18 21:00', '2026-09-19 06:00');
  expect((await month()).agents).toEqual(before.agents);
  const october = await rowOf(alice, '2026-10');
  expect(
    october?.cells
      .filter(({ regularises }) => regularises === '2026-09')
      .map(({ rubric, amount, quantity }) => [rubric, quantity, amount]),
  ).toEqual([
    ['night@2026-09', -60, -1.24],
    ['sunday@2026-09', -60, -1.25],
    ['meal@2026-09', 1, 4.48],
  ]);
  expect(october?.counters.nightRest.opening).toBe(5);
  // 1 % of two nights that were forgotten.
  expect((await rowOf(bob, '2026-10'))?.counters).toMatchObject({
    nightRest: { opening: 11, earned: 0, taken: 0, closing: 11 },
    corrections: [{ month: '2026-09', nightRest: 11, quotaRest: 0, overtime: 0 }],
  });
  await owner.call(closePayroll, { input: { month: '2026-10', unsettled: 0 } });
  expect((await rowOf(alice, '2026-11'))?.cells.filter(({ regularises }) => regularises)).toEqual([]);
  const november = await rowOf(bob, '2026-11');
  expect(november?.counters.nightRest.opening).toBe(11);
  expect(november?.counters.corrections).toBeUndefined();
  // In no row of October, the last closed month: his rest of September is still his.
  expect(await rowOf(season, '2026-10')).toBeUndefined();
  expect((await rowOf(season, '2026-11'))?.counters.nightRest).toMatchObject({ opening: 11, closing: 11 });
});

test('a closed month keeps the undated facts of its people: their kind, their overtime, the effect of an absence', async () => {
  const regularised = async (agent: string) =>
    (await rowOf(agent, '2026-11'))?.cells.filter(({ regularises }) => regularises);
  expect(cells(await rowOf(carol))).toMatchObject({ 'overtime:40': expect.any(Number), [`absence:${leave}`]: 0 });
  expect(await regularised(carol)).toEqual([]);
  await sql(`update agent_overtime set percent = 60 where agent_id = $1`, [carol]);
  await sql(`update agency_unavailability_types set pay_effect = 'DEDUCTED' where id = $1`, [leave]);
  expect(await regularised(carol)).toEqual([]);
  // Employed no longer: the months before are not taken back.
  await sql(`update agents set type = 'EXTERNAL' where id = $1`, [carol]);
  expect((await regularised(carol)) ?? []).toEqual([]);
  await sql(`update agents set type = 'EMPLOYEE' where id = $1`, [extern]);
  expect((await regularised(extern)) ?? []).toEqual([]);
  await sql(`update agents set type = 'EXTERNAL' where id = $1`, [extern]);
});

test('no call and no SQL of the application changes a closed month', async () => {
  const refused = await give(alice, '2026-09-12');
  expect(refused).toMatchObject({ status: 400, body: { violations: [{ path: 'date' }] } });
  const write = (text: string) => database.transaction({ ...nobody, agency: agency.id }, (db) => db.query({ text }));
  await expect(write('update payrolls set total = 0')).rejects.toThrow();
  await expect(write('delete from payroll_rows')).rejects.toThrow();
  await expect(write(`update salary_elements set amount = 1`)).rejects.toThrow('figée');
  await expect(
    write(`insert into payroll_rows (agency_id, payroll_id, month, agent_id, effective, paid, total, lines, counters)
      select app_agency(), id, month, '${extern}', 0, 0, 0, '[]', '{}' from payrolls limit 1`),
  ).rejects.toThrow('figée');
  // Reopening does not exist, earlier months are over, and the order of months holds.
  const close = (asked: string) => owner.answer(closePayroll, { input: { month: asked, unsettled: 0 } });
  expect((await close('2026-09')).body.message).toBe('La paie de septembre 2026 est close.');
  expect((await close('2026-08')).status).toBe(409);
  expect((await close('2040-01')).status).toBe(409);
});

test('the export has the closed months of the year in the agency’s codes', async () => {
  const { rubrics } = await owner.call(readPayMapping, {});
  expect(rubrics.map(({ rubric }) => rubric)).toEqual(
    expect.arrayContaining(['base', 'overtime:25', 'overtime:50', `element:${bonus}`]),
  );
  const mapping = { ...usualMapping, codes: { night: '0210' } };
  await owner.call(savePayMapping, { input: mapping });
  const found = await owner.call(fetchPayroll, { input: { month: '2026-09', shortcut: 'month' } });
  expect(found).toMatchObject({ start: '2026-09-01', end: '2026-09-30', open: [], mapping });
  expect(found.lines.filter(({ agent }) => agent === alice)).toContainEqual(
    expect.objectContaining({ month: '2026-09', rubric: 'night', amount: 11.18, registrationNumber: 'M-12' }),
  );
  const year = await owner.call(fetchPayroll, { input: { month: '2026-10' } });
  expect(year).toMatchObject({ start: '2026-01-01', end: '2026-12-31' });
  expect(new Set(year.lines.map((line) => line.month))).toContain('2026-10');
});

test('an agent reads his counters and nothing of the payroll; staff without the right see no pay', async () => {
  // Of the last closed month, and his alone: others have other nights.
  const mine = await rowOf(own, '2026-10');
  expect(mine?.counters.nightRest.closing).toBe(16);
  expect(await as('agent').call(fetchOwnCounters, { mount: 'agent', input: {} })).toEqual({
    month: '2026-10',
    counters: mine?.counters,
  });
  expect((await as('agent').answer(fetchPayrollMonth, { input: {} })).status).toBe(403);
  expect((await as('agent').answer(fetchPayrollDetail, { input: { month: '2026-09', agent: own } })).status).toBe(403);
  const seen = await database.transaction({ ...nobody, agency: agency.id, agent: own }, (db) =>
    db.query<{ of: string | null }>({
      text: 'select null::uuid as of from payrolls union all select agent_id from payroll_rows',
    }),
  );
  expect(new Set(seen.map(({ of }) => of))).toEqual(new Set([own]));
});
