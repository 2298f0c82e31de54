// « Mes factures »: what the platform billed to the agency, with its payments.
import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { printAgencyInvoice } from '#core/payments/invoice-calls.ts';
import { listPaymentMethods } from '#core/payments/method-calls.ts';
import { fixPayments } from '#core/payments/payment-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { IconDownload } from '#ui/icons.ts';
import { mayAlone } from '#ui/may.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { Agreement } from './Agreement.tsx';
import { OwnInvoiceSummary } from './InvoiceSummary.tsx';

const rowActions: RowAction[] = [
  {
    key: 'pdf',
    label: 'Télécharger',
    icon: IconDownload,
    run: (row) => void saveDocument({ endpoint: printAgencyInvoice, params: { id: row.id } }, `${row.reference}.pdf`),
  },
];
const extras: DialogExtras = { summary: OwnInvoiceSummary };
const card = { title: 'reference', second: ['total', 'status', 'dueDate'], whole: true } as const;

export default function Invoices(props: ScreenProps): ReactElement {
  const session = useSession();
  const mayChoose = mayAlone(session, ['editPaymentMethod']);
  const { list } = endpointsOf(AgencyInvoice);
  const first = useCall(list, { input: { page: 1, limit: 2 } });
  const methods = useCall(listPaymentMethods, { enabled: mayChoose });
  const collects = methods.data !== undefined && (methods.data.cards || methods.data.debits);
  const rows = (first.data as { agencyInvoices?: Row<typeof AgencyInvoice>[] } | undefined)?.agencyInvoices ?? [];
  // Z-012: the only invoice waits for the first payment, and there is nothing to pay with. Without a provider it is read here.
  if (collects && rows.length === 1 && rows[0]?.status === 'VALIDATION' && methods.data?.paymentMethods.length === 0)
    return <Navigate to={'/paymentMethod' as never} search={{ action: 'methods' } as never} replace />;
  return (
    <EntityTable
      of={AgencyInvoice}
      {...props}
      pageSize={AgencyInvoice.pageSize ?? 20}
      add={false}
      card={card}
      extras={extras}
      rowActions={rowActions}
      tools={(import.meta.env.DEV || session.flags.isAdmin) && <FixButton />}
      above={<Agreement />}
    />
  );
}

/** Z-029 */
export function FixButton({ agency }: { agency?: string }): ReactElement {
  const [busy, setBusy] = useState(false);
  const fix = async (): Promise<void> => {
    setBusy(true);
    notifyInfo(paymentMessages.fixing);
    try {
      const { changed } = await call(fixPayments, { mount: 'agency', params: agency ? { agencyId: agency } : {} });
      notifySuccess(changed === 0 ? 'Aucun paiement n’a changé' : 'Paiements corrigés');
    } catch (error) {
      notifyProblem(error);
    }
    await invalidateEntity(AgencyInvoice);
    setBusy(false);
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void fix()}>
      Corriger les paiements
    </Button>
  );
}
