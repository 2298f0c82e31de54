import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { CommercialContract } from '#core/commercial/contract.ts';
import { Customer } from '#core/customers/customer.ts';
import { allEntities } from '#core/entities.ts';
import { readDashboard } from '#core/home/dashboard.ts';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const owner = as('owner');
const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const call = (operation: Operation, of: Entity): Endpoint => endpointOf(of, operation);

const [card] = (await owner.answer(call('list', ExpirationType), { input: { query: 'Carte professionnelle' } })).body
  .expirationTypes;
const hire = async (agentInfos: object): Promise<void> => {
  const { status } = await owner.answer(call('save', Agent), {
    input: { firstname: 'Nadia', lastname: 'Roux', agentInfos },
  });
  expect(status).toBe(200);
};
await hire({
  cardNumber: 'CAR-006-2029-05-12-20130012345',
  expirations: [
    { type: { id: card.id }, expiresAt: dayIn(-400) },
    { type: { id: card.id }, expiresAt: dayIn(10) },
  ],
  contracts: [
    { type: 'CDD', startDate: dayIn(-700), endDate: dayIn(-500) },
    { type: 'CDD', startDate: dayIn(-100), endDate: dayIn(20) },
  ],
});
// One service of each kind for the planning tasks, and some that do not count.
const place = (await owner.answer(call('save', Site), { input: { name: 'Gare', customer: { id: here.customer.id } } }))
  .body.site.id;
