import { describe, expect, test } from 'vitest';
import { type Applicant, type Candidate, rankCandidates } from './candidates.ts';
import { rulesOf } from './checks.ts';
import type { AgentFacts, PlanningSettings, Shift } from './model.ts';
import { at, contract, daily, month, own, paris, shift, somebody } from './testing/planned.ts';

const service = shift('2026-11-13 08:00-16:00', { id: 'service', specialty: 'ssiap', site: 'museum' });
const qualified = { specialties: [{ id: 'ssiap', until: null }] };
const settings: PlanningSettings = {
  ...own,
  levels: { ...own.levels, qualification: 2, card: 2, unavailabilities: 2, multipleAssignments: 2 },
};
const applicant = (
  name: string,
  more: Partial<Omit<Applicant, 'facts'>> = {},
  facts: Partial<AgentFacts> = {},
): Applicant => ({
  facts: somebody({ id: name, name, ...qualified, ...facts }),
  shifts: [],
  distance: 5_000,
  cost: 13,
  ...more,
});
const rank = (...applicants: Applicant[]): Candidate[] =>
  rankCandidates(applicants, service, {
    rules: rulesOf(settings, month),
    calendar: month,
    currency: 'EUR',
    words: { zone: paris, nameOf: (id) => (id === 'ssiap' ? 'SSIAP 1' : undefined) },
  });
const names = (...applicants: Applicant[]): string[] => rank(...applicants).map(({ name }) => name);
const only = (one: Applicant): Candidate => rank(one)[0] as Candidate;

test('an agent who is free, qualified and rested is allowed, with the reasons', () => {
  expect(only(applicant('Amélie', { shifts: daily('2026-11-09', 2, '08:00-16:00') }))).toMatchObject({
    allowed: true,
    qualified: true,
    rested: true,
    hoursLeft: 19 * 60,
    findings: [],
    why: [
      'Qualification et papiers valides.',
      'Repos respectés.',
      'Il lui reste 19h00 à son contrat, semaine du 09/11/2026.',
      'À 5,0 km du site.',
      '13,00\u00a0€ de l’heure.',
    ],
  });
});

test('the rest of somebody who works for another company is not verifiable', () => {
  const { rested, why } = only(applicant('A', {}, { external: true }));
  expect(rested).toBeNull();
  expect(why).toContain('Repos non vérifiables : il travaille pour une autre entreprise.');
});

test('the cost is in the currency of the agency', () => {
  const [one] = rankCandidates([applicant('A')], service, {
    rules: rulesOf(settings, month),
    calendar: month,
    currency: 'CHF',
    words: { zone: paris },
  });
  expect(one?.why.at(-1)).toBe('13,00\u00a0CHF de l’heure.');
});

describe('an agent who is not allowed comes last, with the reason', () => {
  test.each<[string, Partial<Omit<Applicant, 'facts'>>, Partial<AgentFacts>, string]>([
    [
      'without the specialty',
      {},
      { specialties: [] },
      'Le collaborateur n’a pas la qualification « SSIAP 1 » demandée par le service du vendredi 13/11/2026.',
    ],
    [
      'on another service',
      { shifts: [shift('2026-11-13 12:00-20:00')] },
      {},
      'Service en chevauchement : le collaborateur est déjà affecté à un autre service du vendredi 13/11/2026 à 12:00 au vendredi 13/11/2026 à 16:00.',
    ],
    [
      'absent',
      {},
      { absences: [{ id: 'a', start: at('2026-11-13 00:00'), end: at('2026-11-13 23:59'), type: 'Maladie' }] },
      'Le collaborateur est indisponible du vendredi 13/11/2026 à 00:00 au vendredi 13/11/2026 à 23:59 (Maladie).',
    ],
    [
      'without a card',
      {},
      { papers: [{ kind: 'card', name: 'Carte professionnelle', expiresAt: null }] },
      '« Carte professionnelle » : le collaborateur n’en a pas pour le service du vendredi 13/11/2026 (art. R631-15 du Code de la sécurité intérieure).',
    ],
  ])('%s', (_, more, facts, why) => {
    const ranked = rank(applicant('A', more, facts), applicant('Z', { distance: 90_000, cost: 30 }));
    expect(ranked.map(({ name, allowed }) => [name, allowed])).toEqual([
      ['Z', true],
      ['A', false],
    ]);
    expect(ranked[1]).toMatchObject({ score: 0 });
    expect(ranked[1]?.why[0]).toBe(why);
  });
});

