import { expect, test } from 'vitest';
import type { Contract } from '../agents/contracts.ts';
import { type HeldPaper, type OwnPapersFacts, ownPapersOf } from './papers.ts';

const today = '2026-11-15';
const contract = (more: Partial<Contract> = {}): Contract => ({
  type: 'CDI',
  startDate: '2020-01-01',
  endDate: null,
  period: 'WEEK',
  hoursLimit: 35,
  ...more,
});
const card = (expiresAt: string, renewBefore: string | null = null): HeldPaper => ({
  name: 'Carte professionnelle',
  number: 'CAR-1',
  isCard: true,
  expiresAt,
  renewBefore,
});
const paper = (name: string, expiresAt: string, renewBefore: string | null = null): HeldPaper => ({
  name,
  number: null,
  isCard: false,
  expiresAt,
  renewBefore,
});
const facts = (more: Partial<OwnPapersFacts> = {}): OwnPapersFacts => ({
  type: 'EMPLOYEE',
  plannable: true,
  cardNumber: 'CAR-1',
  papers: [card('2030-01-01', '2029-10-01')],
  contracts: [contract()],
  ...more,
});
const first = (more: Partial<OwnPapersFacts>) => ownPapersOf(facts(more), today, true)[0];

test.each<[string, Partial<OwnPapersFacts>, string, RegExp | null]>([
  ['nothing ends: nothing to do', {}, 'VALID', null],
  [
    'a card that ended bars from work',
    { papers: [card('2026-11-14', '2026-08-14')] },
    'EXPIRED',
    /ne pouvez plus travailler/,
  ],
  ['a card that ends today still holds', { papers: [card('2026-11-15', '2026-08-15')] }, 'SOON', /récépissé/],
  [
    'three months before, its renewal is late',
    { papers: [card('2027-02-15', '2026-11-15')] },
    'VALID',
    /devait l’être avant le 15\/11\/2026/,
  ],
  ['a day earlier it is still in time', { papers: [card('2027-02-16', '2026-11-16')] }, 'VALID', null],
  ['no card number', { cardNumber: null, papers: [] }, 'MISSING', /sans carte professionnelle/],
  ['a number without its end', { papers: [] }, 'UNDATED', /confirmer la date/],
  [
    'a certificate that ended',
    { papers: [card('2030-01-01'), paper('SST', '2026-01-01')] },
    'EXPIRED',
    /celui qui le remplace/,
  ],
  ['one that ends soon', { papers: [card('2030-01-01'), paper('SST', '2026-12-01')] }, 'SOON', /avant le 01\/12\/2026/],
  [
    'one whose renewal is near',
    { papers: [card('2030-01-01'), paper('SST', '2027-01-20', '2026-12-20')] },
    'NEXT',
    /avant le 20\/12\/2026/,
  ],
  [
    'one whose renewal is due',
    { papers: [card('2030-01-01'), paper('SST', '2026-12-10', '2026-11-10')] },
    'SOON',
    /dès maintenant/,
  ],
  [
    'a contract that ends',
    { contracts: [contract({ type: 'CDD', endDate: '2026-12-31' })] },
    'WATCH',
    /prend fin le 31\/12\/2026/,
  ],
  [
    'one that ended',
    { contracts: [contract({ type: 'CDD', endDate: '2026-11-14' })] },
    'EXPIRED',
    /a pris fin le 14\/11\/2026/,
  ],
  ['none', { contracts: [] }, 'MISSING', /Aucun contrat/],
])('%s', (_, more, state, advice) => {
  const told = first(more);
  expect(told?.state).toBe(state);
  if (advice === null) expect(told?.advice).toBeNull();
  else expect(told?.advice).toMatch(advice);
});

test('a contract that another follows is told with its successor', () => {
  const contracts = [contract({ type: 'CDD', endDate: '2026-11-30' }), contract({ startDate: '2026-12-01' })];
  expect(first({ contracts })?.advice).toBe('Votre contrat suivant commence le 01/12/2026.');
});

test('whoever is paid elsewhere lacks no contract, whoever is not planned no card; nor does the law of another country', () => {
  expect(ownPapersOf(facts({ type: 'EXTERNAL', contracts: [] }), today, true).map(({ kind }) => kind)).toEqual([
    'card',
  ]);
  expect(
    ownPapersOf(facts({ plannable: false, papers: [], cardNumber: null, contracts: [] }), today, true),
  ).toMatchObject([{ kind: 'contract' }]);
  expect(ownPapersOf(facts({ papers: [], cardNumber: null }), today, false).map(({ kind }) => kind)).toEqual([
    'contract',
  ]);
});

test('what bars from work stands first, what asks for nothing last', () => {
  const papers = [paper('SST', '2028-01-01'), paper('SSIAP', '2026-12-01'), card('2026-10-01')];
  expect(ownPapersOf(facts({ papers }), today, true).map(({ name }) => name)).toEqual([
    'Carte professionnelle',
    'SSIAP',
    'SST',
    'Contrat de travail (CDI)',
  ]);
});
