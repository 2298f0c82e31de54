import { describe, expect, test } from 'vitest';
import {
  isInRegister,
  mentionsOf,
  type RegisterContract,
  type RegisterPerson,
  registerOf,
  withoutContract,
} from './register.ts';
import { remindersDue, reminderText } from './reminders.ts';

let serial = 0;
const contract = (more: Partial<RegisterContract> = {}): RegisterContract => {
  serial += 1;
  return {
    id: `c${String(serial).padStart(4, '0')}`,
    type: 'CDI',
    startDate: '2024-01-01',
    endDate: null,
    partTime: false,
    category: null,
    classificationCoeff: null,
    classificationLevel: null,
    classificationGrade: null,
    authorisedOn: null,
    authorisedUntil: null,
    employerName: null,
    employerAddress: null,
    registerNumber: serial,
    ...more,
  };
};
const person = (contracts: RegisterContract[], more: Partial<RegisterPerson> = {}): RegisterPerson => ({
  id: 'a1',
  type: 'EMPLOYEE',
  isGone: false,
  lastname: 'Martin',
  firstname: 'Jean',
  nationality: 'Française',
  birthDate: '1990-05-01',
  gender: 1,
  position: 'Agent de sécurité',
  workPermitType: null,
  workPermitNumber: null,
  contracts,
  ...more,
});
const today = '2026-11-15';
const names = (people: RegisterPerson[], day = today): string[] =>
  registerOf(people, day).map(({ part, number, lastname }) => `${part} ${number} ${lastname}`);

test('a line has everything that D1221-23 requires', () => {
  const foreign = person(
    [
      contract({
        category: 'AGENT_EXPLOIT',
        classificationLevel: '3',
        classificationGrade: '2',
        classificationCoeff: 140,
        authorisedOn: '2023-12-20',
        authorisedUntil: '2024-12-20',
        registerNumber: 12,
      }),
    ],
    { nationality: 'Marocaine', gender: 2, workPermitType: 'Carte de séjour', workPermitNumber: '9903' },
  );
  expect(registerOf([foreign], today)).toEqual([
    {
      id: expect.any(String),
      agentId: 'a1',
      part: 'STAFF',
      number: 12,
      lastname: 'Martin',
      firstname: 'Jean',
      nationality: 'Marocaine',
      birthDate: '1990-05-01',
      sex: 'Femme',
      job: 'Agent de sécurité',
      qualification: expect.stringMatching(/^Agent d.exploitation, niveau 3, échelon 2, coefficient 140$/),
      entryDate: '2024-01-01',
      exitDate: null,
      authorisedOn: '2023-12-20',
      authorisedUntil: '2024-12-20',
      permitType: 'Carte de séjour',
      permitNumber: '9903',
      mentions: '',
      gaps: [],
    },
  ]);
});

test('the qualification of a cadre is the position', () => {
  const cadre = { category: 'INGENIEUR_CADRE', classificationLevel: 'II', classificationGrade: 'A' };
  const [line] = registerOf([person([contract({ ...cadre, classificationCoeff: 400 })])], today);
  expect(line?.qualification).toBe('Ingénieur ou cadre, position II-A, coefficient 400');
});

test('lines are in the order of hiring, one per contract, trainees in a separate part', () => {
  const people = [
    person(
      [
        contract({ startDate: '2025-03-01', registerNumber: 4 }),
        contract({ startDate: '2023-01-01', endDate: '2023-06-30', type: 'CDD', registerNumber: 1 }),
      ],
      { lastname: 'A' },
    ),
    person([contract({ startDate: '2024-01-01', registerNumber: 2 })], { lastname: 'B' }),
    person(
      [
        contract({ startDate: '2022-01-01', endDate: '2022-02-01', type: 'INTERNSHIP', registerNumber: 1 }),
        contract({ startDate: '2024-06-01', registerNumber: 3 }),
      ],
      { lastname: 'C' },
    ),
  ];
  expect(names(people)).toEqual(['STAFF 1 A', 'STAFF 2 B', 'STAFF 3 C', 'STAFF 4 A', 'TRAINEE 1 C']);
});