describe('of two allowed agents', () => {
  test.each<[string, Applicant, Applicant]>([
    ['the one who breaks no rule', applicant('Z'), applicant('A', { shifts: [shift('2026-11-12 20:00-23:00')] })],
    ['the nearer one', applicant('Z', { distance: 1_000 }), applicant('A', { distance: 9_000 })],
    ['the cheaper one', applicant('Z', { cost: 12 }), applicant('A', { cost: 15 })],
    [
      'the one with hours left',
      applicant('Z', {}, { contracts: [{ ...contract, hoursLimit: 35 }] }),
      applicant('A', { shifts: daily('2026-11-09', 4, '09:00-16:00') }),
    ],
    ['the first by name, if all else is equal', applicant('Éric'), applicant('Fatou')],
  ])('first comes %s', (_, first, second) => {
    expect(names(second, first)).toEqual([first.facts.name, second.facts.name]);
  });

  test.each<[string, Partial<Omit<Applicant, 'facts'>>, Partial<AgentFacts>]>([
    ['at work elsewhere', { shifts: [shift('2026-11-13 12:00-20:00')] }, {}],
    [
      'absent',
      {},
      { absences: [{ id: 'a', start: at('2026-11-13 00:00'), end: at('2026-11-13 23:59'), type: 'Maladie' }] },
    ],
    ['forbidden on the site', {}, { forbiddenSites: ['museum'] }],
  ])('an agent %s comes after every free agent, even if the agency only warns', (_, more, facts) => {
    const mild = {
      ...settings,
      levels: { ...settings.levels, unavailabilities: 1, multipleAssignments: 1, siteProhibition: 1 } as const,
    };
    const ranked = rankCandidates(
      [
        applicant('A', { distance: 0, cost: 10, ...more }, facts),
        applicant('Z', { distance: 90_000, cost: 30, shifts: [shift('2026-11-12 20:00-23:59')] }),
      ],
      service,
      { rules: rulesOf(mild, month), calendar: month, currency: 'EUR', words: { zone: paris } },
    );
    expect(ranked.map(({ name, allowed, free }) => [name, allowed, free])).toEqual([
      ['Z', true, true],
      ['A', true, false],
    ]);
  });

  test('the qualified agent comes first, even if not rested, and even if the agency only warns about qualifications', () => {
    const mild = { ...settings, levels: { ...settings.levels, qualification: 1 } as const };
    const ranked = rankCandidates(
      [applicant('A', {}, { specialties: [] }), applicant('Z', { shifts: [shift('2026-11-12 20:00-23:59')] })],
      service,
      { rules: rulesOf(mild, month), calendar: month, currency: 'EUR', words: { zone: paris } },
    );
    expect(ranked.map(({ name, allowed, qualified: can, rested }) => [name, allowed, can, rested])).toEqual([
      ['Z', true, true, false],
      ['A', true, false, true],
    ]);
  });

  test('an agent who is not rested has the reason', () => {
    const tired = only(applicant('A', { shifts: [shift('2026-11-12 20:00-23:59')] }));
    expect(tired).toMatchObject({ allowed: true, rested: false, qualified: true });
    expect(tired.why.some((text) => text.includes('entre la fin du jeudi 12/11/2026 à 23:59'))).toBe(true);
  });
});

