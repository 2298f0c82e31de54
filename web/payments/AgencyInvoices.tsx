// « Factures agences »: the platform's invoices, their payments, and the seller (AB-011..AB-019).
import { Alert, Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { markAgencyInvoiceSent, printAgencyInvoice, readSeller } from '#core/payments/invoice-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { IconDownload } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { Block, Summary } from '../summary/parts.tsx';
import { type AgencyInvoiceRow, InvoiceBlocks, PaymentRows, wrongsOf } from './InvoiceSummary.tsx';
import { FixButton } from './Invoices.tsx';

const NewInvoice = lazy(() => import('./NewInvoice.tsx'));
const PaymentsDialog = lazy(() => import('./PaymentsDialog.tsx'));
const SellerDialog = lazy(() => import('./SellerDialog.tsx'));

const rowActions: RowAction[] = [
  {
    key: 'pdf',
    label: 'Télécharger',
    icon: IconDownload,
    run: (row) => void saveDocument({ endpoint: printAgencyInvoice, params: { id: row.id } }, `${row.reference}.pdf`),
  },
];
const extras: DialogExtras = { summary: AgencyInvoiceSummary };
const card = { title: 'reference', second: ['agencyName', 'total', 'status'], whole: true } as const;

export default function AgencyInvoices(props: ScreenProps): ReactElement {
  const [open, setOpen] = useState<'new' | 'seller' | null>(null);
  const isSuper = useSession().flags.superAdmin;
  const { data } = useCall(readSeller, { enabled: isSuper });
  const openSheet = useOpenSheet();
  const close = (): void => setOpen(null);
  const closeNew = (issued?: string): void => {
    close();
    if (issued) openSheet({ entity: AgencyInvoice.name, id: issued });
  };
  return (
    <>
      <EntityTable
        of={AgencyInvoice}
        {...props}
        pageSize={AgencyInvoice.pageSize ?? 20}
        card={card}
        extras={extras}
        rowActions={rowActions}
        tools={
          isSuper && (
            <>
              <Button variant="default" onClick={() => setOpen('seller')}>
                Vendeur
              </Button>
              <Button onClick={() => setOpen('new')}>Émettre une facture</Button>
            </>
          )
        }
        above={data && !data.cards && !data.debits && <Alert color="blue">{paymentMessages.byHand}</Alert>}
      />
      <Suspense fallback={null}>
        {open === 'new' && <NewInvoice onClose={closeNew} />}
        {open === 'seller' && <SellerDialog onClose={close} />}
      </Suspense>
    </>
  );
}

export const AgencyInvoiceSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={AgencyInvoice} extras={extras} {...props} />
);

function AgencyInvoiceSummary({ row }: SummaryProps): ReactElement {
  const invoice = row as unknown as AgencyInvoiceRow;
  const [editing, setEditing] = useState(false);
  // C-056
  const isSuper = useSession().flags.superAdmin;
  const { id, version, sent } = invoice;
  const keyOf = useActKey();
  const mark = useAct(async () => {
    const input = { version, sent: !sent };
    try {
      await call(markAgencyInvoiceSent, { params: { id }, input, key: keyOf(input) });
    } catch (error) {
      notifyProblem(error);
    }
    await invalidateEntity(AgencyInvoice, [id]);
  });
  return (
    <Summary wrongs={wrongsOf(invoice)}>
      <InvoiceBlocks
        invoice={invoice}
        acts={
          isSuper && (
            <Button size="compact-sm" variant="default" loading={mark.busy} onClick={() => mark.run()}>
              {sent ? 'Marquer non envoyée' : 'Marquer envoyée'}
            </Button>
          )
        }
        payments={
          <Block
            title="Paiements"
            action={
              isSuper && (
                <Button size="compact-sm" onClick={() => setEditing(true)}>
                  Modifier les paiements
                </Button>
              )
            }
          >
            <PaymentRows invoice={invoice} />
            {isSuper && <FixButton {...(invoice.agency?.id ? { agency: invoice.agency.id } : {})} />}
          </Block>
        }
      />
      <Suspense fallback={null}>
        {editing && <PaymentsDialog invoice={invoice} onClose={() => setEditing(false)} />}
      </Suspense>
    </Summary>
  );
}
