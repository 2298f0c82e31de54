import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Specialty } from '../agencies/specialty.ts';
import { entity } from './entity.ts';
import { day, group, lines, moment, money, text, unitPrice } from './field.ts';
import { type Circumstances, needsCircumstances, unknownDay } from './rules.ts';
import { checkDraft } from './schema.ts';

const Trip = entity({
  name: 'trip',
  plural: 'trips',
  table: 'trips',
  label: { one: 'Trajet', many: 'Trajets' },
  description: '',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants: { list: {}, read: {}, create: {}, edit: {} },
  fields: {
    label: text('Nom', { required: true }),
    born: day('Né le', { dates: { notAfter: 'today' } }),
    contract: group('Contrat', {
      from: day('Du'),
      to: day('Au', { dates: { notBefore: { path: 'contract.from' } } }),
    }),
    leaves: moment('Départ', { dates: { notBefore: { path: 'contract.from' } } }),
    fare: money('Prix', { min: 0 }),
    mile: unitPrice('Prix au kilomètre'),
    stops: lines('Étapes', {
      toll: money('Péage'),
      on: day('Le'),
      until: day('Au', { dates: { after: { path: 'on' } } }),
    }),
  },
});

const at = { ...unknownDay, now: new Date('2026-11-15T23:30:00Z') };
const faults = (
  draft: object,
  current: Record<string, unknown> | null = null,
  when: Circumstances = at,
): Record<string, string> => {
  const checked = checkDraft(Trip, draft, current, when);
  return checked.ok ? {} : Object.fromEntries(checked.violations.map(({ path, message }) => [path, message]));
};

test('today is the day in the agency’s zone, not in UTC', () => {
  expect(faults({ label: 'a', born: '2026-11-16' })).toEqual({});
  expect(faults({ label: 'a', born: '2026-11-17' })).toEqual({ born: 'Doit être inférieure ou égale à 16/11/2026' });
  expect(faults({ label: 'a', born: '2026-11-16' }, null, { ...at, zone: 'America/Guadeloupe' })).toEqual({
    born: 'Doit être inférieure ou égale à 15/11/2026',
  });
});

test('without a current date nothing is compared with today', () => {
  expect(faults({ label: 'a', born: '2199-01-01' }, null, unknownDay)).toEqual({});
});

test('members of a group are compared with the values of the current row', () => {
  const current = { contract: { from: '2026-02-01', to: '2026-03-01' } };
  expect(faults({ contract: { to: '2026-01-31' } }, current)).toEqual({
    'contract.to': 'Doit être supérieure ou égale à 01/02/2026',
  });
  expect(faults({ contract: { from: '2026-03-02' } }, current)).toEqual({
    'contract.to': 'Doit être supérieure ou égale à 02/03/2026',
  });
  expect(faults({ contract: { to: null } }, current)).toEqual({});
});

test('a moment and a day are compared as days', () => {
  const contract = { from: '2026-02-02' };
  expect(faults({ label: 'a', contract, leaves: '2026-02-01T22:30:00Z' })).toEqual({
    leaves: 'Doit être supérieure ou égale à 02/02/2026',
  });
  expect(faults({ label: 'a', contract, leaves: '2026-02-01T23:30:00Z' })).toEqual({});
});

test('every line is checked by its own dates, together with the other faults', () => {
  const stops = [{ on: '2026-01-01', until: '2026-01-02' }, { on: '2026-01-05', until: '2026-01-05' }, { until: 'x' }];
  expect(faults({ stops })).toEqual({
    label: 'Obligatoire',
    'stops.1.until': 'Doit être supérieure à 05/01/2026',
    'stops.2.until': "La date n'existe pas",
  });
});

test('the day and the place of a save are needed only for fields that depend on them', () => {
  expect(needsCircumstances(Trip.fields)).toBe(true);
  expect(needsCircumstances(Specialty.fields)).toBe(false);
});

test('values of any shape in place of dates, groups and lines are reported, never thrown', () => {
  const any = fc.anything({ withDate: true, withNullPrototype: true });
  const body = fc.record({ born: any, contract: any, leaves: any, stops: fc.oneof(any, fc.array(any)) });
  fc.assert(
    fc.property(body, fc.option(fc.record({ contract: any, stops: any })), (draft, current) => {
      const checked = checkDraft(Trip, draft, current as Record<string, unknown> | null, at);
      return typeof checked.ok === 'boolean';
    }),
  );
});

test('an amount has the decimals of the agency’s currency, a unit price four in any currency', () => {
  const label = 'a';
  const pacific = { ...at, currency: 'XPF' };
  const most = { fare: 9999999999999.99, mile: 99999999999.9999 };
  expect(faults({ label, ...most })).toEqual({});
  expect(faults({ label, fare: 1e13, mile: 1e11 })).toEqual({
    fare: '13 chiffres et 2 décimales au plus',
    mile: '11 chiffres et 4 décimales au plus',
  });
  expect(faults({ label, fare: 0.1 + 0.2, stops: [{ toll: 0.001 }] })).toEqual({
    fare: '13 chiffres et 2 décimales au plus',
    'stops.0.toll': '13 chiffres et 2 décimales au plus',
  });
  expect(faults({ label, fare: 1.5, mile: 1.2345, stops: [{ toll: 0.5 }] }, null, pacific)).toEqual({
    fare: '13 chiffres au plus, sans décimale',
    'stops.0.toll': '13 chiffres au plus, sans décimale',
  });
  expect(faults({ label, fare: 1500, stops: [{ toll: 3 }] }, null, pacific)).toEqual({});
});

test('the currency is needed only for amounts', () => {
  expect(needsCircumstances({ fare: money('Prix') })).toBe(true);
  expect(needsCircumstances({ mile: unitPrice('Prix au kilomètre') })).toBe(false);
});
