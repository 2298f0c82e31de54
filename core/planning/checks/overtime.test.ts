import { describe, expect, test } from 'vitest';
import type { AgentFacts, Shift } from '../model.ts';
import { branch, contract, daily, findings, findingTexts, own, shift, somebody } from '../testing/planned.ts';

const facts = (
  more: Partial<typeof contract>,
  counters: Partial<AgentFacts['counters']> = {},
): Partial<AgentFacts> => ({
  contracts: [{ ...contract, ...more }],
  counters: { ...somebody().counters, ...counters },
});
const week = (monday: string): Shift[] => daily(monday, 4, '08:00-17:00');

describe('hours above a weekly contract', () => {
  test.each<[string, Shift[], object, string[]]>([
    ['36 planned for 36', week('2026-11-09'), { hoursLimit: 36 }, []],
    ['36 planned for 35', week('2026-11-09'), { hoursLimit: 35 }, ['contractWeek 2160/2100']],
    ['36 planned for 35.5', week('2026-11-09'), { hoursLimit: 35.5 }, ['contractWeek 2160/2130']],
    [
      'each week is reported',
      [...week('2026-11-09'), ...week('2026-11-23')],
      {},
      ['contractWeek 2160/2100', 'contractWeek 2160/2100'],
    ],
    ['without a contract nothing is reported', week('2026-11-09'), { startDate: '2027-01-01' }, []],
    [
      'a contract that begins during the week applies to it',
      week('2026-11-09'),
      { startDate: '2026-11-12' },
      ['contractWeek 2160/2100'],
    ],
  ])('%s', (_, input, more, expected) => {
    expect(findingTexts('overtime', { shifts: input, facts: facts(more) })).toEqual(expected);
  });

  test('the later of two contracts counts', () => {
    const contracts = [contract, { ...contract, startDate: '2026-11-01', hoursLimit: 40 }];
    expect(findingTexts('overtime', { shifts: week('2026-11-09'), facts: { contracts } })).toEqual([]);
  });
});

describe('hours above a monthly contract', () => {
  const monthly = { period: 'MONTH', hoursLimit: 100 } as const;

  test.each<[string, number, string[]]>([
    ['minutes outside the loaded days are added', 65, ['contractMonth 6060/6000']],
    ['as many as the contract', 64, []],
  ])('%s', (_, before, expected) => {
    const input = facts(monthly, { monthMinutes: { '2026-11': before * 60 } });
    expect(findingTexts('overtime', { shifts: week('2026-11-09'), facts: input })).toEqual(
      expected.map((text) => text.replace('6060', String((before + 36) * 60))),
    );
  });

  test('a contract that begins or ends during the month has its share of the hours', () => {
    const input = facts({ ...monthly, startDate: '2026-11-20', hoursLimit: 30 });
    expect(findingTexts('overtime', { shifts: week('2026-11-23'), facts: input })).toEqual(['contractMonth 2160/660']);
    const leaving = facts({ ...monthly, endDate: '2026-11-15', hoursLimit: 70 });
    expect(findingTexts('overtime', { shifts: week('2026-11-09'), facts: leaving })).toEqual([
      'contractMonth 2160/2100',
    ]);
    const raised = [
      { ...contract, ...monthly },
      { ...contract, ...monthly, startDate: '2026-11-16', hoursLimit: 20 },
    ];
    const counters = { ...somebody().counters, monthMinutes: { '2026-11': 1_441 } };
    expect(findingTexts('overtime', { shifts: week('2026-11-09'), facts: { contracts: raised, counters } })).toEqual([
      'contractMonth 3601/3600',
    ]);
    const december = facts({ ...monthly, startDate: '2026-12-01', hoursLimit: 30 });
    expect(findingTexts('overtime', { shifts: week('2026-11-23'), facts: december })).toEqual([]);
  });

  test('a night between two months is split at midnight', () => {
    const input = facts({ ...monthly, hoursLimit: 4 });
    const night = [shift('2026-11-30 20:00-06:00')];
    expect(findingTexts('overtime', { shifts: night, facts: input })).toEqual(['contractMonth 360/240']);
  });
});

