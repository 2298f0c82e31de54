import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Estimate } from '#core/billing/estimate.ts';
import type { Right } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { EstimateSummary } from './DocumentSummary.tsx';

beforeEach(startAfresh);

const summary = { onEdit: null, onPart: () => undefined };
const holderOf = (rights: readonly Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ isOwner: false, rights: [...rights] })] }), {
    profileId: null,
    agency: null,
  });
const shown = (label: string): boolean => screen.queryByRole('button', { name: label }) !== null;

const estimates: Right[] = ['listEstimates', 'editEstimate'];
test.each<[Right[], number, boolean]>([
  [estimates, 200, false],
  [[...estimates, 'createInvoice'], 200, true],
  [[...estimates, 'createInvoice'], 100, false],
  [[...estimates, 'createInvoice', 'signEstimate'], 300, true],
])('« Transformer en facture » with %j of an estimate of status %d: %s', async (rights, status, offered) => {
  const row = rowOf(Estimate, { number: 'D2026-0001', status, currency: 'EUR' });
  serve(() => [200, { estimate: row }]);
  showPage(<EstimateSummary row={row} {...summary} />, holderOf(rights));
  await screen.findByText('D2026-0001');
  expect(shown('Transformer en facture')).toBe(offered);
});
