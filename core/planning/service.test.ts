import { describe, expect, test } from 'vitest';
import { activityTypes, reportKeys } from './activity.ts';
import { recurrenceTypes } from './recurrence.ts';
import { Service } from './service.ts';
import { selectableStatuses, serviceStatus } from './status.ts';

test('activity types are the eight of the specification, four of which end with a report', () => {
  expect(Object.entries(activityTypes)).toEqual([
    ['1', 'Gardiennage & Surveillance'],
    ['2', 'Intervention & Levée de doute'],
    ['3', "PC sécurité & Contrôle d'accès"],
    ['4', 'Accueil'],
    ['5', 'Gestion administrative'],
    ['6', 'Ronde mobile'],
    ['7', 'Reconnaissance des lieux (RDL)'],
    ['8', 'Audit & Contrôle'],
  ]);
  expect(reportKeys).toEqual({ 2: 'intervention', 6: 'round', 7: 'recognition', 8: 'audit' });
});

test('states are those of the specification; archived and unscheduled are not selectable', () => {
  expect(Object.entries(serviceStatus.states).map(([code, { label }]) => [Number(code), label])).toEqual([
    [100, 'En attente'],
    [110, 'En retard'],
    [120, 'Non réalisé'],
    [200, 'En cours'],
    [250, 'Prolongation de service/tournée'],
    [300, 'Terminé'],
    [400, 'Interrompu'],
    [500, 'En pause'],
    [600, 'Archivé'],
    [700, 'Déprogrammé'],
    [800, 'Non terminé'],
  ]);
  expect(selectableStatuses).toEqual([100, 110, 120, 200, 250, 300, 400, 500, 800]);
  expect(Service.offered?.usual).toEqual({ status: selectableStatuses });
});

test('recurrences are daily, weekly, monthly and of public holidays', () => {
  expect(Object.values(recurrenceTypes)).toEqual(['quotidienne', 'hebdomadaire', 'mensuelle', 'jours fériés']);
});

describe('is refused', () => {
  const day = (time: string): string => `2027-02-01T${time}.000Z`;
  const base = { startAt: day('08:00:00'), endAt: day('16:00:00') };
  const found = (draft: object) => Service.check?.({ ...base, ...draft } as never).map(({ path }) => path);

  test('a service longer than 72 hours by a few seconds', () => {
    expect(found({ endAt: '2027-02-04T08:00:00.000Z' })).toEqual([]);
    expect(found({ endAt: '2027-02-04T08:00:10.000Z' })).toEqual(['endAt']);
  });

  test('a stop of a service that is not said to be a circuit', () => {
    expect(found({ services: [{ arrival: '10:00', minutes: 5 }] })).toEqual(['services']);
    expect(found({ services: [{ arrival: '10:00', minutes: 5 }], isCircuit: true })).toEqual([]);
  });
});
