import { expect, test } from 'vitest';
import { faultsOf } from './components.mjs';

const now = new Date('2026-11-16T12:00:00Z');
const today = new Date('2026-11-16T08:00:00Z');
const fault = (severity: string) => ({ vulnerabilities: { one: { name: 'one', severity, range: '<2' } } });

test.each([
  ['nothing known', { vulnerabilities: {} }, today, []],
  ['a moderate fault waits for the next delivery', fault('moderate'), today, []],
  ['a critical fault', fault('critical'), today, ['one <2 : faille critique']],
  ['a high fault', fault('high'), today, ['one <2 : faille élevée']],
  [
    'four months without an update',
    { vulnerabilities: {} },
    new Date('2026-07-16T12:00:00Z'),
    ['Composants non mis à jour depuis 123 jours (92 au plus)'],
  ],
  ['no answer', null, today, ['Le registre n’a pas répondu : les failles connues ne sont pas vérifiées']],
])('the components of a delivery: %s', (_, audit, updated, faults) => {
  expect(faultsOf(audit, updated, now)).toEqual(faults);
});