describe('hours above the average of a work cycle', () => {
  const cycle = { startDate: '2026-11-09', cycleWeeks: 4, hoursLimit: 35 } as const;
  const heavy = daily('2026-11-09', 4, '08:00-20:00');

  test.each<[string, Shift[], object, string[]]>([
    ['a heavy week and three light ones', [...heavy, ...week('2026-11-16'), ...week('2026-11-23')], cycle, []],
    [
      'all four above',
      [...heavy, ...week('2026-11-16'), ...week('2026-11-23'), ...week('2026-11-30')],
      cycle,
      ['contractCycle 9360/8400'],
    ],
    [
      'exactly the average',
      [...heavy, ...daily('2026-11-16', 4, '08:00-20:00'), ...daily('2026-11-23', 4, '08:00-19:00')],
      cycle,
      [],
    ],
    [
      'the cycle is counted from the contract’s first week',
      [...heavy, ...week('2026-11-16'), ...week('2026-11-23'), ...week('2026-11-30')],
      { ...cycle, startDate: '2026-10-26' },
      [],
    ],
    [
      'a contract of 151.67 hours a month makes 140 in four weeks',
      [...heavy, ...week('2026-11-16'), ...week('2026-11-23'), ...week('2026-11-30')],
      { ...cycle, period: 'MONTH', hoursLimit: 151.67 },
      ['contractCycle 9360/8400'],
    ],
  ])('%s', (_, input, more, expected) => {
    expect(findingTexts('overtime', { shifts: input, facts: facts(more) })).toEqual(expected);
  });

  test('a contract that begins or ends inside its cycle has its share of the hours, for its days', () => {
    const leaving = facts({ ...cycle, endDate: '2026-11-22' });
    expect(findingTexts('overtime', { shifts: [...heavy, ...week('2026-11-16')], facts: leaving })).toEqual([
      'contractCycle 5040/4200',
    ]);
    // Three days by the week, then twenty-five of the cycle.
    const contracts = [contract, { ...contract, ...cycle, startDate: '2026-11-12' }];
    const shifts = daily('2026-11-09', 14, '08:00-20:00');
    expect(findingTexts('overtime', { shifts, facts: { contracts } })).toEqual([
      'contractWeek 5040/2100',
      'contractCycle 7920/7500',
    ]);
  });

  test('weeks of the cycle outside the loaded days are taken from the counters', () => {
    const input = facts(
      { ...cycle, startDate: '2026-10-19' },
      { weekMinutes: { '2026-10-19': 3_000, '2026-10-26': 3_000 } },
    );
    const found = findings('overtime', { shifts: heavy, facts: input });
    expect(found).toMatchObject([{ rule: 'contractCycle', found: 8_880, limit: 8_400, what: '2026-10-19' }]);
  });
});

describe('the yearly quota', () => {
  const input = daily('2026-11-09', 4, '08:00-20:00');
  const quota = (hours: number, year = '2026') =>
    findings('overtime', {
      shifts: input,
      facts: facts({ hoursLimit: 48 }, { yearOvertime: { [year]: hours * 60 } }),
      settings: branch,
    }).map(({ rule, found, limit, level }) => `${rule} ${found / 60}/${limit / 60} level ${level}`);

  test.each<[string, number, string[]]>([
    ['288 hours', 275, []],
    ['more: a warning', 276, ['year 289/288 level 1']],
    ['329 hours: still a warning', 316, ['year 329/288 level 1']],
    ['more: refused', 317, ['year 330/329 level 2']],
  ])('%s', (_, before, expected) => {
    expect(quota(before)).toEqual(expected);
  });

  test('includes loaded weeks outside the window', () => {
    const beside = [...daily('2026-11-02', 4, '08:00-20:00'), ...input, ...daily('2026-12-07', 4, '08:00-20:00')];
    const counted = facts({ hoursLimit: 48 }, { yearOvertime: { '2026': 280 * 60 } });
    expect(findingTexts('overtime', { shifts: beside, facts: counted, settings: branch })).toEqual([
      `year ${(280 + 3 * 13) * 60}/${288 * 60}`,
    ]);
  });

  test('is that of the year of the week', () => {
    expect(quota(400, '2025')).toEqual([]);
  });

  test('is the agency’s own without the branch', () => {
    const settings = { ...own, yearlyOvertimeWarning: 100, yearlyOvertimeLimit: 220 };
    const counted = facts({ hoursLimit: 48 }, { yearOvertime: { '2026': 100 * 60 } });
    expect(findingTexts('overtime', { shifts: input, facts: counted, settings })).toEqual(['year 6780/6000']);
    expect(
      findingTexts('overtime', { shifts: input, facts: counted, settings: { ...settings, regulation: 'IDCC1351' } }),
    ).toEqual([]);
  });

  test('is not reported for an agent without overtime in the window', () => {
    const light = { shifts: daily('2026-11-09', 5, '08:00-15:00'), settings: branch };
    expect(findingTexts('overtime', { ...light, facts: facts({}, { yearOvertime: { '2026': 30_000 } }) })).toEqual([]);
  });
});
