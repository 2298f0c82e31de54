import { describe, expect, test } from 'vitest';
import type { CheckLevel, LevelledRule } from '../../agencies/settings/planning.ts';
import { rulesOf } from '../checks.ts';
import type { AgentFacts, Paper, PaperKind, Shift } from '../model.ts';
import { article } from '../sentences.ts';
import {
  at,
  branch,
  contract,
  findings,
  findingTexts,
  levels,
  month,
  own,
  shift,
  somebody,
} from '../testing/planned.ts';

const day = '2026-11-11 08:00-20:00';
const night = '2026-11-11 20:00-08:00';

describe('qualification', () => {
  const guard = (until: string | null): Partial<AgentFacts> => ({ specialties: [{ id: 'ssiap', until }] });

  test.each<[string, string | null, Partial<AgentFacts>, string[]]>([
    ['none required', null, {}, []],
    ['required and held', 'ssiap', guard(null), []],
    ['required and not held', 'ssiap', {}, ['specialtyMissing']],
    ['another is held', 'dog', guard(null), ['specialtyMissing']],
    ['valid until that day', 'ssiap', guard('2026-11-11'), []],
    ['a licence that ended the day before, which is another rule', 'ssiap', guard('2026-11-10'), []],
    [
      'held twice, once still valid',
      'ssiap',
      {
        specialties: [
          { id: 'ssiap', until: '2025-01-01' },
          { id: 'ssiap', until: '2027-01-01' },
        ],
      },
      [],
    ],
  ])('%s', (_, specialty, facts, expected) => {
    expect(findingTexts('qualification', { shifts: [shift(day, { specialty })], facts })).toEqual(expected);
  });
});

test.each<[string, string, string | null, string | null, string[]]>([
  ['no limit', day, 'ssiap', null, []],
  ['until that day', day, 'ssiap', '2026-11-11', []],
  ['until the day before', day, 'ssiap', '2026-11-10', ['specialtyExpired']],
  ['until the day before the end of a night', night, 'ssiap', '2026-11-11', ['specialtyExpired']],
  ['expired, for a service without a specialty', day, null, '2026-11-10', []],
  ['expired, for a service with another specialty', day, 'dog', '2026-11-10', []],
])('the licence of a specialty: %s', (_, text, specialty, until, expected) => {
  const facts = { specialties: [{ id: 'ssiap', until }] };
  expect(findingTexts('licence', { shifts: [shift(text, { specialty })], facts })).toEqual(expected);
});

describe('an agent who left', () => {
  const left = (from: string): Partial<AgentFacts> => ({ gone: { why: 'ARCHIVED', from: at(from) } });

  test.each<[string, Partial<AgentFacts>, string[]]>([
    ['can be planned', { gone: null }, []],
    ['left after the service', left('2026-11-11 20:00'), []],
    ['left before the service ends', left('2026-11-11 19:59'), ['gone']],
  ])('%s', (_, facts, expected) => {
    expect(findingTexts('workContracts', { shifts: [shift(day)], facts })).toEqual(expected);
  });
});

describe('expirations', () => {
  const card = (expiresAt: string | null): Partial<AgentFacts> => ({
    papers: [
      { kind: 'card', name: 'Carte professionnelle', expiresAt },
      { kind: 'firstAid', name: 'SST', expiresAt: '2030-01-01' },
    ],
  });
  const undated: Partial<AgentFacts> = {
    papers: [{ kind: 'card', name: 'Carte professionnelle', expiresAt: null, undated: true }],
  };

  test.each<[string, string, Partial<AgentFacts>, string[]]>([
    ['no paper is required', day, {}, []],
    ['valid until that day', day, card('2026-11-11'), []],
    ['valid until the day before', day, card('2026-11-10'), ['paperExpired']],
    ['required and missing', day, card(null), ['paperMissing']],
    ['held without a validity date', day, undated, ['paperUndated']],
    ['a night ends after the last valid day', night, card('2026-11-11'), ['paperExpired']],
    ['a night ends on the last valid day', night, card('2026-11-12'), []],
  ])('%s', (_, text, facts, expected) => {
    expect(findingTexts('expirations', { shifts: [shift(text)], facts })).toEqual(expected);
  });

  const expired = (kind: PaperKind): Paper => ({ kind, name: kind, expiresAt: '2026-11-10' });
  const facts: Partial<AgentFacts> = {
    papers: (['card', 'medicalVisit', 'firstAid', 'expirations'] as const).map(expired),
    specialties: [{ id: 'dog', until: '2026-11-10' }],
  };
  const code = 'du Code de la sécurité intérieure';

  test.each<[LevelledRule, string | null]>([
    ['card', `art. R631-15 ${code}`],
    ['licence', `art. L612-20 ${code}`],
    ['medicalVisit', 'art. R4624-16 du Code du travail'],
    ['firstAid', 'art. R4224-15 du Code du travail'],
    ['expirations', null],
  ])('of kind %s have their own level and article, under the same code', (rule, expected) => {
    const found = (level: CheckLevel) =>
      rulesOf({ ...own, levels: { ...levels(0), [rule]: level } }, month).checkAgent(somebody(facts), [
        shift(day, { specialty: 'dog' }),
      ]);
    expect(found(0)).toEqual([]);
    for (const level of [1, 2] as const) {
      expect(found(level)).toMatchObject([{ code: 'expirations', level }]);
      expect(found(level).map(article)).toEqual([expected]);
    }
  });

  test('names the paper', () => {
    expect(findings('expirations', { shifts: [shift(day)], facts: card(null) })).toMatchObject([
      { what: 'Carte professionnelle', service: day },
    ]);
  });
});