test('a hire entered late is sorted by its day, gets the next number, and changes no other number', () => {
  const before = [
    person([contract({ startDate: '2024-01-01', registerNumber: 1 })], { lastname: 'A' }),
    person([contract({ startDate: '2025-01-01', registerNumber: 2 })], { lastname: 'B' }),
  ];
  const late = person([contract({ startDate: '2024-06-01', registerNumber: 3 })], { lastname: 'C' });
  expect(names(before)).toEqual(['STAFF 1 A', 'STAFF 2 B']);
  expect(names([...before, late])).toEqual(['STAFF 1 A', 'STAFF 3 C', 'STAFF 2 B']);
});

test('a former employee now with a subcontractor keeps the lines of the employment', () => {
  const gone = person(
    [
      contract({ startDate: '2022-01-01', endDate: '2025-01-01', registerNumber: 7 }),
      contract({ startDate: '2025-02-01', registerNumber: null }),
    ],
    { type: 'EXTERNAL' },
  );
  expect(names([gone])).toEqual(['STAFF 7 Martin']);
});

test.each(['EXTERNAL', 'SELF', 'NOMINEE'])('a person of type %s is not in the register', (type) => {
  expect(isInRegister({ type })).toBe(false);
  expect(registerOf([person([contract({ registerNumber: null })], { type })], today)).toEqual([]);
  expect(withoutContract([person([], { type })])).toEqual([]);
});

test('an employee without a contract has no line, and is listed separately', () => {
  expect(registerOf([person([])], today)).toEqual([]);
  expect(withoutContract([person([])])).toHaveLength(1);
});

describe('time', () => {
  const left = (endDate: string, registerNumber: number): RegisterPerson =>
    person([contract({ startDate: '2010-01-01', endDate, registerNumber })], { lastname: endDate });
  test('a person who left stays exactly five years, and later lines keep their numbers', () => {
    const people = [
      left('2021-11-14', 1),
      left('2021-11-15', 2),
      person([contract({ startDate: '2020-01-01', registerNumber: 3 })], { lastname: 'Z' }),
    ];
    expect(names(people)).toEqual(['STAFF 2 2021-11-15', 'STAFF 3 Z']);
    expect(names(people, '2021-11-20')).toHaveLength(3);
  });
  test('old contracts stay as long as the person is employed', () => {
    const stayed = person([
      contract({ startDate: '2010-01-01', endDate: '2011-01-01', type: 'CDD' }),
      contract({ startDate: '2011-01-02' }),
    ]);
    expect(registerOf([stayed], today)).toHaveLength(2);
  });
  test('a future contract is not listed yet; a future end is not a departure', () => {
    const people = [
      person([contract({ startDate: '2026-11-16' })]),
      person([contract({ endDate: '2026-11-16' })]),
      person([contract({ endDate: today })]),
    ];
    expect(registerOf(people, today).map(({ exitDate }) => exitDate)).toEqual([null, today]);
  });
});

test.each<[Partial<RegisterContract>, boolean, string]>([
  [{}, false, ''],
  [{ type: 'CDD', endDate: '2026-12-31' }, false, 'CDD jusqu’au 31/12/2026'],
  [{ type: 'CDD_REPLACEMENT' }, false, 'CDD de remplacement'],
  [{ type: 'SEASONAL_CONTRACT', partTime: true }, false, 'Contrat saisonnier ; Temps partiel'],
  [{ type: 'APPRENTICE' }, false, 'Contrat d’apprentissage'],
  [{ type: 'PRO_TRAINING' }, false, 'Contrat de professionnalisation'],
  [
    { type: 'INTERIM', employerName: 'Intérim Sud', employerAddress: '1 rue A, Nice' },
    false,
    'Salarié temporaire (Intérim Sud, 1 rue A, Nice)',
  ],
  [{ employerName: 'GE Azur' }, false, 'Mis à disposition par un groupement d’employeurs (GE Azur)'],
  [{ employerName: 'Intérim Sud' }, true, 'Salarié temporaire (Intérim Sud)'],
])('%o is mentioned as « %3$s »', (more, isTemporary, words) => {
  expect(mentionsOf(contract(more), isTemporary)).toBe(words);
});

