import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import type { Row } from '#core/kernel/entity.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import PaymentDialog from './billing/PaymentDialog.tsx';
import ReverseDialog from './billing/ReverseDialog.tsx';
import SignHere from './contracts/SignHere.tsx';
import HandOutDialog from './documents/HandOutDialog.tsx';
import AssignDialog from './stock/AssignDialog.tsx';
import RestituteDialog from './stock/RestituteDialog.tsx';
import { showPage, startAfresh } from './testing/page.tsx';

beforeEach(startAfresh);

const invoice = rowOf(Invoice, { id: idOf(1), number: 'F2026-0007', balance: 120, currency: 'EUR' }) as unknown as Row<
  typeof Invoice
>;
const held = { id: idOf(1), label: 'Radio', agent: null, site: null, outstanding: 2 };

type Dialog = (props: { onClose(): void }) => ReactElement;
const cases: Record<string, { Dialog: Dialog; label: string | RegExp; read?: Reply[1] }> = {
  'a restitution': { Dialog: (props) => <RestituteDialog of={held} {...props} />, label: 'Commentaire' },
  'an assignment': { Dialog: (props) => <AssignDialog {...props} />, label: 'Commentaire' },
  'a payment': { Dialog: (props) => <PaymentDialog invoice={invoice} {...props} />, label: 'Note' },
  'the reversal of a payment': {
    Dialog: (props) => <ReverseDialog invoice={idOf(1)} payment={idOf(2)} {...props} />,
    label: 'Motif',
  },
  'a signature on the spot': {
    Dialog: (props) => <SignHere kind="agent" contract={idOf(1)} party="Zoé" signature={null} {...props} />,
    ...{ label: /^Signataire/, read: { contractSignatureTemplates: [], filtered: 0 } },
  },
  'a PDF to hand out': { Dialog: (props) => <HandOutDialog {...props} />, label: /^Nom du document/ },
};

test.each(Object.entries(cases))('what was typed of %s is not lost by Escape', async (_, { Dialog, label, read }) => {
  serve(() => [200, read ?? {}]);
  const onClose = vi.fn();
  const user = showPage(<Dialog onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Rayée' } });
  await user.keyboard('{Escape}');
  await user.click(await screen.findByText('Continuer la saisie'));
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('Rayée');
  expect(onClose).not.toHaveBeenCalled();
});

test('a dialog in which nothing was typed closes at once', async () => {
  serve(() => [200, {}]);
  const onClose = vi.fn();
  const user = showPage(<RestituteDialog of={held} onClose={onClose} />);
  await screen.findByLabelText('Commentaire');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
