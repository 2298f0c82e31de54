import { expect, test } from 'vitest';
import type { Field, Fields } from '../kernel/field.ts';
import { Agency } from './agency.ts';
import { timeSlots } from './settings/pay.ts';
import { checkLevels, checkParts, levelledRules, planningChecks, planningFields } from './settings/planning.ts';

const membersOf = (name: keyof typeof Agency.fields): string[] =>
  Object.keys((Agency.fields[name] as { fields?: Fields }).fields ?? {});

test.each([
  'estimateSettings',
  'invoiceSettings',
  'settingsAgentPurchaseOrder',
  'hoursCountCustomerSettings',
  'eventReportSettings',
  'agentPlanningSettings',
  'customerPlanningSettings',
  'agentExpirationSettings',
] as const)('%s has a header, a footer and the message of its mail (L-015)', (block) => {
  expect(membersOf(block)).toEqual(expect.arrayContaining(['header', 'footer', 'emailMessage']));
});

test.each(['estimateSettings', 'invoiceSettings'] as const)(
  '%s has payment details and a late payment message (L-016)',
  (block) => {
    expect(membersOf(block)).toEqual(expect.arrayContaining(['bankDetails', 'latePaymentMessage']));
    const { bankDetails } = (Agency.fields[block] as unknown as { fields: Record<string, { default?: unknown }> })
      .fields;
    expect(bankDetails?.default).toBe('Paiement par chèque ou par virement bancaire');
  },
);

test.each(['agentPlanningSettings', 'customerPlanningSettings'] as const)(
  '%s has the settings of its mailing (L-018)',
  (block) => {
    expect(membersOf(block)).toEqual(
      expect.arrayContaining([
        'mailingMode',
        'sendFrequencyType',
        'dayOfWeek',
        'recurringDays',
        'daysOfMonth',
        'periodType',
        'customPeriod',
        'sendHour',
        'sendIfModified',
        'lastSentAt',
      ]),
    );
  },
);

test('each of the fifteen checks, and each part of one, has one of three levels (V-001)', () => {
  expect(Object.keys(planningChecks)).toHaveLength(15);
  expect(Object.keys(checkParts)).toEqual(['break', 'card', 'licence', 'medicalVisit', 'firstAid']);
  expect(
    membersOf('planningChecks')
      .filter((name) => name !== 'regulation')
      .toSorted(),
  ).toEqual(levelledRules.toSorted());
  expect(checkLevels).toEqual({ 0: 'Désactiver', 1: 'Avertissement', 2: 'Interdire' });
});

test('only the professional card forbids by default (V-001; R631-15)', () => {
  const fields: Record<string, Field> = planningFields.planningChecks.fields;
  expect(levelledRules.filter((rule) => fields[rule]?.default !== 1)).toEqual(['card']);
  expect(fields.card?.default).toBe(2);
});

test('the twelve slots have the specification’s identifiers, and an own price or a factor (AC-018)', () => {
  expect(Object.keys(timeSlots)).toEqual(
    'day night holiday holidayNight sunday sundayNight sundayHoliday sundayHolidayNight saturday saturdayNight saturdayHoliday saturdayHolidayNight'.split(
      ' ',
    ),
  );
  expect(membersOf('pricesBySlot')).toEqual(
    expect.arrayContaining([
      'dayAmount',
      ...Object.keys(timeSlots)
        .slice(1)
        .map((slot) => `${slot}Factor`),
    ]),
  );
});

test('every list of the settings has a help text', () => {
  const silent = Object.values(Agency.fields).filter(
    ({ kind, help, written }: { kind: string; help?: string; written?: string }) =>
      kind === 'lines' && !written && !help,
  );
  expect(silent).toEqual([]);
});
