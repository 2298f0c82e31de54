// Who is in a month of pay, what must not be lost of it, and what may not change once months are closed.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Specialty } from '#core/agencies/specialty.ts';
import { entityNamed } from '#core/entities.ts';
import { closePayroll, fetchPayrollMonth } from '#core/pay/calls.ts';
import { PayRate } from '#core/pay/pay-rate.ts';
import { SalaryElement, SalaryElementType } from '#core/pay/salary-element.ts';
import { agentsHours } from '#core/planning/hours-calls.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { issueInvoice, rowOf } from '#server/testing/rows.ts';
import { world } from '#server/testing/world.ts';

const here = await world({ jobs: [] });
const { as, agency, sql } = here;
const { site, guard } = await plannerOf(here);
const owner = as('owner');
const contract = { ...{ type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK' }, monthlyPay: 1900 };
await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
const month = (asked: string) => owner.call(fetchPayrollMonth, { input: { month: asked } });
const saveAgency = (input: object) =>
  owner.answer(endpointOf(Agency, 'save'), { mount: 'agency', input: { id: agency.id, ...input } });

test('the pay period and the currency may change before a month is closed and an invoice issued', async () => {
  expect((await saveAgency({ hours: { payPeriodStart: 21 }, currency: 'CHF' })).status).toBe(200);
  expect((await saveAgency({ hours: { payPeriodStart: 1 }, currency: 'EUR' })).status).toBe(200);
});

test('a salary element of somebody without a contract and without work in the month is paid', async () => {
  const leaver = await guard({ contracts: [{ ...contract, endDate: '2026-08-10' }] });
  const types = (await owner.call(endpointOf(SalaryElementType, 'list'), {
    mount: 'agency',
    input: {},
  })) as unknown as { salaryElementTypes: AnyRow[] };
  const input = { userCompany: { id: leaver }, type: { id: types.salaryElementTypes[0]?.id }, date: '2026-09-15' };
  await owner.call(endpointOf(SalaryElement, 'save'), {
    mount: 'agency',
    input: { ...input, direction: 'GAIN', amount: 500 },
  });
  expect((await month('2026-09')).agents.find(({ id }) => id === leaver)).toMatchObject({ total: 500 });
  expect((await month('2026-10')).agents.map(({ id }) => id)).not.toContain(leaver);
});

test('services that nobody clocked are named in the month, in their period only', async () => {
  const somebody = await guard({ contracts: [contract] });
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, $2, $3, '2026-09-10T06:00Z', '2026-09-10T14:00Z', 120)`,
    [agency.id, id, site],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    agency.id,
    id,
    somebody,
  ]);
  const issues = async (asked: string) => (await month(asked)).agents.find((row) => row.id === somebody)?.issues;
  expect(await issues('2026-09')).toContain('unclocked');
  expect(await issues('2026-10')).not.toContain('unclocked');
});

test('a speciality outside art. 7.12 is paid for its duration, in the month and in the hours', async () => {
  const trained = await guard({ type: 'EMERGENCY', contracts: [contract] });
  const { body } = await owner.answer(endpointOf(Specialty, 'save'), {
    mount: 'agency',
    input: { name: 'Formation interne', excludedWork: 'training' },
  });
  const paid = async () => [
    (await month('2026-09')).agents.find(({ id }) => id === trained)?.paid,
    (await owner.call(agentsHours, { input: { start: '2026-09-01', end: '2026-09-30', limit: 100 } })).hours.find(
      ({ id }) => id === trained,
    )?.paid,
  ];
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, $2, $3, '2026-09-14T06:00Z', '2026-09-14T08:00Z', 300)`,
    [agency.id, id, site],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    ...[agency.id, id, trained],
  ]);
  expect(await paid()).toEqual([360, 360]);
  await sql('update services set specialty_id = $1 where id = $2', [body.specialty.id, id]);
  expect(await paid()).toEqual([120, 120]);
});

test('the choice of rest for holidays is on the sheet of the person, and read by the month (art. 9.05)', async () => {
  const rested = await guard({ contracts: [contract], holidayRest: true });
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, $2, $3, '2026-07-14T06:00Z', '2026-07-14T14:00Z', 300)`,
    [agency.id, id, site],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    ...[agency.id, id, rested],
  ]);
  const row = (await month('2026-07')).agents.find((one) => one.id === rested);
  expect(row?.cells.find(({ rubric }) => rubric === 'holiday')).toMatchObject({ quantity: 480, amount: 0 });
  expect(row?.counters.holidayRest).toEqual({ opening: 0, earned: 480, taken: 0, closing: 480 });
});

test('one value of a rate from a day; a second one, and a value that cannot be meant, are refused', async () => {
  const save = (input: object) => owner.answer(endpointOf(PayRate, 'save'), { mount: 'agency', input });
  const meal = { kind: 'meal', value: 5, validFrom: '2026-11-01' };
  const first = await save(meal);
  expect(first.status).toBe(200);
  const second = await save({ ...meal, value: 7 });
  expect([second.status, second.body.violations]).toEqual([
    400,
    [{ path: 'validFrom', message: 'Ce taux est déjà donné à partir du 01/11/2026 : modifiez-le' }],
  ]);
  expect((await save({ id: first.body.payRate.id, value: 5.5 })).status).toBe(200);
  expect((await save({ ...meal, validFrom: '2026-12-01' })).status).toBe(200);
  expect((await save({ kind: 'sundayFactor', value: 0, validFrom: '2026-11-01' })).body.violations[0].path).toBe(
    'value',
  );
});

test('accounts begin with three digits', async () => {
  for (const services of ['=1+1', '411 000', 'x\ty', 'Ventes'])
    expect((await saveAgency({ accounting: { services } })).body.violations).toMatchObject([
      { path: 'accounting.services' },
    ]);
  expect((await saveAgency({ accounting: { services: '706200' } })).status).toBe(200);
});

test('a rule of the agency that changes later changes no closed month', async () => {
  const worker = await guard({ contracts: [contract] });
  for (const day of [7, 8, 9, 10, 11]) {
    const id = randomUUID();
    await sql(
      `insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '9 hours', 300)`,
      [agency.id, id, site, `2026-09-${String(day).padStart(2, '0')}T12:00Z`],
    );
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      ...[agency.id, id, worker],
    ]);
  }
  const { unsettled } = await month('2026-09');
  expect((await owner.answer(closePayroll, { input: { month: '2026-09', unsettled } })).status).toBe(200);
  const corrections = async () => {
    const row = (await month('2026-10')).agents.find(({ id }) => id === worker);
    return row?.cells.filter(({ regularises }) => regularises !== null);
  };
  expect(await corrections()).toEqual([]);
  await sql(
    `update agencies set first_overtime_rate = 10, night_start = '14:00', planning_regulation = 'OWN' where id = $1`,
    [agency.id],
  );
  expect(await corrections()).toEqual([]);
  await sql(
    `update agencies set first_overtime_rate = 25, night_start = '21:00', planning_regulation = 'IDCC1351' where id = $1`,
    [agency.id],
  );
});

test('the pay period stays once a month is closed, the currency once an invoice is issued', async () => {
  const setting = { world: here, mount: 'agency', person: null, where: 'own', fresh: true } as const;
  await issueInvoice(await rowOf(entityNamed('invoice'), setting), setting);
  const { status, body } = await saveAgency({ hours: { payPeriodStart: 21 }, currency: 'CHF' });
  expect([status, body.violations.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['currency', 'hours.payPeriodStart'],
  ]);
  // The same values again are no change.
  expect((await saveAgency({ hours: { payPeriodStart: 1 }, currency: 'EUR' })).status).toBe(200);
});