describe('hours left', () => {
  const shifts: Shift[] = [...daily('2026-11-09', 2, '08:00-16:00/60'), shift('2026-11-16 08:00-16:00')];

  test.each<[string, Partial<AgentFacts>, number | null]>([
    ['of the week', {}, 21 * 60],
    ['of the month', { contracts: [{ ...contract, period: 'MONTH', hoursLimit: 100 }] }, 78 * 60],
    ['of the cycle', { contracts: [{ ...contract, startDate: '2026-11-02', cycleWeeks: 4 }] }, 118 * 60],
    [
      'of a month in which the contract begins',
      { contracts: [{ ...contract, period: 'MONTH', hoursLimit: 100, startDate: '2026-11-07' }] },
      58 * 60,
    ],
    [
      'of a cycle in which the contract ends',
      { contracts: [{ ...contract, startDate: '2026-11-02', endDate: '2026-11-22', cycleWeeks: 4 }] },
      83 * 60,
    ],
    ['without a contract', { contracts: [] }, null],
    ['of an agent who is not employed', { external: true }, null],
    [
      'minus the minutes of the counters',
      { counters: { ...somebody().counters, weekMinutes: { '2026-11-09': 600 } } },
      11 * 60,
    ],
  ])('%s', (_, facts, minutes) => {
    expect(only(applicant('A', { shifts }, facts)).hoursLeft).toBe(minutes);
  });
});

test('unknown values rank in the middle', () => {
  const [known, worst] = [applicant('A', { distance: 0, cost: 10 }), applicant('B', { distance: 50_000, cost: 20 })];
  expect(names(applicant('C', { distance: null, cost: null }), worst, known)).toEqual(['A', 'C', 'B']);
  expect(only(applicant('C', { distance: null, cost: null })).why).toHaveLength(3);
});

test('the score is a hundred minus the penalties', () => {
  const near = { distance: 0, cost: 10 };
  expect(only(applicant('A', near)).score).toBe(100);
  // The most expensive, and one at a third of the range.
  expect(
    rank(applicant('B', { ...near, cost: 40 }), applicant('A', near), applicant('C', { ...near, cost: 20 }))[1],
  ).toMatchObject({ name: 'C', score: 95 });
  expect(only(applicant('A', { ...near, distance: 10_000 })).score).toBe(90);
  // Half of the service exceeds the contract's hours, which is also a warning.
  const busy = applicant('A', { ...near, shifts: daily('2026-11-09', 4, '08:00-15:45') });
  expect(only(busy)).toMatchObject({
    hoursLeft: 240,
    score: 79,
    points: [
      { label: '1 avertissement', lost: 12 },
      { label: 'heures au-delà du contrat, semaine du 09/11/2026', lost: 9 },
    ],
  });
  expect(only(applicant('A', near, { external: true }))).toMatchObject({
    score: 91,
    points: [{ label: 'heures de contrat inconnues', lost: 9 }],
  });
});

test('refused agents are sorted by number of findings; refusals come before warnings', () => {
  const absence = { id: 'a', start: at('2026-11-13 10:00'), end: at('2026-11-13 23:59'), type: 'Maladie' };
  const tired = applicant('A', { shifts: [shift('2026-11-12 20:00-23:00')] }, { absences: [absence] });
  expect(names(tired, applicant('Z', {}, { absences: [absence] }))).toEqual(['Z', 'A']);
  const { findings, why } = only(tired);
  expect(findings.map(({ level }) => level)).toEqual([2, 1, 1]);
  expect(why[0]).toContain('Maladie');

  const strict = { ...own, levels: { ...own.levels, spaceBetweenServices: 2 as const } };
  const unqualified = applicant('A', { shifts: [shift('2026-11-12 20:00-23:00')] }, { specialties: [] });
  const [first] = rankCandidates([unqualified], service, {
    rules: rulesOf(strict, month),
    calendar: month,
    currency: 'EUR',
    words: { zone: paris },
  });
  expect(first?.findings.map(({ code }) => code)[0]).toBe('spaceBetweenServices');
});

test('without applicants there are no candidates', () => {
  expect(rank()).toEqual([]);
});
