import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { isIn, matches } from './finding.ts';

const shown = flatFields(Agency.fields);
const found = (query: string): string[] => shown.filter(([, field]) => matches(query)(field)).map(([path]) => path);

test.each([
  ['délai', 'planningChecks.regulation'],
  ['prevenance', 'planningChecks.regulation'],
  ['délai prévenance', 'planningChecks.regulation'],
  ['accord', 'planningChecks.regulation'],
  ['IDCC', 'planningChecks.regulation'],
  ['convention collective', 'planningChecks.regulation'],
  ['pause', 'planningChecks.break'],
  ['interdire pause', 'planningChecks.break'],
  ['mot de passe', 'accounts.passwordLength'],
  ['passe longueur', 'accounts.passwordLength'],
  ['deux étapes', 'accounts.secondFactor'],
  ['repos', 'planningChecks.dailyRest'],
  ['fériés', 'holidayLocale'],
  ['dimanche', 'planningLimits.monthlySundays'],
  ['inactivité', 'safety.inactivityDelay'],
  ['alerte', 'alarmChain'],
  ['TVA', 'agencySettingsSubscription.vat'],
  ['rapport intervention', 'pricesBySlot.interventionAmount'],
  ['éléments de salaire', 'salaryElementTypes'],
  ['couleur', 'agencySettingsFeature.planningViewTourHexColor'],
  ['retard', 'planningLimits.lateMargin'],
])('« %s » finds %s', (query, path) => expect(found(query)).toContain(path));

test('a word of no setting finds none', () => expect(found('licorne')).toEqual([]));

test.each(['stockage', 'STOCKAGE ', 'jeux droits'])('« %s » finds the part of the page with this title', (query) =>
  expect(['Stockage', 'Jeux de droits'].filter((label) => isIn(query, label))).toHaveLength(1),
);
