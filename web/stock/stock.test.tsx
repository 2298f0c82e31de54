import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import AssignDialog from './AssignDialog.tsx';
import AssignmentSummary from './AssignmentSummary.tsx';
import { DuePresets } from './DuePresets.tsx';
import { cutDescription, DueCell } from './labels.tsx';
import ReferenceSummary from './ReferenceSummary.tsx';
import { References } from './Stock.tsx';

beforeEach(startAfresh);

const radio = { id: '01900000-0000-7000-8000-0000000000a1', name: 'Radio' };
const agent = { id: '01900000-0000-7000-8000-0000000000a2', name: 'Paul Durand' };
const reference = (more: object = {}) =>
  rowOf(StockReference, {
    ...{ id: radio.id, title: 'Radio', reference: 'REF-000001', status: 100, level: 'LOW', quantity: 2 },
    ...{ lowStockLevel: 3, quantityAssigned: 1, types: ['RADIO'], actions: [] },
    assignments: [
      {
        ...{ id: '01900000-0000-7000-8000-0000000000a3', agent, site: null, quantity: 1, outstanding: 1 },
        ...{ assignmentDate: '2026-11-01', restitutionDate: null, restitutionStatus: 100 },
      },
    ],
    ...more,
  });
const summary = { onEdit: null, onPart: () => undefined };

test('a reference that runs low says so, and shows who holds the rest', async () => {
  serve(() => [200, {}]);
  showPage(<ReferenceSummary row={reference()} {...summary} />);
  const wrong = await screen.findByRole('list', { name: 'À régler' });
  expect(within(wrong).getByText('Il en reste 2, pour un seuil de 3.')).toBeTruthy();
  const held = screen.getByRole('region', { name: 'Affectations' });
  expect(within(held).getByText('Paul Durand')).toBeTruthy();
  expect(within(held).getByRole('button', { name: 'Restituer' })).toBeTruthy();
});

test('an assignment names its holders and warns about the stock; without a holder nothing is sent', async () => {
  const sent: StubRequest[] = [];
  serve((request) => {
    sent.push(request);
    return request.path.endsWith('/assignments')
      ? [200, { stockReferenceAssignments: [] }]
      : [200, { stockReference: reference() }];
  });
  const user = showPage(<AssignDialog reference={radio} agent={agent} onClose={() => undefined} />);
  expect(await screen.findByText('Il en reste 2 pour un seuil de 3.')).toBeTruthy();
  const quantity = screen.getByRole('textbox', { name: /Quantité/ });
  await user.clear(quantity);
  await user.type(quantity, '5');
  await user.tab();
  expect(await screen.findByText('Il en reste 2, vous en affectez 5.')).toBeTruthy();
  await user.clear(quantity);
  await user.type(quantity, '2');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Affecter' }));
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/stock-reference/assignments'))).toBe(true));
  expect(sent.find(({ path }) => path.endsWith('/stock-reference/assignments'))?.body).toMatchObject({
    stockReferenceAssignments: [{ stockReference: radio, userCompanies: [{ agent, quantityToAssign: 2 }], sites: [] }],
  });
});

test('an assignment to nobody is refused before it is sent', async () => {
  const sent: StubRequest[] = [];
  serve((request) => {
    sent.push(request);
    return [200, { stockReference: reference({ level: 'FINE', quantity: 9 }) }];
  });
  const user = showPage(<AssignDialog reference={radio} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Affecter' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Formulaire invalide, au moins un collaborateur ou un site doit être sélectionné pour assignation',
  );
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a restitution proposes all that is left, and notes what is lost', async () => {
  const sent: StubRequest[] = [];
  const row = rowOf(StockAssignment, {
    ...{ label: 'Radio', stockReference: radio, agent, site: null, quantity: 4, outstanding: 3, status: 200 },
    ...{ restitutionStatus: 200, assignmentDate: '2026-01-01', restitutionDate: '2026-02-01', quantityReturned: 1 },
  });
  serve((request) => {
    sent.push(request);
    return [200, { stockReferenceAssignment: row }];
  });
  const user = showPage(<AssignmentSummary row={row} {...summary} />);
  expect(await screen.findByText('À restituer depuis le 01/02/2026')).toBeTruthy();
  await user.click(
    within(screen.getByRole('region', { name: 'Restitution' })).getByRole('button', { name: 'Restituer' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Restitution : Radio' });
  const lost = within(dialog).getByRole('textbox', { name: /Perdu/ });
  const returned = within(dialog).getByRole('textbox', { name: /^Restitué/ });
  expect(returned).toHaveProperty('value', '3');
  await user.clear(returned);
  await user.type(returned, '2');
  await user.clear(lost);
  await user.type(lost, '1');
  await user.tab();
  await user.click(within(dialog).getByRole('button', { name: 'Noter la restitution' }));
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/restitution'))).toBe(true));
  expect(sent.find(({ path }) => path.endsWith('/restitution'))?.body).toMatchObject({ returned: 2, lost: 1 });
});

test('descriptions are cut at forty characters in the table (D-040)', async () => {
  const long = 'Émetteur-récepteur avec chargeur, oreillette et clip';
  expect(cutDescription(long)).toBe('Émetteur-récepteur avec chargeur, oreill…');
  expect(cutDescription('a'.repeat(40))).toBe('a'.repeat(40));
  serve(() => [
    200,
    {
      stockReferences: [listedRowOf(StockReference, { title: 'Radio', description: long, level: 'OUT' })],
      filtered: 1,
    },
  ]);
  showPage(<References page="stocks" title="Références" description="" add />);
  expect(await screen.findByText('Émetteur-récepteur avec chargeur, oreill…')).toBeTruthy();
  expect(screen.getByText('Rupture')).toBeTruthy();
});

test('an action that is never due says so', async () => {
  showPage(<DueCell value="NONE" />);
  expect(await screen.findByText('Sans échéance')).toBeTruthy();
});

test('the due date is set in so many days from the action', async () => {
  serve(() => [200, {}]);
  const changes: unknown[] = [];
  const user = showPage(
    <DuePresets section="Échéance" values={{ date: '2026-11-17' }} change={(...change) => void changes.push(change)} />,
  );
  for (const name of ['Le jour même', '7 jours', '120 jours'])
    await user.click(await screen.findByRole('button', { name }));
  expect(changes).toEqual([
    ['effectiveDate', '2026-11-17'],
    ['effectiveDate', '2026-11-24'],
    ['effectiveDate', '2027-03-17'],
  ]);
});
