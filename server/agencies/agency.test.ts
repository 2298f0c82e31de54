import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Customer } from '#core/customers/customer.ts';
import { readCustomerPricing } from '#core/customers/pricing.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const owner = as('owner');

const call = (operation: Operation, of: Entity = Agency): Endpoint => endpointOf(of, operation);
const read = async (who = owner): Promise<AnyRow> =>
  (await who.answer(call('read'), { params: { id: agency.id } })).body.agency;
const save = (input: object, who = owner): Promise<Answer> =>
  who.answer(call('save'), { input: { id: agency.id, ...input } });

test('a new agency has the default values of the specification', async () => {
  // The test world differs in one setting.
  await sql('update agencies set check_card = default where id = $1', [agency.id]);
  expect(await read()).toMatchObject({
    customerNumberPrefix: '411-',
    currency: 'EUR',
    holidayLocale: 'FR',
    address: { country: 'FR' },
    utcOffset: 120,
    timeZone: 'Europe/Paris',
    planningLimits: {
      maxServiceDuration: 720,
      agentRest: 660,
      spaceBetweenServices: 660,
      maxWeeklyHours: 48,
      minWeeklyRest: 35,
      monthlySundays: 2,
      lateMargin: 5,
    },
    planningChecks: { regulation: 'OWN', serviceMaxDuration: 1, card: 2, expirations: 1, workContracts: 1 },
    hours: {
      hoursLimit: 35,
      firstOvertimeFrom: 35,
      firstOvertimeRate: 25,
      secondOvertimeFrom: 43,
      secondOvertimeRate: 50,
      nightStart: '21:00',
      nightEnd: '06:00',
    },
    safety: { ptiFrequency: 30, inactivityDelay: 10 },
    pricesBySlot: { dayAmount: 21, nightFactor: 1.1, holidayFactor: 2, sundayFactor: 1.1, saturdayFactor: 1.1 },
    invoiceSettings: { bankDetails: 'Paiement par chèque ou par virement bancaire' },
    agentPlanningSettings: { sendHour: '06:00', recurringDays: 7, sendFrequencyType: 'NEVER' },
    agencySettingsSubscription: { vatLabel: 'TVA' },
    stock: { simplifiedStock: true },
  });
});

test('its lists have the usual entries, in order', async () => {
  const { requestTypes, unavailabilityTypes } = await read();
  expect(requestTypes.map(({ name }: AnyRow) => name)).toEqual([
    'Congés',
    'Acompte',
    'Attestation',
    'Matériel',
    'Autre',
  ]);
  expect(unavailabilityTypes.map(({ name }: AnyRow) => name)).toEqual([
    'Congés payés',
    'Maladie',
    'Accident du travail',
    'Formation',
    'Repos',
    'Absence injustifiée',
    'Autre',
  ]);
});

test('the next customer gets the changed prefix, and the change is in the history', async () => {
  expect((await save({ customerNumberPrefix: 'C-' })).status).toBe(200);
  const { body } = await owner.answer(call('save', Customer), { input: { name: 'Préfixe', type: 100 } });
  expect(body.customer.customerInfos.customerNumberId).toMatch(/^C-\d{4}$/);
  const { history } = (await owner.answer(call('history'), { params: { id: agency.id } })).body;
  expect(history[0]).toMatchObject({
    action: 'edit',
    changes: { customerNumberPrefix: { before: '411-', after: 'C-' } },
  });
});

test('a level, a list and a message are stored; other settings stay', async () => {
  const before = await read();
  const levels = { dailyRest: 2, break: 0, card: 1, licence: 2, medicalVisit: 0, firstAid: 2 };
  const answer = await save({
    version: before.version,
    planningChecks: levels,
    planningLimits: { gapTolerance: 10 },
    requestTypes: [...before.requestTypes.slice(0, 2), { name: 'Changement de site' }],
    agentExpirationSettings: { emailMessage: 'Bonjour {destinataire}' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const after = await read();
  expect(after.planningChecks).toEqual({ ...before.planningChecks, ...levels });
  expect(after.planningLimits).toEqual({ ...before.planningLimits, gapTolerance: 10 });
  expect(after.requestTypes.map(({ name }: AnyRow) => name)).toEqual(['Congés', 'Acompte', 'Changement de site']);
  expect(after.agentExpirationSettings.emailMessage).toBe('Bonjour {destinataire}');
  expect(after.invoiceSettings).toEqual(before.invoiceSettings);
});

test.each<[string, object, string]>([
  ['a factor of nothing', { pricesBySlot: { nightFactor: 0 } }, 'pricesBySlot.nightFactor'],
  ['an inactivity below five minutes', { safety: { inactivityDelay: 4 } }, 'safety.inactivityDelay'],
  ['a level that does not exist', { planningChecks: { dailyRest: 3 } }, 'planningChecks.dailyRest'],
  ['a second overtime before the first', { hours: { secondOvertimeFrom: 30 } }, 'hours.secondOvertimeFrom'],
  [
    'a colour that is none',
    { agencySettingsFeature: { planningViewTourHexColor: 'rouge' } },
    'agencySettingsFeature.planningViewTourHexColor',
  ],
  ['an agency without a name', { name: '' }, 'name'],
])('%s is refused', async (_, input, path) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { violations: [{ path }] } });
});

test('settings are read and changed only with their rights, and nobody can create an agency here', async () => {
  const reader = as(await here.hire('lectrice', { of: 'azur', rights: ['readAgencySetting'] }));
  expect((await read(reader)).name).toBe((await read()).name);
  expect(await save({ name: 'À moi' }, reader)).toMatchObject({ status: 403, body: { right: 'editAgencySetting' } });
  const stranger = as(await here.hire('passante', { of: 'azur', rights: ['listAgents'] }));
  expect((await stranger.answer(call('read'), { params: { id: agency.id } })).status).toBe(403);
  expect((await owner.answer(call('save'), { input: { name: 'Nouvelle' } })).status).toBe(403);
});

test('the manager, the errors and another agency cannot be changed', async () => {
  const [other] = await sql<{ id: string }>('select id from agencies where id <> $1', [agency.id]);
  expect((await owner.answer(call('read'), { params: { id: other?.id ?? '' } })).status).toBe(404);
  expect((await owner.answer(call('save'), { input: { id: other?.id, name: 'À nous' } })).status).toBe(404);
  expect((await save({ managerId: null })).status).toBe(400);
});

test('a price of a time slot is set apart from its coefficient, and taken away again', async () => {
  const night = async (nightAmount: number | null): Promise<unknown> =>
    (await save({ pricesBySlot: { nightAmount } })).body.agency.pricesBySlot;
  expect(await night(30)).toMatchObject({ dayAmount: 21, nightAmount: 30, nightFactor: 1.1, sundayAmount: null });
  const { customer } = (await owner.answer(call('save', Customer), { input: { name: 'Nuits' } })).body;
  const { pricing } = (await owner.answer(readCustomerPricing, { params: { id: customer.id } })).body;
  expect(pricing).toMatchObject({ source: 'agency', pricesBySlot: { nightAmount: 30, nightFactor: 1.1 } });
  expect(await night(null)).toMatchObject({ nightAmount: null });
});
