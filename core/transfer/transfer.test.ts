import { describe, expect, test } from 'vitest';
import type { Contract } from '../agents/contracts.ts';
import { nextTask, openTasks, tasksOf, workingDaysAfter } from './deadlines.ts';
import { dayIn, formColumns, formKeys, peopleIn } from './form.ts';
import { progressOf, type Received, remarksOn } from './received.ts';
import {
  type ConditionCode,
  countedWindow,
  type Declared,
  isSeniorAt,
  judge,
  nothingDeclared,
  obligationOf,
  type TransferFacts,
} from './rules.ts';

const day = '2027-01-01';
const cdi: Contract = { type: 'CDI', startDate: '2020-03-01', endDate: null, period: 'WEEK', hoursLimit: 35 };
const hours = (count: number) => ({ done: count * 60, whole: count * 60 });
const sound: TransferFacts = {
  external: false,
  contracts: [cdi],
  seniority: null,
  site: hours(1_012),
  all: hours(1_145),
  card: { number: 'CAR-006-2028-01-01-20230012345', until: '2028-01-01' },
  papers: [{ name: 'SSIAP 1', until: '2027-06-01' }],
  medicalUntil: '2027-05-01',
  nationality: 'Française',
  permit: null,
  identityUntil: null,
  declared: { ...nothingDeclared, identityValid: true },
};
const said = (more: Partial<Declared>): TransferFacts => ({ ...sound, declared: { ...sound.declared, ...more } });
const figure = (facts: TransferFacts, code: ConditionCode): [string, string] => {
  const found = judge(facts, day).conditions.find((one) => one.code === code);
  return [found?.state ?? '', (found?.figure ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')];
};

describe('who is transferable (art. 2.2)', () => {
  test('each condition says its figure', () => {
    expect(figure(sound, 'share')).toEqual(['met', '1 012 h sur 1 145 h, soit 88,3 % > 50 %']);
    expect(figure(sound, 'hours')).toEqual(['met', '1 012 h ≥ 795,5 h (900 h × 88,3 % sur le site)']);
    expect(judge(sound, day)).toMatchObject({ outcome: 'YES', isSenior: true, seniorityDate: '2020-03-01' });
  });

  test.each<[string, TransferFacts, ConditionCode, string, string]>([
    [
      'exactly half is not more than half',
      { ...sound, site: hours(600), all: hours(1_200) },
      'share',
      'unmet',
      '600 h sur 1 200 h, soit 50 % ≤ 50 %',
    ],
    [
      'one hour more is',
      { ...sound, site: hours(601), all: hours(1_200) },
      'share',
      'met',
      '601 h sur 1 200 h, soit 50,08 % > 50 %',
    ],
    [
      'nobody who did nothing',
      { ...sound, site: hours(0), all: hours(0) },
      'share',
      'unmet',
      'Aucune heure sur la période',
    ],
    [
      '900 h for a full time wholly on the site',
      { ...sound, site: hours(899), all: hours(899) },
      'hours',
      'unmet',
      '899 h < 900 h',
    ],
    [
      'in proportion for part time',
      { ...sound, contracts: [{ ...cdi, hoursLimit: 17.5 }], site: hours(450), all: hours(450) },
      'hours',
      'met',
      '450 h ≥ 450 h (900 h × 75,83 h / 151,67 h)',
    ],
    [
      'planned services count, and are told apart',
      { ...sound, site: { done: 48_000, whole: 60_000 }, all: { done: 48_000, whole: 60_000 } },
      'hours',
      'met',
      '1 000 h ≥ 900 h, dont 800 h à ce jour',
    ],
    [
      'hours of a mandate are hours on the site',
      { ...said({ hasMandate: true, mandateHours: 100 }), site: hours(800), all: hours(800) },
      'hours',
      'met',
      '900 h ≥ 900 h',
    ],
    [
      'a card that expires before the day',
      { ...sound, card: { number: 'X', until: '2026-12-31' } },
      'card',
      'unmet',
      'Expirée le 31/12/2026 à la date du transfert',
    ],
    [
      'a receipt stands for the card',
      { ...said({ cardReceipt: 'R-12' }), card: { number: null, until: null } },
      'card',
      'met',
      'Récépissé de demande n° R-12',
    ],
    [
      'a card without its date',
      { ...sound, card: { number: 'X', until: null } },
      'card',
      'unknown',
      'Carte sans date de validité',
    ],
    [
      'an expired training of the site',
      { ...sound, papers: [{ name: 'SSIAP 1', until: '2026-11-01' }] },
      'training',
      'unmet',
      'SSIAP 1 : expirée le 01/11/2026',
    ],
    [
      'a training that he lacks',
      { ...sound, papers: [{ name: 'SSIAP 1', until: null }] },
      'training',
      'unmet',
      'SSIAP 1 : absente',
    ],
    [
      'a plain fixed term',
      { ...sound, contracts: [{ ...cdi, type: 'CDD', endDate: '2027-06-30' }] },
      'contract',
      'unmet',
      'CDD : seuls le CDI et le CDD de remplacement se transfèrent',
    ],
    [
      'a replacement, not said of whom',
      { ...sound, contracts: [{ ...cdi, type: 'CDD_REPLACEMENT' }] },
      'contract',
      'unknown',
      'CDD de remplacement : dites si le salarié remplacé est lui-même transférable',
    ],
    [
      'an apprentice',
      { ...sound, contracts: [{ ...cdi, type: 'APPRENTICE' }] },
      'contract',
      'unmet',
      'Apprentissage : hors du champ de l’accord (art. 2.2)',
    ],
    ['a subcontractor', { ...sound, external: true }, 'contract', 'unmet', 'N’est pas salarié de l’agence'],
    [
      'no contract any more',
      { ...sound, contracts: [{ ...cdi, endDate: '2026-12-15' }] },
      'contract',
      'unmet',
      'Aucun contrat au 01/01/2027',
    ],
    [
      'a CDI with an end is a notice',
      { ...sound, contracts: [{ ...cdi, endDate: '2027-02-10' }] },
      'notice',
      'unmet',
      'Sortie prévue le 10/02/2027',
    ],
    ['declared unfit', said({ unfit: true }), 'fitness', 'unmet', 'Déclaré inapte'],
    ['no medical visit', { ...sound, medicalUntil: null }, 'fitness', 'unknown', 'Aucune visite médicale enregistrée'],
    [
      'an expired identity paper',
      { ...said({ identityValid: null }), identityUntil: '2026-12-01' },
      'identity',
      'unmet',
      'Française : pièce expirée le 01/12/2026',
    ],
    [
      'identity papers that nobody verified',
      said({ identityValid: null }),
      'identity',
      'unknown',
      'Française : pièces à vérifier à la date du transfert',
    ],
  ])('%s', (_, facts, code, state, words) => {
    expect(figure(facts, code)).toEqual([state, words]);
    expect(judge(facts, day).outcome).toBe(
      state === 'met' ? judge(facts, day).outcome : state === 'unmet' ? 'NO' : 'CHECK',
    );
  });

  test('somebody who lacks only a training is to be trained and kept', () => {
    const { notes } = judge({ ...sound, papers: [{ name: 'SSIAP 1', until: null }] }, day);
    expect(notes).toEqual(['À reclasser dans l’agence, à classification et salaire égaux, et à former (art. 2.2)']);
  });

  test('more hours on the site never make anybody less transferable', () => {
    const rank = { NO: 0, CHECK: 1, YES: 2 };
    for (const elsewhere of [0, 100, 300, 700])
      for (let here = 0, before = 0; here <= 1_300; here += 13) {
        const { outcome } = judge({ ...sound, site: hours(here), all: hours(here + elsewhere) }, day);
        expect(rank[outcome]).toBeGreaterThanOrEqual(before);
        before = rank[outcome];
      }
  });

  test('the window is the nine months before the day; four years are whole', () => {
    expect(countedWindow('2027-01-01')).toEqual({ start: '2026-04-01', end: '2026-12-31' });
    expect(countedWindow('2026-11-30')).toEqual({ start: '2026-02-28', end: '2026-11-29' });
    expect([isSeniorAt('2023-01-01', day), isSeniorAt('2023-01-02', day), isSeniorAt(null, day)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('contracts that follow each other keep the first day', () => {
    const broken = [
      { ...cdi, startDate: '2018-01-01', endDate: '2020-02-28' },
      { ...cdi, startDate: '2020-03-02' },
    ];
    expect(judge({ ...sound, contracts: broken }, day).seniorityDate).toBe('2020-03-02');
    const followed = [{ ...cdi, startDate: '2018-01-01', endDate: '2020-02-29' }, cdi];
    expect(judge({ ...sound, contracts: followed }, day).seniorityDate).toBe('2018-01-01');
  });
});

test('85 % are rounded down; all with four years, all of an airport; a replacement counts with whom he replaces', () => {
  const people = (senior: number, others: number) => [
    ...Array.from({ length: senior }, () => ({ isSenior: true, isReplacement: false })),
    ...Array.from({ length: others }, () => ({ isSenior: false, isReplacement: false })),
  ];
  expect(obligationOf(people(3, 7), false)).toEqual({ senior: 3, others: 7, othersRequired: 5, required: 8 });
  expect(obligationOf(people(3, 7), true).required).toBe(10);
  expect(obligationOf(people(0, 1), false).required).toBe(0);
  expect(obligationOf([...people(0, 20), { isSenior: false, isReplacement: true }], false).required).toBe(17);
});

describe('the terms', () => {
  const holidays = new Set(['2026-11-11', '2026-12-25', '2027-01-01']);

  test('working days are all but Sundays and holidays', () => {
    // Tuesday 10 November 2026, the 11th is a holiday.
    expect(workingDaysAfter('2026-11-10', 1, holidays)).toBe('2026-11-12');
    expect(workingDaysAfter('2026-11-13', 1, holidays)).toBe('2026-11-14');
    expect(workingDaysAfter('2026-11-14', 1, holidays)).toBe('2026-11-16');
    expect(workingDaysAfter('2026-11-10', 10, holidays)).toBe('2026-11-23');
  });

  test('a lost site: ten days for the list; what is asked for starts two days; the rest thirty days after', () => {
    const lost = { direction: 'OUT', transferDate: day, knownOn: '2026-11-10' } as const;
    const due = (marks: Record<string, string>) =>
      Object.fromEntries(tasksOf(lost, marks, holidays).map((task) => [task.code, task.due]));
    expect(due({})).toEqual({
      ...{
        list: '2026-11-23',
        staff: '2026-11-23',
        committee: '2026-11-23',
        answer: null,
        settle: day,
        rest: '2027-01-31',
      },
    });
    expect(due({ list: '2026-11-20', asked: '2026-11-24' })).toMatchObject({
      missing: '2026-11-26',
      answer: '2026-11-30',
    });
    expect(nextTask(tasksOf(lost, { list: '2026-11-20', staff: '2026-11-20' }, holidays))?.code).toBe('committee');
    // What the other company owes is due first, and hides nothing of ours.
    const sent = { list: '2026-11-20', staff: '2026-11-20', committee: '2026-11-20' };
    expect(openTasks(tasksOf(lost, sent, holidays)).map(({ code }) => code)).toEqual(['answer', 'settle', 'rest']);
    expect(nextTask(tasksOf(lost, sent, holidays))?.code).toBe('settle');
  });

  test('a won site: five days to be known, five to acknowledge, eight to answer', () => {
    const won = { direction: 'IN', transferDate: day, knownOn: '2026-11-12' } as const;
    const due = (marks: Record<string, string>) =>
      Object.fromEntries(tasksOf(won, marks, holidays).map((task) => [task.code, task.due]));
    expect(due({})).toEqual({ notify: '2026-11-18', received: null, reply: null, amend: '2027-01-11' });
    expect(due({ notify: '2026-11-16', received: '2026-11-26' })).toEqual({
      ...{ notify: '2026-11-18', received: '2026-11-27', acknowledge: '2026-12-02', complete: null },
      ...{ reply: '2026-12-05', amend: '2026-12-05' },
    });
    expect(nextTask(tasksOf({ ...won, knownOn: null }, {}, holidays))?.code).toBe('amend');
  });
});

describe('the form of the branch', () => {
  test('a list in lines and the annex in columns read alike', () => {
    const lines = [
      ['Reprise du site du port'],
      ['NOM', 'Prénom', 'Né(e) le', 'Type de contrat', 'Statut', 'Base horaire', 'Salaire de base', 'Inconnu'],
      ['Martin', 'Léa', '02/01/1990', 'CDD de remplacement', '2', '151,67', '1 965,78 €', 'x'],
      ['', '', '', '', '', '', '', ''],
    ];
    const read = [
      {
        ...{ lastname: 'Martin', firstname: 'Léa', birthDate: '1990-01-02', contractType: 'CDD_REPLACEMENT' },
        ...{ category: 'AGENT_MAITRISE', monthlyHours: 151.67, monthlyPay: 1_965.78 },
      },
    ];
    expect(peopleIn(lines)).toEqual(read);
    const annex = (lines[1] ?? []).map((head, at) => [head, lines[2]?.[at] ?? '']);
    expect(peopleIn(annex)).toEqual(read);
  });

  test('a date under a title of the annex belongs to it', () => {
    const annex = [
      ['Nom', 'Martin'],
      ['Prénom', 'Léa'],
      ['Titre valant autorisation de travail', 'Carte de séjour'],
      ['Date limite de validité', '01/02/2028'],
      ['No de carte professionnelle ou récépissé', 'CAR-006-2028-01-01-20230012345'],
      ['Date limite de validité', '01/01/2028'],
    ];
    expect(peopleIn(annex)).toEqual([
      expect.objectContaining({ workPermitUntil: '2028-02-01', cardUntil: '2028-01-01' }),
    ]);
  });

  test('what we write we read again; a file without our words reads as nobody', () => {
    const heads = formKeys.map((key) => formColumns[key].label);
    const row = formKeys.map((key) => (key === 'lastname' ? 'Martin' : key === 'cardUntil' ? '2028-01-01' : ''));
    expect(peopleIn([heads, row])).toEqual([{ lastname: 'Martin', cardUntil: '2028-01-01' }]);
    expect(
      peopleIn([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toEqual([]);
    expect(peopleIn([])).toEqual([]);
    expect(['2/1/19', '2019-01-02', 'hier'].map(dayIn)).toEqual(['2019-01-02', '2019-01-02', 'hier']);
  });
});

test('a received list: what to verify, and whether enough were proposed', () => {
  const person: Received = {
    contractType: 'CDI',
    seniorityDate: '2024-01-01',
    cardNumber: 'X',
    cardReceipt: null,
    cardUntil: '2026-12-01',
    workPermitType: null,
    workPermitUntil: null,
    monthlyHours: 151.67,
    replacedReturn: null,
    decision: 'PENDING',
  };
  expect(remarksOn(person, day)).toEqual(['Carte expirée le 01/12/2026']);
  expect(remarksOn({ ...person, cardReceipt: 'R' }, day)).toEqual([]);
  const replacement = { ...person, cardReceipt: 'R', contractType: 'CDD_REPLACEMENT' } as const;
  expect(remarksOn(replacement, day)).toEqual(['Retour du salarié remplacé non communiqué']);
  expect(remarksOn({ ...replacement, replacedReturn: '2027-03-01' }, day)).toEqual([]);
  expect(
    remarksOn({ ...person, contractType: 'CDD', cardNumber: null, cardUntil: null, seniorityDate: null }, day),
  ).toEqual(['CDD : non transférable (art. 2.2)', 'Ni carte ni récépissé', 'Ancienneté non communiquée']);
  const decided = (decision: 'TAKEN' | 'NOT_TAKEN' | 'DECLINED' | 'INELIGIBLE') => ({ ...person, decision });
  expect(
    progressOf([decided('TAKEN'), decided('DECLINED'), decided('NOT_TAKEN'), decided('INELIGIBLE')], day, false),
  ).toMatchObject({ senior: 0, others: 3, othersRequired: 2, othersTaken: 2, isKept: true });
  expect(progressOf([{ ...person, seniorityDate: '2020-01-01' }], day, false)).toMatchObject({
    senior: 1,
    isKept: false,
  });
});