test('data required by law and missing on the sheet is listed', () => {
  const bare = person([contract({ type: 'INTERIM' })], {
    nationality: null,
    birthDate: null,
    gender: 0,
    position: null,
    workPermitType: 'Visa',
  });
  expect(registerOf([bare], today)[0]?.gaps).toEqual([
    'nationalité',
    'date de naissance',
    'sexe',
    'emploi',
    'qualification',
    'entreprise de travail temporaire',
    'adresse de l’entreprise de travail temporaire',
    'numéro du titre de travail',
  ]);
});

const qualified = { category: 'AGENT_EXPLOIT', classificationCoeff: 140 };
test.each<[string, Partial<RegisterContract>, boolean, string[]]>([
  ['an archived agent with an open contract', qualified, true, ['date de sortie (archivé sans sortie)']],
  ['an archived agent whose contract ended', { ...qualified, endDate: '2026-10-31' }, true, []],
  ['an agent at work', qualified, false, []],
  ['an employee without a classification', {}, false, ['qualification']],
  ['a trainee without a classification', { type: 'INTERNSHIP' }, false, []],
])('the register of %s lacks the expected mentions', (_, more, isGone, gaps) => {
  expect(registerOf([person([contract(more)], { isGone })], today)[0]?.gaps).toEqual(gaps);
});

test.each<[string, string | null, string[], string[]]>([
  ['2027-02-14', null, [], []],
  ['2027-02-13', null, [], ['90']],
  ['2027-02-13', null, ['90'], []],
  ['2027-01-14', null, ['90'], ['60']],
  ['2026-12-15', null, ['90', '60'], ['30']],
  ['2026-12-01', null, [], ['30']],
  ['2026-12-01', null, ['30'], []],
  ['2026-11-15', null, ['30'], ['0']],
  ['2026-11-10', null, ['30'], ['0']],
  ['2026-11-10', null, ['0'], []],
  ['2026-10-15', null, [], []],
  ['2027-02-15', '2026-11-15', [], ['renewal']],
  ['2027-02-13', '2026-11-13', [], ['90', 'renewal']],
  ['2027-02-13', '2026-11-13', ['90', 'renewal'], []],
  ['2026-11-15', '2026-08-15', ['30'], ['0']],
])('expiring on %s, renewal due before %s, already sent %j: %j is due', (expiresAt, renewBefore, sent, due) => {
  expect(remindersDue({ expiresAt, renewBefore }, today, sent)).toEqual(due);
});

test.each<[string, Parameters<typeof reminderText>[0], string[]]>([
  [
    'without a text of the agency the default one',
    { header: null, message: null, footer: null },
    ['Bonjour Zoé,', 'Voici ce qui arrive à échéance.', '• Carte'],
  ],
  [
    'header first, greeting after the list, footer last, variables replaced in all of them',
    {
      header: '{agence}\n\nExploitation',
      message: 'Bonjour {destinataire},\n\nVoici :\n\nCordialement',
      footer: '{date}',
    },
    ['Azur', 'Exploitation', 'Bonjour Zoé,', 'Voici :', '• Carte', 'Cordialement', '15/11/2026'],
  ],
  ['a blank header is left out', { header: ' \n\n ', message: 'Voici :', footer: '' }, ['Voici :', '• Carte']],
])('a reminder: %s', (_, words, paragraphs) => {
  const known = { agence: 'Azur', destinataire: 'Zoé', date: '15/11/2026' };
  expect(reminderText(words, ['• Carte'], known)).toEqual(paragraphs);
});
