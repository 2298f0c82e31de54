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
  ['nothing expires: nothing to do', {}, 'VALID', null],
  [
    'an expired card forbids work',
    { papers: [card('2026-11-14', '2026-08-14')] },
    'EXPIRED',
    /ne pouvez plus travailler/,
  ],
  ['a card that expires today is still valid', { papers: [card('2026-11-15', '2026-08-15')] }, 'SOON', /récépissé/],
  [
    'three months before the end, the renewal is late',
    { papers: [card('2027-02-15', '2026-11-15')] },
    'VALID',
    /devait l’être avant le 15\/11\/2026/,
  ],
  ['one day earlier it is still in time', { papers: [card('2027-02-16', '2026-11-16')] }, 'VALID', null],
  ['no card number', { cardNumber: null, papers: [] }, 'MISSING', /sans carte professionnelle/],
  ['a card number without its end date', { papers: [] }, 'UNDATED', /confirmer la date/],
  [
    'an expired certificate',
    { papers: [card('2030-01-01'), paper('SST', '2026-01-01')] },
    'EXPIRED',
    /celui qui le remplace/,
  ],
  [
    'a certificate that expires soon',
    { papers: [card('2030-01-01'), paper('SST', '2026-12-01')] },
    'SOON',
    /avant le 01\/12\/2026/,
  ],
  [
    'a certificate whose renewal is near',
    { papers: [card('2030-01-01'), paper('SST', '2027-01-20', '2026-12-20')] },
    'NEXT',
    /avant le 20\/12\/2026/,
  ],
  [
    'a certificate whose renewal is due',
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
    'a contract that ended',
    { contracts: [contract({ type: 'CDD', endDate: '2026-11-14' })] },
    'EXPIRED',
    /a pris fin le 14\/11\/2026/,
  ],
  ['no contract', { contracts: [] }, 'MISSING', /Aucun contrat/],
])('%s', (_, more, state, advice) => {
  const firstPaper = first(more);
  expect(firstPaper?.state).toBe(state);
  if (advice === null) expect(firstPaper?.advice).toBeNull();
  else expect(firstPaper?.advice).toMatch(advice);
});

test('a contract followed by another is shown with the next one', () => {
  const contracts = [contract({ type: 'CDD', endDate: '2026-11-30' }), contract({ startDate: '2026-12-01' })];
  expect(first({ contracts })?.advice).toBe('Votre contrat suivant commence le 01/12/2026.');
});

test('external staff need no contract, agents who are not planned no card, agencies abroad neither', () => {
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

test('papers that forbid work come first, those without advice last', () => {
  const papers = [paper('SST', '2028-01-01'), paper('SSIAP', '2026-12-01'), card('2026-10-01')];
  expect(ownPapersOf(facts({ papers }), today, true).map(({ name }) => name)).toEqual([
    'Carte professionnelle',
    'SSIAP',
    'SST',
    'Contrat de travail (CDI)',
  ]);
});