const plan = async (start: string, status: number, publication = 'PUBLISHED'): Promise<string> => {
  const [made] = await sql<{ id: string }>(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, status)
      values ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $3::timestamptz, $3::timestamptz + interval '8 hours', $4) returning id`,
    [here.agency.id, place, start, status],
  );
  await sql('update services set publication = $2 where id = $1', [made?.id, publication]);
  return made?.id as string;
};
const at = (days: number, time: string): string => instantAt(dayIn(days), time, 'Europe/Paris');
await plan(at(0, '00:00'), 200);
await plan(at(0, '23:30'), 110);
const tomorrow = await plan(at(1, '00:00'), 100, 'DRAFT');
await plan(at(6, '23:00'), 100, 'CHANGED');
await plan(at(7, '00:00'), 100, 'DRAFT');
await plan(at(-7, '00:00'), 120);
await plan(at(-8, '23:59'), 120);
await plan(at(-1, '12:00'), 400);
await plan(at(0, '12:00'), 600);
await plan(at(0, '12:00'), 700);
await sql(
  `insert into service_times (agency_id, service_id, agent_id, state, started_at, status)
    select s.agency_id, s.id, $1, 200, s.start_at, 200 from services s where s.status = 200`,
  [here.people.agent.profile?.id],
);
// Two mails were not delivered: one this week, one before.
for (const age of ['1 hour', '8 days'])
  await sql(
    `with mail as (insert into emails (agency_id, id, recipients, pending, subject, reason)
        values ($1, gen_random_uuid(), array['a@b.fr'], '{}', 'Planning', 'test') returning id)
      insert into email_events (agency_id, id, email_id, event, date, email_subject, email)
        select $1, gen_random_uuid(), mail.id, 'blocked', now() - $2::interval, 'Planning', 'a@b.fr' from mail`,
    [here.agency.id, age],
  );
await hire({ type: 'NOMINEE' });
await hire({ type: 'EXTERNAL' });

/** The screens store days, and send the instants of the agency's clock. */
const sent = (filters: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(filters).map(([path, value]) => {
      const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
      // The day of a day stays as it is.
      if (typeof to !== 'string' || path === 'nextOn' || path === 'nextDue') return [path, value];
      const end = instantAt(to, '23:59', 'Europe/Paris');
      return [
        path,
        typeof from === 'string' ? { from: instantAt(from, '00:00', 'Europe/Paris'), to: end } : { to: end },
      ];
    }),
  );

test('the planning tasks cover today and the week around it', async () => {
  const { tasks } = (await owner.call(readDashboard, { mount: 'agency' })).dashboard;
  expect(tasks.slice(0, 6).map(({ key, count }) => [key, count])).toEqual([
    ['services.late', 1],
    // The late one and those to publish.
    ['services.unfilled', 3],
    ['services.interrupted', 1],
    ['services.missed', 1],
    ['services.today', 2],
    ['services.unpublished', 2],
  ]);
});

test('services of a person who declared an absence are a task, for those who may list absences', async () => {
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    here.agency.id,
    tomorrow,
    here.people.agent.profile?.id,
  ]);
  await sql(
    `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at)
      select $1, gen_random_uuid(), $2, (select id from agency_unavailability_types where agency_id = $1 limit 1), $3, $4`,
    [here.agency.id, here.people.agent.profile?.id, at(1, '07:00'), at(1, '23:59')],
  );
  const absent = async (who = owner) =>
    (await who.call(readDashboard, { mount: 'agency' })).dashboard.tasks.filter(({ key }) => key === 'services.absent');
  expect(await absent()).toMatchObject([
    { count: 1, label: 'Service d’une personne absente, à remplacer en entier (7 jours)' },
  ]);
  const clerk = as(await here.hire('planton', { of: 'azur', rights: ['readDashboard', 'listServices'] }));
  expect(await absent(clerk)).toEqual([]);
});

test('a customer counts the published services of his sites', async () => {
  await sql('insert into published_services select s.* from services s where s.site_id = $1 and s.status = 200', [
    place,
  ]);
  const { tasks } = (await as('customer').call(readDashboard, { mount: 'customer' })).dashboard;
  expect(tasks.filter(({ entity }) => entity === 'service')).toMatchObject([
    { key: 'services.today', count: 1, label: 'Service du jour' },
  ]);
});

test('what the money waits for is counted, for those who may list it', async () => {
  const address = { street: '2 rue Basse', zipcode: '06000', city: 'Nice' };
  const saved = async (of: Entity, input: object): Promise<string> => {
    const { body } = await owner.answer(call('save', of), { input });
    return body[of.name].id;
  };
  const customer = { id: await saved(Customer, { name: 'Client en retard', type: 100, address }) };
  const item = { title: 'Garde', quantity: 10, price: 10, vat: 20, unit: 'HOUR' };
  const [late, , model] = [
    await saved(Invoice, { customer, date: today, items: [item] }),
    await saved(Invoice, { customer, date: today, items: [item] }),
    await saved(Invoice, { customer, date: today, items: [item] }),
  ];
  await sql(
    `update invoices set issued_at = now(), number = 'F1', printed = '{}', due_date = $2, sent = true where id = $1`,
    [late, dayIn(-1)],
  );
  const subscription = await saved(InvoiceRecurrence, { invoice: { id: model }, startAt: dayIn(3) });
  await sql('update invoice_recurrences set next_on = $2 where id = $1', [subscription, dayIn(-1)]);
  const estimate = await saved(Estimate, { customer, date: today, items: [item] });
  await sql(`update estimates set status = 300, sent = true, sent_at = now() - interval '9 days' where id = $1`, [
    estimate,
  ]);
  await saved(CommercialContract, {
    ...{ title: 'Rondes', customer, startDate: dayIn(-300), endDate: dayIn(60), noticeMonths: 3, periodicity: 2 },
  });
  const keys = ['invoices.late', 'recurrences.stopped', 'invoices.drafts', 'estimates.silent', 'notice.EXPIRED'];
  const tasks = async (who = owner) =>
    (await who.call(readDashboard, { mount: 'agency' })).dashboard.tasks.filter(({ key }) => keys.includes(key));
  const found = await tasks();
  expect(found.map(({ key, count }) => [key, count])).toEqual(keys.map((key) => [key, 1]));
  expect(found[0]?.label).toBe('Facture en retard : 120,00\u00a0€');
  const clerk = as(await here.hire('standardiste', { of: 'azur', rights: ['readDashboard', 'listServices'] }));
  expect(await tasks(clerk)).toEqual([]);
});

test('the terms of transfers of staff are tasks, late ones apart, for those who may list them', async () => {
  const site = (await sql<{ id: string }>('select id from sites where agency_id = $1 limit 1', [here.agency.id]))[0]
    ?.id;
  for (const days of [-2, -1, 3, 30])
    await sql(
      `insert into staff_transfers (agency_id, id, direction, site_id, transfer_date, next_due, next_task)
        select $1, gen_random_uuid(), 'OUT', $2, app_today_of($1) + 60, app_today_of($1) + $3::integer, 'Adresser la liste'`.replaceAll(
        'app_today_of($1)',
        '(select (now() at time zone time_zone)::date from agencies where id = $1)',
      ),
      [here.agency.id, site, days],
    );
  const terms = async (who = owner) =>
    (await who.call(readDashboard, { mount: 'agency' })).dashboard.tasks.filter(({ key }) =>
      key.startsWith('transfers.'),
    );
  expect(await terms()).toMatchObject([
    { key: 'transfers.late', count: 2, tone: 'negative', label: 'Délais de reprise du personnel dépassés' },
    { key: 'transfers.soon', count: 1, tone: 'warning', label: 'Échéance de reprise du personnel (7 jours)' },
  ]);
  expect(await terms(as(await here.hire('vigie', { of: 'azur', rights: ['readDashboard', 'listServices'] })))).toEqual(
    [],
  );
});

test('each count equals the list it opens', async () => {
  const { dashboard } = await owner.call(readDashboard, { mount: 'agency' });
  expect(dashboard.tasks.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['mails', 'times', 'anomaly.COMPANY_MISSING', 'paper.SOON', 'contract.SOON', 'candidates']),
  );
  for (const { entity, filters, count, key } of dashboard.tasks) {
    const of = allEntities.find(({ name }) => name === entity) as Entity;
    const { body } = await owner.answer(call('list', of), { input: { filters: sent(filters) } });
    expect(body.filtered, key).toBe(count);
  }
});

test('a replaced paper is no task', async () => {
  const { tasks } = (await owner.call(readDashboard, { mount: 'agency' })).dashboard;
  expect(tasks.find(({ key }) => key === 'paper.EXPIRED')).toBeUndefined();
});

test('the staff is counted by type, by contract and by month', async () => {
  const { staffing } = (await owner.call(readDashboard, { mount: 'agency' })).dashboard;
  expect(staffing?.byType).toContainEqual({ code: 'NOMINEE', count: 1 });
  expect(staffing?.byContract).toContainEqual({ code: 'CDD', count: 1 });
  expect(staffing?.months).toHaveLength(12);
  expect(staffing?.months.at(-1)).toMatchObject({ month: today.slice(0, 7), headcount: 1 });
  // Nobody worked between his two contracts.
  expect(staffing?.months[0]?.headcount).toBe(0);
});

test('without the right to list, nothing is counted and the staff is hidden', async () => {
  const clerk = as(await here.hire('guichetière', { of: 'azur', rights: ['readDashboard', 'listCustomers'] }));
  const { dashboard } = await clerk.call(readDashboard, { mount: 'agency' });
  expect(dashboard.tasks.filter(({ entity }) => entity !== 'customer')).toEqual([]);
  expect(dashboard.staffing).toBeNull();
});

test('an agent and a customer get their own tasks, and none of the agency', async () => {
  expect((await as('agent').call(readDashboard, { mount: 'agent' })).dashboard).toEqual({ tasks: [], staffing: null });
  const { tasks } = (await as('customer').call(readDashboard, { mount: 'customer' })).dashboard;
  expect(tasks.every(({ entity }) => entity === 'service')).toBe(true);
});
