// Refusals by the server: required lists, exact counts, dates that depend on each other, formats.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { depot } from '#server/testing/depot.ts';

const { theirs, keep, walk, stored, problem } = depot();

const faults = async (work: Promise<unknown>): Promise<Record<string, string>> =>
  Object.fromEntries(((await problem(work)).details.violations ?? []).map(({ path, message }) => [path, message]));

const aRound = async (): Promise<Record<string, unknown>> => ({
  label: randomUUID(),
  walkers: [{ id: (await keep({ name: 'Zoé' })).id }],
  proofs: [await stored()],
  phone: ['04 65 71 00 01', '04 65 71 00 02'],
  stops: [{ name: 'Quai' }],
});

const lists = ['walkers', 'proofs', 'phone', 'stops'];
const required = Object.fromEntries(lists.map((name) => [name, 'Obligatoire']));

test('a required list is refused when it is absent, empty or null', async () => {
  const label = randomUUID();
  expect(await faults(walk({ label }))).toEqual(required);
  for (const nothing of [[], null])
    expect(await faults(walk({ label, ...Object.fromEntries(lists.map((name) => [name, nothing])) }))).toEqual(
      required,
    );
  const { id, walkers, stops } = await walk(await aRound());
  expect(await faults(walk({ id, walkers: [], stops: null }))).toEqual({
    walkers: 'Obligatoire',
    stops: 'Obligatoire',
  });
  expect(await walk({ id, label: 'autre' })).toMatchObject({ walkers, stops });
});

test('a list of the wrong length is refused', async () => {
  const round = await aRound();
  expect(await faults(walk({ ...round, phone: ['04 65 71 00 01'] }))).toEqual({ phone: 'Doit contenir 2 éléments' });
  const { id, phone } = await walk(round);
  expect(await faults(walk({ id, phone: [...(phone as unknown as string[]), '06 00 00 00 00'] }))).toEqual({
    phone: 'Doit contenir 2 éléments',
  });
});

test('dates are compared with each other, with a fixed day and with today', async () => {
  const round = await aRound();
  const faultsWith = (dates: object): Promise<Record<string, string>> => faults(walk({ ...round, ...dates }));
  expect(await faultsWith({ starts: '2019-12-31' })).toEqual({ starts: 'Doit être supérieure ou égale à 01/01/2020' });
  expect(await faultsWith({ starts: '2026-01-02', latest: '2026-01-02' })).toEqual({
    starts: 'Doit être inférieure à 02/01/2026',
  });
  expect(await faultsWith({ starts: '2026-01-02', ends: '2026-01-02' })).toEqual({
    ends: 'Doit être supérieure à 02/01/2026',
  });
  expect(await faultsWith({ starts: '2026-01-02', ends: '2026-02-01', latest: '2026-01-31' })).toEqual({
    ends: 'Doit être inférieure ou égale à 31/01/2026',
  });
  expect(await faultsWith({ starts: '2026-01-02', ends: '2028-01-03' })).toEqual({
    ends: 'Doit être inférieure ou égale à 2 an(s)',
  });
  const today = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' }).format(new Date());
  expect(await faultsWith({ due: '2020-01-01' })).toEqual({ due: `Doit être supérieure à ${today}` });
  expect(await faultsWith({ leaves: '2020-01-01T08:00:00Z' })).toEqual({
    leaves: expect.stringMatching(/^Doit être supérieure à \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
  });
  expect(await faultsWith({ leaves: '2099-07-01T10:00:00Z', arrives: '2099-07-01T11:30:00+02:00' })).toEqual({
    arrives: 'Doit être supérieure à 01/07/2099 12:00',
  });
  expect(await faultsWith({ stops: [{ name: 'a' }, { name: 'b', opens: '09:00', closes: '08:30' }] })).toEqual({
    'stops.1.closes': 'Doit être supérieure à 09:00',
  });
  expect(await walk({ ...round, starts: '2026-01-02', ends: '2028-01-02', latest: '2028-01-02' })).toMatchObject({
    ends: '2028-01-02',
  });
});

test('an edit is checked against the dates of the row, and only for the dates it changes', async () => {
  const { id } = await walk({ ...(await aRound()), starts: '2026-01-02', ends: '2026-06-01' });
  expect(await faults(walk({ id, starts: '2026-07-01' }))).toEqual({ ends: 'Doit être supérieure à 01/07/2026' });
  expect(await walk({ id, label: 'autre' })).toMatchObject({ label: 'autre' });
});

test('an amount has the decimals of its currency, a unit price four; both respect their minimum', async () => {
  const round = await aRound();
  expect(await faults(walk({ ...round, fee: 1.005, rate: 0.00005 }))).toEqual({
    fee: '13 chiffres et 2 décimales au plus',
    rate: '11 chiffres et 4 décimales au plus',
  });
  expect(await faults(walk({ ...round, fee: -0.01 }))).toEqual({ fee: 'Doit être supérieur ou égal à 0' });
  expect(await walk({ ...round, fee: 1.05, rate: 0.0005 })).toMatchObject({ fee: 1.05, rate: 0.0005 });
});

const wrong = {
  card: 'car-006-2029-05-12-20240012345',
  socialSecurityNumber: '1 85 05 78 006 084 90',
  paymentCard: '4242 4242 4242',
  paymentExpiry: '13/28',
  paymentCode: '12',
};

test('cards and numbers are checked by format and stored without spaces', async () => {
  expect(await faults(keep({ name: 'Zoé', ...wrong }))).toEqual({
    card: 'Numéro de carte professionnelle invalide',
    socialSecurityNumber: 'Clé du numéro de sécurité sociale invalide',
    paymentCard: '4 groupes de 4 chiffres attendus',
    paymentExpiry: 'MM/AA ou MM/AAAA attendu',
    paymentCode: '3 chiffres attendus',
  });
  expect(
    await keep({
      name: 'Zoé',
      card: 'CAR-006-2029-05-12-20240012345',
      socialSecurityNumber: '2 99 07 2a 004 001 56',
      paymentCard: '4242 4242 4242 4242',
      paymentExpiry: '12/2028',
      paymentCode: '123',
    }),
  ).toMatchObject({ socialSecurityNumber: '299072A00400156', paymentCard: '4242424242424242' });
});

test('French formats do not apply to an agency with other holidays', async () => {
  const { card, socialSecurityNumber } = wrong;
  expect(await keep({ name: 'Zoé', card, socialSecurityNumber }, theirs)).toMatchObject({ card, socialSecurityNumber });
  expect(await faults(keep({ name: 'Zoé', ...wrong }, theirs))).toEqual({
    paymentCard: '4 groupes de 4 chiffres attendus',
    paymentExpiry: 'MM/AA ou MM/AAAA attendu',
    paymentCode: '3 chiffres attendus',
  });
});
