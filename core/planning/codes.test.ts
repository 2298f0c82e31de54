import { expect, test } from 'vitest';
import { conflictCodes } from './calls.ts';
import { breakTypes } from './service.ts';

test('the fifteen codes are the specification’s, one for each check (V-017)', () => {
  expect(Object.values(conflictCodes).sort()).toEqual(
    [
      'service max duration',
      'rest consecutive',
      'rest Sunday',
      'restriction',
      'site forbidden',
      'unavailable',
      'already hired',
      '11-hour space',
      '11-hour rest',
      'hours limit',
      'unqualified',
      'expired',
      'contract expired',
      'max weekly hours',
      'min weekly rest',
    ].sort(),
  );
});

test('breaks and time gaps have the specification’s five names (Q-007)', () => {
  expect(breakTypes).toEqual({
    0: 'Pause',
    1: 'Retard',
    2: 'Départ anticipé sur demande du collaborateur',
    3: 'Départ anticipé non autorisé',
    4: 'Absence durant le service',
  });
});