describe('time restrictions', () => {
  const never = (weekday: number, startTime: string, endTime: string): Partial<AgentFacts> => ({
    restrictions: [{ weekday, startTime, endTime }],
  });

  // 11 November 2026 is a Wednesday.
  test.each<[string, string, Partial<AgentFacts>, string[]]>([
    ['of another day', day, never(4, '08:00', '20:00'), []],
    ['that contains the service', day, never(3, '06:00', '22:00'), ['restriction']],
    ['contained in the service', day, never(3, '12:00', '13:00'), ['restriction']],
    ['that ends when the service begins', day, never(3, '06:00', '08:00'), []],
    ['that begins when the service ends', day, never(3, '20:00', '23:00'), []],
    ['on the next morning', night, never(4, '06:00', '07:00'), ['restriction']],
    ['of the previous night', '2026-11-12 04:00-10:00', never(3, '22:00', '05:00'), ['restriction']],
    ['of the previous night, already over', '2026-11-12 05:00-10:00', never(3, '22:00', '05:00'), []],
    ['of Sunday, which is 0', '2026-11-15 10:00-12:00', never(0, '00:00', '23:59'), ['restriction']],
  ])('%s', (_, text, facts, expected) => {
    expect(findingTexts('restrictions', { shifts: [shift(text)], facts })).toEqual(expected);
  });
});

describe('site prohibition', () => {
  test.each<[string, string | null, string[], string[]]>([
    ['an allowed site', 'depot', ['museum'], []],
    ['a forbidden site', 'museum', ['museum'], ['site']],
    ['a service without a site', null, ['museum'], []],
  ])('%s', (_, site, forbiddenSites, expected) => {
    expect(findingTexts('siteProhibition', { shifts: [shift(day, { site })], facts: { forbiddenSites } })).toEqual(
      expected,
    );
  });

  test('of a tour, each of its stops', () => {
    const tour = shift(day, { site: 'port', stops: ['museum', 'bank', 'museum'] });
    expect(findingTexts('siteProhibition', { shifts: [tour], facts: { forbiddenSites: ['museum'] } })).toEqual([
      'site',
    ]);
  });
});

describe('unavailabilities', () => {
  const absent = (from: string, to: string): Partial<AgentFacts> => ({
    absences: [{ id: 'leave', start: at(from), end: at(to), type: 'Congés payés' }],
  });

  test.each<[string, string, string, string[]]>([
    ['around the service', '2026-11-09 00:00', '2026-11-13 23:59', ['absence']],
    ['the day before, to its last minute', '2026-11-09 00:00', '2026-11-10 23:59', []],
    ['its last minute is the service’s first', '2026-11-09 00:00', '2026-11-11 08:00', ['absence']],
    ['its last minute is one minute before the service', '2026-11-09 00:00', '2026-11-11 07:59', []],
    ['it begins when the service ends', '2026-11-11 20:00', '2026-11-13 23:59', []],
    ['it begins one minute before the service ends', '2026-11-11 19:59', '2026-11-13 23:59', ['absence']],
  ])('%s', (_, from, to, expected) => {
    expect(findingTexts('unavailabilities', { shifts: [shift(day)], facts: absent(from, to) })).toEqual(expected);
  });
});

describe('multiple assignments', () => {
  const overlaps = (...texts: string[]): string[] =>
    findings('multipleAssignments', { shifts: texts.map((text) => shift(text)) }).map(
      ({ service, others, found }) => `${service?.slice(8)} with ${others[0]?.slice(8)} ${found}`,
    );

  test.each<[string, string[], string[]]>([
    ['one right after the other', ['2026-11-11 08:00-12:00', '2026-11-11 12:00-14:00'], []],
    [
      'one common minute',
      ['2026-11-11 08:00-12:00', '2026-11-11 11:59-14:00'],
      ['11 11:59-14:00 with 11 08:00-12:00 1'],
    ],
    [
      'one within the other, and a third after it',
      ['2026-11-11 08:00-20:00', '2026-11-11 09:00-10:00', '2026-11-11 19:00-23:00'],
      ['11 09:00-10:00 with 11 08:00-20:00 60', '11 19:00-23:00 with 11 08:00-20:00 60'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(overlaps(...texts)).toEqual(expected);
  });
});

describe('work contracts', () => {
  test.each<[string, { startDate: string; endDate: string | null }[], string[]]>([
    ['none', [], ['contract']],
    ['one that goes on', [{ startDate: '2026-11-11', endDate: null }], []],
    ['one that ends on the day, before a night', [{ startDate: '2026-01-01', endDate: '2026-11-11' }], []],
    ['one that ended the day before', [{ startDate: '2026-01-01', endDate: '2026-11-10' }], ['contract']],
    ['one that begins the day after', [{ startDate: '2026-11-12', endDate: null }], ['contract']],
  ])('%s', (_, dates, expected) => {
    const contracts = dates.map((one) => ({ ...contract, ...one }));
    expect(findingTexts('workContracts', { shifts: [shift(night)], facts: { contracts } })).toEqual(expected);
  });

  test('a temporary worker needs no contract with the agency, and his working time is checked', () => {
    const facts = { temporary: true, contracts: [] };
    const input = [shift('2026-11-11 08:00-08:00')];
    expect(findingTexts('workContracts', { shifts: input, facts })).toEqual([]);
    expect(findingTexts('serviceMaxDuration', { shifts: input, facts })).not.toEqual([]);
  });

  test('an agent of another company needs no contract', () => {
    const facts = { external: true, contracts: [] };
    const input: Shift[] = [shift(day, { specialty: 'ssiap' })];
    expect(findingTexts('workContracts', { shifts: input, facts })).toEqual([]);
    expect(findingTexts('qualification', { shifts: input, facts })).toEqual(['specialtyMissing']);
  });
});

describe('the working time of', () => {
  // Two long days with a short night between them, then work on every day of the week.
  const heavy = [
    shift('2026-11-09 08:00-22:00'),
    shift('2026-11-10 06:00-20:00'),
    ...['11', '12', '13', '14', '15'].map((date) => shift(`2026-11-${date} 08:00-20:00`)),
  ];
  const light = [shift('2026-11-09 08:00-12:00'), shift('2026-11-10 08:00-12:00')];
  const rests = ['space', 'dailyRest', 'weeklyRest', 'restAfterService'];
  const all = [...rests, 'duration', 'amplitude', 'break', 'week'];

  test.each<[string, Partial<AgentFacts>, Shift[], string[]]>([
    ['an employee: by every rule', {}, heavy, [...all, 'contractWeek']],
    ['a temporary worker: by every rule but the contract', { temporary: true, contracts: [] }, heavy, all],
    ['a subcontractor’s guard: by the rests that this planning breaks', { external: true }, heavy, rests],
    ['a subcontractor’s guard with his rests here: by none', { external: true }, light, []],
    ['the self-employed: by none', { external: true, selfEmployed: true }, heavy, []],
  ])('%s', (_, facts, shifts, expected) => {
    const found = rulesOf(branch, month).checkAgent(somebody(facts), shifts);
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(expected));
  });

  test('a subcontractor’s guard is not checked if the tenant turns the rules off', () => {
    const facts = somebody({ external: true });
    expect(rulesOf({ ...branch, regulatory: false }, month).checkAgent(facts, heavy)).toEqual([]);
  });
});

test('services outside the window are not reported', () => {
  const before = shift('2026-11-08 08:00-20:00', { specialty: 'ssiap', site: 'museum' });
  const facts = {
    forbiddenSites: ['museum'],
    contracts: [],
    papers: [{ kind: 'card' as const, name: 'Carte', expiresAt: null }],
  };
  for (const check of ['qualification', 'siteProhibition', 'workContracts', 'expirations'] as const)
    expect(findingTexts(check, { shifts: [before], facts })).toEqual([]);
});
